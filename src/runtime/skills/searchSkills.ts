import type { Skill } from './skill.js';

/** How much a word counts, by where it stands. */
const WEIGHTS = { slug: 5, triggers: 3, tags: 3, description: 2, body: 1 } as const;

const MIN_WORD_CHARS = 2;

/**
 * Skills that fit a query, best first: by its words, each of which counts once, where it says most. Words also stand for those that
 * begin with them. An empty query gives all.
 */
export function searchSkills(skills: readonly Skill[], query: string): readonly Skill[] {
  const words = wordsOf(query);
  if (words.length === 0) return query.trim() === '' ? skills : [];
  return skills
    .map((skill) => ({ skill, score: scoreOf(skill, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ skill }) => skill);
}

function scoreOf(skill: Skill, words: readonly string[]): number {
  const parts: readonly (readonly [text: string, weight: number])[] = [
    [`${skill.slug} ${skill.name}`, WEIGHTS.slug],
    [skill.triggers.join(' '), WEIGHTS.triggers],
    [`${skill.tags.join(' ')} ${skill.category ?? ''}`, WEIGHTS.tags],
    [skill.description, WEIGHTS.description],
    [skill.body, WEIGHTS.body],
  ];
  const known = parts.map(([text, weight]) => ({ words: wordsOf(text), weight }));
  return words.reduce((sum, word) => {
    const best = known.find((part) => part.words.some((other) => other === word || other.startsWith(word)));
    return sum + (best?.weight ?? 0);
  }, 0);
}

function wordsOf(text: string): readonly string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words.filter((word) => word.length >= MIN_WORD_CHARS || /\p{Script=Han}/u.test(word)))];
}
