/** Makes Markdown inline text plain for phrase matching, and tells quoted, coded and own words apart. */

/** Stand-ins for what is not the author's own wording. They are words, so that sentences keep their grammar. */
const CODE = 'xcodex';
const QUOTE = 'xquotex';
export const FILE = 'xfilex';
const URL = 'xurlx';
/** A tick, and a cross. */
const TICK = 'xokx';
const CROSS = 'xbadx';

const EXTENSION =
  '(?:md|txt|rst|tex|bib|csv|tsv|json|jsonl|ya?ml|toml|ini|cfg|conf|env|xml|html?|css|scss|svg|png|jpe?g|gif|webp|pdf|docx?|xlsx?|pptx?|odt|ods|ics|vcf|gpx|srt|vtt|mp3|wav|mp4|zip|tgz|gz|tar|sql|db|sqlite|sh|bash|zsh|ps1|bat|py|ipynb|rb|go|rs|java|kt|c|h|cpp|hpp|cs|php|swift|scala|lua|pl|r|jl|ts|tsx|js|jsx|mjs|cjs|vue|svelte|log|lock|bak|plist|tf|proto|gradle|stl|step|dxf|epub|opml|rtf|eml|tmx|diff|patch|kdbx|drawio|fig|sketch|xd|psd|ai|blend|fbx|obj|glb|mid|midi|flac|aac|ogg|m4a|mov|mkv|avi|ttf|otf|woff2?|ged|ino|cue|m3u8?|kml|kmz|geojson|shp|parquet|feather|pkl|npy|h5|mat|sav|dta|rds|rmd|qmd|adoc|org|tf|tfvars|hcl|nix|service|timer|socket|desktop|cron|reg|vbs|ahk|applescript|cshtml|razor|xaml|csproj|sln|gemspec|podspec|lockb|sum|mod|mk|cmake|asm|s|v|sv|vhdl?|pas|f90|hs|ml|mli|elm|ex|exs|erl|clj|cljs|edn|lisp|scm|nim|zig|dart|groovy|coffee|less|sass|styl|pug|hbs|ejs|liquid|twig|jinja2?|j2|graphql|gql|prisma|avro|thrift|crt|pem|key|csr|pub|asc|sig|torrent|iso|img|bin|hex|dat|out|err|tmp|swp|orig|rej|bz2|xz|7z|rar|jar|war|deb|rpm|apk|ipa|dmg|msi|whl|gem)';
const BARE_NAMES =
  '(?:readme|license|licence|changelog|contributing|makefile|dockerfile|gemfile|procfile|codeowners|crontab|todo\\.txt|\\.[a-z]{2,}(?:rc|ignore|config|env|profile)|\\.env|\\.zshrc|\\.bashrc)';
const FILE_NAME = new RegExp(`^(?:[~./\\w-]*/)?(?:[\\w.@+-]*\\w\\.${EXTENSION}|${BARE_NAMES}(?:\\.\\w+)?)$`, 'i');
const FILE_IN_TEXT = new RegExp(`(?<![\\w/.])(?:~?[\\w.@+-]*/)*(?:[\\w@+-][\\w.@+-]*\\.${EXTENSION}(?![\\w/-]))`, 'gi');
const PATH = /^(?:~|\.{1,2})?\/?(?:[\w.@+-]+\/)+[\w.@+-]*$/;
const PATH_IN_TEXT = /(?<![\w/.])(?:~|\.{1,2})?\/(?:[\w.@+-]+\/)+[\w.@+-]*/g;

/** Where a text says that something is kept, an unknown ending makes a file name too. */
const NAMED_FILE =
  /(?<=\b(?:in|into|to|as|called|named) )[\w-]+\.(?!(?:com|org|net|io|dev|app|ai|js|eu|info|example|local|g|e|m)\b)[a-z][a-z\d]{2,9}(?!\.?[\w/-])/gi;

/** Likewise a relative path. */
const NAMED_FOLDER = /(?<=\b(?:under|into) )[\w.-]+\/[\w./-]*[\w/]/g;

const NAMES =
  /^(?:VERSION|LICEN[SC]E|README|CODEOWNERS|TODO|NOTICE|AUTHORS|CHANGELOG|HISTORY|CONTRIBUTING|[A-Z][a-z]+file)$/;

function isFileName(text: string): boolean {
  if (/^\.[a-z][\w.-]+$/i.test(text) || NAMES.test(text)) return true;
  return (
    FILE_NAME.test(text) || PATH.test(text) || /^(?:readme|license|licence|changelog|makefile|dockerfile)$/i.test(text)
  );
}

/**
 * One paragraph of Markdown as plain lower-case prose: emphasis and links opened, code, quotations, addresses and file
 * names replaced by their stand-ins, apostrophes and dashes of one kind.
 */
export function plainProse(markdown: string): string {
  return markdown
    .replace(/[\u2018\u2019\u02BC\u00B4]/g, "'")
    .replace(/[\u201C\u201D\u201E\u00AB\u00BB]/g, '"')
    .replace(/(`+)(?!`)([\s\S]*?[^`])\1(?!`)/g, (_, __, code: string) => (isFileName(code.trim()) ? FILE : CODE))
    .replace(/!?\[([^\]]*)\]\([^)\s]*(?:\s+"[^"]*")?\)/g, '$1')
    .replace(/\bhttps?:\/\/\S+/gi, URL)
    .replace(/"[^"]{1,600}?"/g, QUOTE)
    .replace(/(?<![\w'])'(?=\w)[^'\n]{2,80}(?<=[\w.!?])'(?!\w)/g, QUOTE)
    .replace(/<\/?[a-z][^>\n]{0,80}>/gi, ' ')
    .replace(FILE_IN_TEXT, FILE)
    .replace(PATH_IN_TEXT, FILE)
    .replace(NAMED_FILE, FILE)
    .replace(NAMED_FOLDER, FILE)
    .replace(/[\u2705\u2714\u2713\u2611\u{1F44D}\u{1F7E2}]\uFE0E?\uFE0F?/gu, ` ${TICK} `)
    .replace(/[\u274C\u2717\u2718\u2716\u{1F534}]\uFE0E?\uFE0F?/gu, ` ${CROSS} `)
    .replace(/(?:\p{Extended_Pictographic}|\uFE0E|\uFE0F|\u200D)/gu, ' ')
    .replace(/(\*\*|__|~~)(?=\S)([\s\S]*?\S)\1/g, '$2')
    .replace(/(?<![\w*])[*_](?=\S)([^*_\n]*?\S)[*_](?![\w*])/g, '$1')
    .replace(/\s*(?:\u2014|\u2013(?=\s)|(?<=\s)-(?=\s)|(?<=\s)--+(?=\s)|\u2192|->|=>)\s*/g, ' ; ')
    .replace(/\u2026|\.{3,}/g, ' , ')
    .replace(/[ \t]+/g, ' ')
    .trim()
    .toLowerCase();
}
