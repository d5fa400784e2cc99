import type { FrameScope } from '../../core/memory/frame.js';

/** The SQL that keeps a statement within scopes, and its one parameter: a JSON list. No scope, no row. */
export function inScopes(column: string, parameter = '@scopes'): string {
  return `${column} IN (SELECT value FROM json_each(${parameter}))`;
}

export function scopesParameter(scopes: readonly FrameScope[]): string {
  return JSON.stringify(scopes);
}
