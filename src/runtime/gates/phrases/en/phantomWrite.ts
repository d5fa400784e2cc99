import type { PhantomWritePhrases } from '../phantomWritePhrases.js';
import { ME } from './firstPerson.js';
import { english as limits } from './proseLimits.js';
import { any, part, re } from './sources.js';

/** Past forms of reading, looking and talking: the author left nothing behind by them. */
const NOT_WRITING = any`
  read|looked|opened|checked|compared|searched|found|noticed|reviewed|analy[sz]ed|examined|studied|tried|wanted
  |needed|suggested|mentioned|explained|assumed|used|asked|thought|followed|started|received|talked|discussed
  |considered|planned|proposed|recommended|noted that|learned|learnt|understood|misread|missed|overlooked|viewed
  |browsed|skimmed|inspected|traced|ran|tested|verified|confirmed|counted|guessed|believed|hoped|expected|liked
  |loved|agreed|promised|offered|refused|stopped|failed|happened|seemed|listed below|quoted|referred|based|worked
  |watched|listened|heard|saw|told|said|been|had|lived|moved house|waited|remembered|decided|described|recalled
  |concluded|described|queried|located|identified|spotted|detected|related|interested|supposed|allowed|limited
  |connected|restricted|covered|meant|knew|called(?! it)|rechecked|re-?read|went through|gone through|confused
  |mixed|embed|need|feed|speed|exceed|proceed|indeed|seed
`;
const IRREGULAR = any`
  wrote|written|put|made|took|taken|left|set|cut|drew|drawn|built|threw|thrown|kept|split|rewrote|rewritten|redid
  |redone|overwrote|overwritten|drawn up|laid|bound|stuck|gave|given|broke|broken|brought|sent|did|swept|undid
  |undone|shrunk|spun off|popped
`;
const MADE = part`(?!${NOT_WRITING}\b)(?:[a-z]+(?:-[a-z]+)?ed|${IRREGULAR})`;
/** Further verbs of the same subject. */
const THEN = part`(?:[^.?!;]{0,160}?(?:,|\band|\bthen) (?:then |also |now |have )?)?`;
const LEAD_IN = part`^(?:(?:ok(?:ay)?|all|done|yes|yep|and|also|so|right|there|fyi|good|great|alright|sure|hi|hey|update|finally)[,;:.!]? )*`;
const KEPT = any`
  saved|stored|written(?: out)?|exported|generated|created|updated|filed|archived|uploaded|entered|recorded
  |overwritten|added|appended|downloaded|placed|put|produced|inserted|moved|copied|converted|renamed|deleted
  |removed|edited|changed|corrected|revised|attached|backed up|committed|rendered|compiled|merged|collected
  |completed|logged|regenerated|split|finished|fixed|replaced|amended|translated|drawn|shifted|cleaned(?: up)?
  |sorted|formatted|filled(?: in)?|signed|merged|packed|zipped|bundled|transcribed|typed up|set up|rewritten
  |redone|adjusted|extended|shortened|tidied(?: up)?|published|posted|pushed|checked in|renumbered|reordered
  |imported|captured|drafted|scaffolded|laid out|noted|made
`;

