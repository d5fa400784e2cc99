import type { Setting } from './setting.js';

const LONGEST_SHOWN = 80;
/** Shapes of well-known keys and tokens, wherever they were pasted by mistake. */
const SECRET_SHAPES =
  /\b(?:sk|pk|gsk|ghp|xox[a-z]|xapp)[-_][\w-]{6,}|\b\d{6,}:[\w-]{20,}|\bey[\w-]{20,}\.[\w-]+(?:\.[\w-]*)?/g;
const CREDENTIALS_IN_URL = /\/\/[^/@\s]*@/g;
const SECRET_PARAMETER = /([?&](?:\w*(?:password|secret|token|key)\w*)=)[^&\s]+/gi;

/** A value as it may be shown: secrets only by their length, anything that looks like one blotted out, the rest quoted. */
export function maskValue(setting: Pick<Setting, 'secret'>, raw: string): string {
  if (setting.secret === true) return `(hidden, ${raw.length} characters)`;
  return JSON.stringify(shorten(maskText(raw)));
}

/** Whether a text holds something in the shape of a well-known key or token. */
export function looksSecret(raw: string): boolean {
  return maskText(raw) !== raw;
}

function maskText(raw: string): string {
  return raw
    .replace(CREDENTIALS_IN_URL, '//(hidden)@')
    .replace(SECRET_PARAMETER, '$1(hidden)')
    .replace(SECRET_SHAPES, '(hidden)');
}

function shorten(shown: string): string {
  return shown.length > LONGEST_SHOWN ? `${shown.slice(0, LONGEST_SHOWN)}...` : shown;
}
