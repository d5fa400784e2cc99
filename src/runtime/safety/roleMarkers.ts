import type { ScanContext } from './injectionFamilies.js';

/**
 * Signs of a forged conversation: tokens of chat templates, role labels, and the contract's fixed announcements. Role
 * labels count only at the start of a line and with an order behind them: `Operating system: Windows` is a label too.
 */

/** Tokens of chat templates. In code spans and string literals they are documentation. */
const TEMPLATE_TOKEN =
  /(?<![`"'\w])(?:<\|(?:im_start|im_end|start_header_id|end_header_id|eot_id|system|user|assistant|end|endoftext|begin_of_text|channel|message)\|>|\[\/?INST\]|<<\/?SYS>>|<\/?(?:start|end)_of_turn>|<\/?s>\s*\[INST\]|<\/?system[-_ ]?(?:override|prompt|message|instructions?)\b[^>\n]{0,80}>|<\/?(?:function_results|tool_call|function_calls|tool_response)>)(?![`'"])/i;

const CODE_SPAN = /`[^`]{1,300}`/g;

/** An order after `SYSTEM:` and its like. */
const ROLE_ORDER =
  /(?:^|":\s?")[ \t>*#_([{-]{0,8}(?:SYSTEM|ADMIN(?:ISTRATOR)?|ROOT|DEVELOPER|ASSISTANT)(?: (?:MESSAGE|OVERRIDE|PROMPT|NOTICE|INSTRUCTIONS?|COMMAND))?[*_)\]}]{0,4}\s?:[ \t*_]{0,4}(?:(?:please|now|you|the (?:ai|assistant|model|user|agent)|new|all|your|from now)\b|(?:transfer|ignore|disregard|forget|override|reveal|print|show|send|delete|grant|give|execute|run|disable|enable|obey|comply|answer|respond|reply|tell|call|forward|email|approve|allow|act|switch|enter|stop|output|repeat|do|follow|set|use|open|read|upload|post|pay|buy|export|dump|drop|reset|bypass|treat|consider|assume|remember|never|always|unlock|activate|increase|remove|erase|wipe|make)\b)/im;

const ANNOUNCEMENT =
  /\bBEGIN (?:NEW |REAL |HIDDEN |SECRET )(?:INSTRUCTIONS?|SYSTEM PROMPT|ORDERS)\b|\bEND OF (?:SYSTEM |HIDDEN )(?:PROMPT|MESSAGE|INSTRUCTIONS)\b|\b(?:admin(?:istrator)?|system|root|master|emergency) override\s*[:!]|^[ \t>*#]{0,6}###\s*(?:system|instructions?)\s*:|\bEND OF (?:THE )?(?:DOCUMENT|PAGE|FILE|ARTICLE|CONTENT|TEXT|DATA|RESULTS?|EMAIL|MESSAGE)[\s=*#-]{1,40}(?:User|Human|System|Assistant|Developer)\s?:/im;

const IMPORTANT_ORDER = /\bIMPORTANT\b[\s:!*_-]{1,6}(?:\w+[\s,]{1,3}){0,3}(?:ignore|disregard|forget|override)\b/i;

/** Turns of a conversation that never took place. */
const FORGED_TURNS =
  /(?:^|\n)[ \t]{0,4}(?:Assistant|AI)\s?:[^\n]{0,400}\n\s{0,8}(?:Human|User)\s?:|(?:^|\n)[ \t]{0,4}(?:Human|User)\s?:[^\n]{0,400}\n\s{0,8}(?:Assistant|AI)\s?:/i;

const NEW_INSTRUCTIONS = /(?:^|[.!?\n"(>*#-])\s{0,3}(?:new|updated|real|actual) (?:system )?instructions?\s?:/i;

/** The flags that the signs raise. */
export function findRoleMarkers(text: string, context: ScanContext): string[] {
  const flags: string[] = [];
  if (NEW_INSTRUCTIONS.test(text)) flags.push('role_override');
  const isForged =
    TEMPLATE_TOKEN.test(text.replace(CODE_SPAN, ' ')) ||
    ROLE_ORDER.test(text) ||
    ANNOUNCEMENT.test(text) ||
    IMPORTANT_ORDER.test(text) ||
    (context === 'user_input' && FORGED_TURNS.test(text));
  if (isForged) flags.push('instruction_injection');
  return flags;
}
