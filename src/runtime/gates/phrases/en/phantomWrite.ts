import type { PhantomWritePhrases } from '../phantomWritePhrases.js';
import { ADVERB } from './firstPerson.js';
import {
  CODE_NOUNS,
  DOC_NOUNS,
  EDITED,
  FILE,
  FILE_NOUNS,
  KEPT,
  MADE,
  SAVED,
  THING,
  UPDATED,
} from './phantomWriteWords.js';
import { english as limits } from './proseLimits.js';
import { any, part, re } from './sources.js';

const ME = part`(?<![\w'])(?:i|we)(?:'?ve)? ${ADVERB}`;
/** Further verbs of the same subject. */
const THEN = part`(?:[^.?!;]{0,160}?(?:,|\band|\bthen) (?:then |also |now |have )?)?`;
const LEAD_IN = part`^(?:(?:ok(?:ay)?|all|done|yes|yep|yup|and|also|so|right|there|fyi|good|great|alright|sure|hi|hey|update|finally|job done|sorted|just|have|also|went ahead and|gone ahead and|quickly|took the liberty and)[,;:.!]? )*`;
/** What follows a verb when nothing was left behind, or by somebody else. */
const NOT_OWN = part`(?! (?:no|nothing|none|neither|by (?!\d|a \w+ that)|in (?:1[0-9]|20)\d\d|me\b|my life|on (?:\d|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun)))`;
/** A thing that both know, so that something can be said of it. */
const SUBJECT = part`(?:^|[,:;] |\band )(?:(?:now|also|so far|yes|done|hello \w+ \w+|hi \w+), )*(?!(?:so|if|once|when|after|until|because|since|as) )(?:the|your|our|my|all|both|every|each|this|that|these|those|\d+|xfilex|(?:section|chapter|page|line|step|part|table|figure|slide|row|column|clause|paragraph|article|item|version|invoice|phase|task) [\w.-]+)\b(?:(?! (?:that|which|who|is|are|was|were|has|have|will|gets?|you|i|he|she|they|when|whenever|if|once|until|unless|after|whether|because|where|somebody|someone|needs?|must|should|can|could|may|might|before)\b)[ ,]{1,2}[\w'&-]+){0,9}?`;
const BY_NOW = any`(?:now|all|both|already|also|just|since|then|again|and|done|final|ready|finished|complete|written|drawn|made|\w+ed|\w+ly)[, ]+`;
const END = part`(?= ?(?:[.,:;!(]|$)| (?:as|to|in|into|under|at|and|with|for|accordingly|too|again|throughout|now|next|to match)\b)(?! (?:every|each time|on first|automatically|relative|to the cloud|in (?:the )?\w+ (?:order|time)|at (?:boot|night|midnight|first|build)))(?![^.;]*\b(?:once|when|whenever|if|until|as soon as|after)\b)`;

