// The text of an answer while it grows: segments, voided attempts, the final word.

const SEPARATOR = '\n\n';

/** Takes the events of a turn and says which Markdown to show now. */
export class ShownText {
  #segments = [];
  #open = '';
  #voided = null;

  apply({ name, data }) {
    if (name === 'delta') {
      this.#voided = null;
      this.#open += data.text;
    } else if (name === 'segment') {
      if (this.#open.trim() !== '') this.#segments.push({ text: this.#open, isDropped: data.drop });
      this.#open = '';
    } else if (name === 'reset') {
      this.#voided = this.source();
      this.#segments = [];
      this.#open = '';
    } else if (name === 'final' || (name === 'stopped' && data.text !== '')) {
      this.#voided = null;
      this.#segments = [];
      this.#open = data.text;
    }
  }

  /** Voided text stays until new text comes, and narration until something follows it. */
  source() {
    if (this.#voided !== null) return this.#voided;
    const kept = this.#segments.filter((segment) => !segment.isDropped).map((segment) => segment.text);
    const last = this.#segments.at(-1);
    if (this.#open.trim() !== '') kept.push(this.#open);
    else if (last?.isDropped) kept.push(last.text);
    return kept.join(SEPARATOR);
  }
}
