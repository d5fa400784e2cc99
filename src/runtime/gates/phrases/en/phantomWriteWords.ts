import { any, part } from './sources.js';

/** Past forms of reading, looking and talking: the author left nothing behind by them. */
const NOT_WRITING = any`
  read|looked|opened|checked|compared|searched|found|noticed|reviewed|analy[sz]ed|examined|studied|tried|wanted
  |needed|suggested|mentioned|explained|assumed|used|asked|thought|followed|started|received|talked|discussed
  |considered|planned|proposed|recommended|noted that|learned|learnt|understood|misread|missed|overlooked|viewed
  |browsed|skimmed|inspected|traced|ran|tested|verified|confirmed|counted|guessed|believed|hoped|expected|liked
  |loved|agreed|promised|offered|refused|stopped|failed|happened|seemed|listed below|quoted|referred|based|worked
  |watched|listened|heard|saw|told|said|been|had|lived|moved house|waited|remembered|decided|described|recalled
  |concluded|queried|located|identified|spotted|detected|related|interested|supposed|allowed|limited|scanned|matched
  |connected|restricted|covered|meant|knew|called(?! it)|rechecked|re-?read|went through|gone through|confused|given that
  |mixed|embed|need|feed|speed|exceed|proceed|indeed|seed|walked|relied|summari[sz]ed|listed|outlined|pulled out|sent|booked|paid|picked|chosen|calculated|computed|summed|estimated|measured|un(?:touched|changed|used|opened|affected|named|related)|intended|preferred|wondered|figured|answered|replied
`;
const IRREGULAR = any`
  wrote|written|put|made|took|taken|left|set|cut|drew|drawn|built|threw|thrown|kept|split|rewrote|rewritten|redid
  |redone|overwrote|overwritten|laid|bound|stuck|gave|given|broke|broken|brought|sent|did|swept|undid|undone|shrunk|spun off
`;
/** Past forms of making and changing, of any kind. */
export const MADE = part`(?!${NOT_WRITING}\b)(?:[a-z]+(?:-[a-z]+)?ed|${IRREGULAR})`;

/** Past forms of editing that are seldom said of anything but a text or a program. */
export const EDITED = any`
  added|changed|removed|replaced|renamed|deleted|fixed|updated|corrected|moved|inserted|refactored|rewrote|rewritten|converted|swapped
  |edited|adapted|adjusted|extended|merged|split|extracted|inlined|cleaned(?: up)?|tidied(?: up)?|took out|taken out|commented out|implemented
  |wired|hooked up|registered|bumped|pinned|patched|set|raised|lowered|switched|migrated|formatted|reformatted|sorted|renumbered|wrote|written
  |created|dropped|stripped|applied|documented|annotated|typed|put|filled in|entered|appended|prepended|cut|made (?:the|all|both|your|these|those)
`;

/** Past forms of putting something where it stays. */
export const SAVED = any`
  saved|stored|written(?: out)?|exported|generated|created|updated|uploaded|archived|filed|renamed|added|appended|entered|recorded|logged
  |backed up|copied|moved|put|collected|converted|merged|attached|placed|inserted|downloaded|applied|dropped|compiled|drafted|documented
`;

/** Past forms that say of a thing that it is in its final state. */
export const KEPT = any`
  ${SAVED}|overwritten|produced|deleted|removed|edited|changed|corrected|revised|committed|rendered|completed|regenerated|split
  |finished|fixed|replaced|amended|translated|drawn|shifted|cleaned(?: up)?|sorted|formatted|filled(?: in)?|signed|packed|zipped
  |bundled|transcribed|typed(?: up)?|set up|rewritten|redone|adjusted|extended|shortened|tidied(?: up)?|published|posted|pushed
  |checked in|renumbered|reordered|imported|captured|scaffolded|laid out|noted|made|registered|bumped|carried over|brought up to date
`;

/** Words that name a file beyond doubt. */
export const FILE = any`xfilex|files?|document|manuscript`;

export const FILE_NOUNS = any`
  ${FILE}|documents|docs?|docx|spreadsheets?|workbooks?|worksheets?|folders?|director(?:y|ies)|subfolders?|pdfs?|csvs?|tsvs?|jsons?|yamls?|xmls?
  |pngs?|svgs?|jpe?gs?|gpx|mp3s?|m4a|wav|epub|opml|vcard|ics|srt|xlsx|pptx|zip|tarball|gist|powerpoint|slides?|slide deck|deck|excel|gedcom
  |readme|changelog|gitignore|dockerfile|makefile|crontab|repo(?:sitory)?|codebase|package|lock ?file|config(?:uration)?|disk|desktop
  |downloads|workspace|shared (?:drive|folder)|team (?:drive|folder)|drive|dropbox|onedrive|mailbox|template|wiki|notion(?: page)?|confluence
  |notebook|log ?file|journal|vault|archive|project|handbook|cookbook|glossary|contract|guest list|seating plan|character sheet
  |checklist|google (?:doc|sheet)|rota|agenda|scripts?|stylesheets?|style sheets?|logbook|log|inventory|newsletter|draft|(?<!\d )(?<!few )minutes|diary|reports?
  |sheet|tracker|ledger|database|table of contents|bibliography|presentation|album|master copy|copy|header|branch|modules?|theme|backlog
  |board|invoices?|certificates?|poster|flyer|form|questionnaire|index|manifest|schema|playbook|documentation|website|web ?site|migration
  |controller|component|stub|fixtures?|letterhead|cv|r[e\u00e9]sum[e\u00e9]|portfolio|syllabus|worksheet|manual|attachment|backups?|page \d+|line \d+|chapter \d+
`;

export const CODE_NOUNS = any`
  functions?|methods?|class(?:es)?|modules?|imports?|variables?|constants?|components?|endpoints?|routes?|handlers?|tests?|unit tests|fixtures?
  |type hints|docstrings?|comments?|debug prints?|print statements|console logs?|semicolons?|dependenc(?:y|ies)|parameters?|arguments?|callers?|all \d+ \w+
  |every \w+ (?:in|of) (?:the|your)|occurrences?|error handling|logging|retries|timeouts?|environment variables?|flags?|migrations?|queries|headings?
  |chapters?|sections?|columns?|rows?|cells?|slides?|paragraphs throughout|footnotes?|links|price list|attendance list
`;

/** Past forms of changing something that was there before. */
export const UPDATED = any`
  updated|added|appended|entered|removed|deleted|inserted|filled(?: in| out)?|renamed|moved|recorded|logged|ticked off|crossed off|struck out
  |noted|incorporated|renumbered|archived|copied|pasted|tagged|linked|merged
`;

/** Texts and tables that may be kept in a file or stand in an answer. */
export const DOC_NOUNS = any`
  letters?|essay|article|proposal|plan|budget|schedule|timetable|roster|itinerary|menu|recipes?|brief|memo|policy|handout|quiz|exam|brochure
  |leaflet|programme|application|translation|transcript|summary|notes?|(?:\w+ )?list|calendar|spec(?:ification)?|roadmap|release notes|workflow
  |pipeline|settings|profile|cron job|rules?|hosts|query|view|table|data ?set|model|chart|diagram|figure|map|logo|icon|image|photos?|pictures?
  |subtitles?|playlist|track|video|post|blog|faq|guide|tutorial|pages?|thesis|dissertation|book|novel|screenplay|story ?board|syllabus|curriculum
  |statement|lease|agreement|deed|receipts?|catalogue|directory|register|records?|entry|entries|bios?|captions?
`;

/** Things that end up in files. */
export const THING = any`(?:the|your|all|both|minutes|notes?|my)(?: [\w'-]+){0,5}`;