export const english: PhantomWritePhrases = {
  language: 'en',
  limits,

  writes: [
    re`${ME}${THEN}${MADE}\b`,
    re`${LEAD_IN}${MADE}\b(?! (?:by|in (?:1[0-9]|20)\d\d|it down|me\b|on (?:\d|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)))`,
    re`[,;] (?:and )?${any`saved|stored|written|exported|generated|created|updated|uploaded|archived|filed|renamed`} (?:it |them |everything )?(?:as|to|in|into|under|at|next to)\b`,
    re`(?<!\b(?:that|which|who) )\b(?:has|have|'s|'ve) (?:now |also |all |both |just |since )?been (?:\w+ly )*(?:\w+ed,? (?:and )?)*${KEPT}\b(?! by (?!\d))`,
    re`\b(?:is|are|'s|'re) (?:now |all |both |also )*(?:\w+,? and )?(?:saved (?:as|in|to|under|at|next|on)|exported (?:as|to)|written (?:out )?to (?!disk)|entered in(?:to)?|filed (?:under|in)|stored as|added to|archived (?:in|under|as)|recorded in|logged in (?=xfilex)|uploaded to|backed up (?:to|in)|copied (?:to|into)|moved (?:to|into)|attached)\b`,
    re`^(?:(?:the|your|a|an|all|new) )?(?:(?!(?:was|were|is|are|been|be|that|which|who|in|each|to|gets?|if|once|when|after|before|with|i|you|he|she|they|we|it|has|have|had|not|no|will|from)\b)[\w'-]+ ){1,6}?${KEPT}(?: and ${KEPT})?(?= ?[.!:,;]| ?$| as | to | and | with the | with (?:\d|one|two|three|four|five|eleven)| (?:in|at|under) (?:line|the xfilex|xfilex|your|the (?:\w+ )?(?:folder|drive|repo|sheet|document)))`,
    /\bi did (?:update|edit|change|create|write|save|add|fix|move|rename)\b/g,
  ],

  fileNouns:
    /\bxfilex\b|\b(?:files?|documents?|docs?|docx|spreadsheets?|workbooks?|worksheets?|folders?|director(?:y|ies)|subfolders?|manuscripts?|pdfs?|csvs?|tsvs?|jsons?|yamls?|xmls?|pngs?|svgs?|jpe?gs?|gpx|mp3s?|m4a|wav|epub|opml|vcard|\.?ics|srt|xlsx|pptx|zip|tarball|gist|powerpoint|slides?|slide deck|deck|excel|readme|changelog|gitignore|dockerfile|makefile|crontab|repo(?:sitory)?|codebase|package|lock ?file|config(?:uration)?(?: file)?|disk|desktop|downloads|workspace|shared (?:drive|folder)|team (?:drive|folder)|drive|dropbox|onedrive|mailbox|template|wiki(?: page)?|notion(?: page)?|confluence|notebook|log ?file|journal(?: file)?|vault|archive|project|handbook|glossary|contract|guest list|seating plan|character sheet|checklist|google (?:doc|sheet)|rota|agenda|script|stylesheet|logbook|log|inventory|newsletter|draft|minutes|diary|report|sheet|tracker|ledger|database|table of contents|bibliography|presentation|playlist file|album|master copy|copy|header|branch|module|stylesheet|theme|backlog|board|invoice|certificate|poster|flyer|form|questionnaire|index)\b/,

  topics: /\b(?:about|called|titled|entitled|named after|compared with|instead of|unlike)\b[^,;:]*/,

  claims: [
    /\b(?:xfilex|the file|the document|the spreadsheet) (?:is|are|has been|have been|'s) (?:now )?(?:updated|created|saved|written|in place|ready|done|changed|fixed|complete|finished|regenerated|generated|edited|cleaned up|up to date)\b(?! (?:by|when|if|once|only|as soon))/g,
    /\bxfilex now (?:lists?|contains?|has|holds?|includes?|says|reads|points|uses|exports?|covers|exists|starts|ends)\b/g,
    /^(?:the |your |a |new )?(?:files?|document|pdf|spreadsheet|report|script) (?:is |are |has been |have been )?(?:now )?(?:created|saved|written|generated|exported|updated|stored)\b/g,
    /^(?:yes|yep|yup|ok(?:ay)?|done|all)[,;:.! ]+(?:it's |they're |all )?(?:saved|written|stored|created|exported|filed)(?= ?[.!,;:]| ?$| as| to| in)/g,
    /^(?:saved|written|exported|created|stored|generated|updated|output|result|location|path|file|new files?|files? (?:created|changed|written|updated)|changes made|edited) ?(?:to|as|in|at|under)? ?: (?:\w+ )?xfilex/g,
    /\bevery file in [\w ]+ now has\b/g,
    /\bhere's the (?:file|document|pdf|spreadsheet|folder|script) (?:i|we)(?:'ve)? (?:just )?(?:created|made|wrote|generated|saved|put)\b/g,
    /\b(?:edits?|changes|corrections|fixes) (?:made )?(?:in|to) xfilex ?:/g,
    /\b(?:the )?(?:new|updated|final|finished|signed-off|latest|clean) (?:version|copy)(?:'s| is) (?:now )?(?:in|on|under|at) (?:the|your) (?:\w+ )?(?:folder|drive|repo|workspace|project|desktop)\b/g,
  ],

  places: [
    /\b(?:it's|it is|they're|they are|(?:all|everything)(?: of (?:it|them))?(?: is| are|'s)|is|are|'s|lives?|sits?|lies|went|goes) (?:all |now |both |right |saved |stored )*(?:in|at|under|on|inside|into|to) (?:the |your |a )?(?:new |same )?(?:file |folder )?xfilex\b/g,
    /\b(?:xcodex|xfilex) (?:now )?(?:lists?|contains?|has|holds?|includes?|says|reads)\b/g,
    /\byou(?:'ll| will| can) (?:find|see) (?:it|them|everything|both|the [\w-]+|all)(?: [\w-]+){0,4} (?:in|at|under|on|inside) (?:the |your )?(?:\w+ )?(?:xfilex|folder|drive|desktop|workspace|project|repo|downloads)\b/g,
    /\b(?:is|are|'s) now (?:in|at|under|on|part of) (?:the|your) (?:\w+ )?(?:contract|document|file|folder|repo|manuscript|spreadsheet|sheet|drive|wiki|project|codebase|handbook|desktop)\b/g,
  ],

  making: [
    re`${ME}${THEN}${MADE}\b`,
    re`${LEAD_IN}${MADE}\b(?! by)`,
    /\b(?:is|are|'s) (?:finished|done|ready|complete|written|drawn|typed up)\b|^[\w' -]{2,40} (?:written|generated|finished|done|created|archived|ready)(?= ?[.!,:]| ?$)|^(?:archived|done|finished)\b/g,
    /\b(?:is|are|'s) (?:all )?now (?:in|at|under)\b/g,
  ],

  elsewhere:
    /\b(?:memory|your profile|my notes|reminders?|alarms?|timers?|scene|scenario|mind|head|chat|message here|below|above|calendar(?! file)|to-do app|favourites|bookmarks|contacts? app)\b/,

  plainFiles: /\bxfilex\b|\bfiles?\b|\bdocument\b|\bmanuscript\b/,

  disclaimers: [
    /\b(?:haven't|have not|didn't|did not|hadn't|never|couldn't|could not|can't|cannot|won't|unable to) (?:yet |actually |really )?(?:saved?|write|written|wrote|created?|stored?|touch(?:ed)? (?:any|the file|anything)|change(?:d)? (?:any|the file|your)|access)(?! the tests)\b/,
    /\bno (?:file|files) (?:was|were|has been|have been|is) (?:created|written|saved|changed)\b/,
    /\bnothing(?:'s been| has been| is| was| will be| gets) (?:saved|written|changed|stored|created)\b/,
    /\bneither (?:written|saved|created)\b|\bdry run\b|\bnot (?:written|saved|created) yet\b|\bonly a preview\b|\bi don't have (?:access|a file tool)\b|\bno file (?:tool|access)\b/,
  ],
};
