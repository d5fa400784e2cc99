import { z } from 'zod';
import { skillToCommand, tokenToSlug } from '../../../src/runtime/skills/skillNames.js';
import { parseFrontmatter } from '../../../src/runtime/skills/skillText.js';
import { describeConformance } from '../conformanceCases.js';

describeConformance('skill.parseFrontmatter', (input) => {
  const { text } = z.object({ text: z.string() }).parse(input);
  return parseFrontmatter(text);
});

describeConformance('slash.skillToCommand', (input) => {
  const { slug } = z.object({ slug: z.string() }).parse(input);
  return skillToCommand(slug, (command) => command === 'find_skills');
});

describeConformance('slash.tokenToSlug', (input) => tokenToSlug(z.object({ token: z.string() }).parse(input).token));