/** Who did it, or what is done by now, times a verb of making or changing, times a thing that is a file or part of one. */
export const english: PhantomWritePhrases = {
  language: 'en',
  limits,

  writes: [
    re`${ME}${THEN}${MADE}\b${NOT_OWN}`,
    re`${LEAD_IN}${MADE}\b${NOT_OWN}(?! it down)`,
    re`[,;] (?:and )?${SAVED} (?:it |them |everything )?(?:as|to|in|into|under|at|next to)\b`,
    re`\b(?:finished|done) (?:writing|updating|editing|saving|exporting|creating|adding|filling|renaming|moving)\b`,
    re`^(?:attached|enclosed) (?:is|are|you'll)\b|\bplease find (?:attached|enclosed)\b`,
    re`\ban? [\w ,'-]{2,60} (?:has|have) been (?:\w+ly )?(?:added|inserted|appended|written|placed|saved|put|generated|produced|created) (?:and \w+ )?(?:to|in|into|under|at) (?:the|your|both|all|xfilex)\b`,
    re`\bthere(?:'s| is| are) now (?:an?|two|three|one)\b|\b(?:you|we) now have\b`,
    re`^(?:the |your |line \d+ of |)(?:[\w'-]+ ){0,3}xfilex (?:\w+ )?(?:says?|reads?|uses?|has|have|lists?|starts?|points?|calls?|returns?) [^.;]{1,60} now(?= ?[.,;:!]| ?$)`,
    re`\bi did (?:update|edit|change|create|write|save|add|fix|move|rename)\b`,
    re`${SUBJECT}(?: (?:has|have)|'s|'ve) (?:now |also |all |both |just |since )?been (?:\w+ly )*(?:\w+ed,? (?:and )?)*${MADE}\b${NOT_OWN}`,
    re`${SUBJECT}(?: (?:is|are)|'s|'re) (?:${BY_NOW}){0,3}${KEPT}\b${NOT_OWN}${END}`,
    re`\b(?:(?:been|was|were) (?:${BY_NOW}){0,3}|(?:is|are|'s|'re) (?:${BY_NOW}){1,3})(?:${SAVED}|\w+ed) (?:\w+ )?(?:as|in|to|into|under|at|next to) (?:the (?:\w+ )?|your (?:\w+ )?|a )?xfilex`,
    re`^(?:(?:the|your|all|new|both|two|three|\d+) )?(?:(?!(?:was|were|is|are|been|be|that|which|who|in|each|to|gets?|if|once|when|after|before|with|i|you|he|she|they|we|it|a|an|has|have|had|not|no|will|from)\b)[\w'-]+ ){1,6}?${KEPT}(?: and ${KEPT})?${NOT_OWN}(?= ?[.!:,;]| ?xokx| ?$| as | to | and (?:saved|stored|filed|exported) | with the | with (?:\d|one|two|three|four|five|eleven)| (?:in|at|under) (?:line|the xfilex|xfilex|your|the (?:\w+ )?(?:folder|drive|repo|sheet|document)))`,
    re`(?<=(?:^|[:,;] )(?:the |your |every |each |all |both |line \d+ of |)[\w ',-]{0,60})\b(?:now|both|all) (?:lists?|contains?|has|have|holds?|includes?|says?|reads?|points?|uses?|exports?|covers?|starts?|ends?|redirects?|imports?|shows?|returns?|calls?|takes?|requires?)\b`,
    re`\b(?:is|are|'s) (?:now|up to date|in place)\b(?! (?:the|an?) (?!(?:new |separate )?${FILE_NOUNS}))|\b(?:is|are) [\w ]{0,12}now(?= ?(?:[.,:;!]|$))`,
  ],

  fileNouns: re`\b${FILE_NOUNS}\b`,

  topics: /\b(?:about|titled|entitled|named after|compared with|instead of|unlike)\b[^,;:]*/,

  edits: [
    re`${ME}${THEN}${EDITED}\b${NOT_OWN}`,
    re`${LEAD_IN}${EDITED}\b${NOT_OWN} (?:the|a|an|all|every|your|it|both|two|three|\d+)\b`,
  ],

  readEdits: [
    /^(?:the |your |every |each |all |both )[\w ',-]{3,60} now(?= ?[.,;!]| ?$)|\bnow (?:it|they) \w+s?\b|^[\w ]{0,20}?\bthe [\w ]{2,40} (?:is gone|are gone|gained|got) ?\b/g,
    re`${LEAD_IN}${MADE}\b${NOT_OWN} (?:the|a|an|all|every|your|it|both|two|three|four|five|\d+)\b`,
    re`^[\w' -]{2,40} ${EDITED}(?= ?[.,;!]| ?$)`,
    re`${ME}${THEN}${MADE}\b${NOT_OWN}(?! [^.]{0,40}\bfor you\b|.*: \S)`,
    re`${ME}${THEN}(?!extracted)${EDITED}\b${NOT_OWN}`,
    re`${SUBJECT}(?: (?:has|have)|'s|'ve) (?:now |also |all |both |just |since )?been (?:\w+ly )*(?:\w+ed,? (?:and )?)*${MADE}\b${NOT_OWN}`,
    re`${SUBJECT} (?:is|are) (?:${BY_NOW}){0,3}${KEPT}\b${NOT_OWN}${END}`,
    re`^(?:the |your |every |each |all |both )[\w ',-]{0,60}\bnow [a-z]+(?<!ly)\b`,
  ],

  updates: [
    re`${ME}${THEN}${UPDATED}\b${NOT_OWN}`,
    re`${LEAD_IN}${UPDATED}\b${NOT_OWN}`,
    re`${SUBJECT}(?: (?:has|have)|'s|'ve) (?:now |also |all |both |just |since )?been (?:\w+ly )*(?:\w+ed,? (?:and )?)*${KEPT}\b${NOT_OWN}`,
    re`${SUBJECT} (?:is|are) (?:${BY_NOW}){1,3}${KEPT}\b${NOT_OWN}${END}`,
    re`^(?:your )[\w' -]{2,40} ${UPDATED}(?= ?[.!,;:]| ?xokx| ?$)`,
  ],

  docNouns: re`\b${DOC_NOUNS}\b`,

  codeNouns: re`\b${CODE_NOUNS}\b`,

  shown:
    /\b(?:below|above|here(?:'s| is| it is| they are|,)|like this|as follows|now reads|it reads|reads now|version [ab]\b)|:\W*$|xquotex|xcodex/,

  claims: [
    re`^(?:yes|yep|yup|ok(?:ay)?|done|all)[,;:.! ]+(?:and )?(?:it's |they're |all |the file's )?(?:been )?(?:saved|written|stored|created|exported|filed|uploaded)(?= ?[.!,;:]| ?$| as| to| in)`,
    re`^(?:all |both |and )?(?:saved|exported|uploaded|archived)(?: (?:it|them|both|everything|all(?: of it| of them| \w+)?|the lot|that|this))?(?: (?:as|to|in|under|for you|too|now|again|away|and closed)\b|(?= ?(?:[.!,]|$|xokx)))`,
    re`^(?:saved|written|exported|created|stored|generated|updated|output|result|location|path|file|new files?|files? (?:created|changed|written|updated)|changes made|edited|changed|added|modified|deleted|renamed) ?(?:to|as|in|at|under)? ?: (?:\w+ )?xfilex`,
    re`\bhere(?:'s| is) the ${any`file|document|pdf|spreadsheet|folder|script`} (?:i|we)(?:'ve)? (?:just )?(?:created|made|wrote|generated|saved|put)\b`,
    re`\b(?:is|are|'s) (?:in|on|under) [\w ]{2,30} as xfilex`,
    re`\b(?:ready|available) (?:as|in|at|under) (?:the |your )?xfilex`,
    re`\b(?:edits?|changes|corrections|fixes) (?:made )?(?:in|to) xfilex ?:`,
    re`\b(?:which|that) i(?:'ve| have)? (?:also |now |just )*(?:saved|stored|written|put|exported)\b[^.]*\bxfilex`,
  ],

  states: [
    re`${ME}${THEN}${any`saved|exported|overwrote|overwritten|backed up|archived|uploaded|re-?saved`}\b(?! (?:you|your (?:preference|place|seat|time|money)|me|us|them from|time|money|a (?:lot|seat|place|bit)|[£$€\d])|ed)${NOT_OWN}`,
    re`${SUBJECT}(?: (?:has|have)|'s|'ve) (?:now |also |all |both |just )?been (?:\w+ly )*(?:\w+ed,? (?:and )?)*${any`saved|exported|overwritten|appended|regenerated|re-?saved|backed up`}\b${NOT_OWN}`,
    re`${SUBJECT}(?: (?:is|are)|'s|'re) (?:${BY_NOW}){1,3}${any`saved|exported|stored|filed|uploaded|archived`}\b${NOT_OWN}${END}`,
    re`(?:^|[,;:] )(?:it's |they're )?(?:in |under |it lies next to )?(?:the |your )?${THING} (?:is|are|lives?|sits?) (?:all |now |both |ready |saved )*(?:in|at|under|on) (?:the |your )?(?:\w+ )?(?:xfilex|xcodex (?:folder|directory))`,
    re`\b(?:corrected|new|updated|final|finished|clean|edited|translated|revised|shortened|signed) (?:[\w-]+ ){0,2}(?:is|are|'s) (?:now )?(?:called |in |at |under )?(?:the )?xfilex`,
    re`\b(?:is|are) now (?:a file of its own|in one file|one file)\b`,
  ],

  places: [
    /\b(?:it's|it is|they're|they are|(?:all|everything)(?: of (?:it|them))?(?: is| are|'s)|is|are|'s|lives?|sits?|lies|went|goes) (?:all |now |both |right |saved |stored |called )*(?:in|at|under|on|inside|into|to|next to|called)? ?(?:the |your |a )?(?:new |same |last one in )?(?:file |folder )?xfilex\b/g,
    /\b(?:xcodex|xfilex) (?:now )?(?:lists?|contains?|has|holds?|includes?|says|reads)\b/g,
    /\byou(?:'ll| will| can) (?:find|see) (?:it|them|everything|both|the [\w-]+|all)(?: [\w-]+){0,4} (?:in|at|under|on|inside|as) (?:the |your )?(?:\w+ )?(?:xfilex|folder|drive|desktop|workspace|project|repo|downloads|pdfs?)\b/g,
    /\b(?:is|are|'s) (?:now )?(?:in|at|under|on|part of) (?:the|your) (?:\w+ )?(?:contract|document|file|folder|repo|manuscript|spreadsheet|sheet|drive|wiki|project|codebase|handbook|desktop)\b|\bin column \w\b/g,
  ],

  making: [
    re`${ME}${THEN}${MADE}\b${NOT_OWN}`,
    re`${LEAD_IN}${MADE}\b${NOT_OWN}`,
    /\b(?:is|are|'s) (?:finished|done|ready|complete|written|drawn|typed up)\b|^[\w' -]{2,40} (?:written|generated|finished|done|created|archived|ready)(?= ?[.!,:]| ?$)|^(?:archived|done|finished)\b/g,
    re`\b(?:been|was|were) (?:\w+ )?${MADE}\b|\b(?:is|are|'s) (?:all )?now (?:in|at|under)\b`,
  ],

  elsewhere:
    /\b(?:memory|your profile|my notes|reminders?|alarms?|timers?|scene|scenario|(?:my|your|his|her) (?:mind|head)|chat|message here|my (?:answer|reply|message|last)|below|above|calendar(?! file)|to-do app|favourites|bookmarks|contacts? app)\b/,

  plainFiles: re`\b${FILE}\b`,

  disclaimers: [
    /\b(?:haven't|have not|didn't|did not|hadn't|never|couldn't|could not|can't|cannot|won't|unable to) (?:yet |actually |really )?(?:saved?|write|written|wrote|created?|stored?|touch(?:ed)? (?:any|the file|anything)|change(?:d)? (?:any|the file|your)|access)(?! the tests)\b/,
    /\bno (?:file|files) (?:was|were|has been|have been|is) (?:created|written|saved|changed)\b/,
    /\bnothing(?:'s been| has been| is| was| will be| gets) (?:saved|written|changed|stored|created)\b/,
    /\bneither (?:written|saved|created)\b|\bdry run\b|\bnot (?:written|saved|created) yet\b|\bonly a preview\b|\bi don't have (?:access|a file tool)\b|\bno file (?:tool|access)\b|\bhad i (?:saved|written|created)\b/,
  ],
};
