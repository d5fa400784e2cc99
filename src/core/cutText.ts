/** A text of at most so many characters; where something went, it ends in an ellipsis. */
export function cutText(text: string, chars: number): string {
  return text.length <= chars
    ? text
    : `${text
        .slice(0, chars - 1)
        .replace(/[\uD800-\uDBFF]$/, '')
        .trimEnd()}…`;
}
