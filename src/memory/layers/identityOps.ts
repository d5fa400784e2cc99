import { z } from 'zod';
import type { IdentityFields } from '../../core/memory/layers.js';
import { preparedOnce } from '../../store/preparedOnce.js';
import type { OpenedMind } from '../threads/openedMind.js';

const rowSchema = z.object({
  name: z.string().nullable(),
  role: z.string().nullable(),
  department: z.string().nullable(),
  personality: z.string().nullable(),
  capabilities: z.string().nullable(),
  system_prompt: z.string().nullable(),
});

const statements = preparedOnce((db) => ({
  get: db.prepare('SELECT name, role, department, personality, capabilities, system_prompt FROM identity WHERE id = 1'),
  set: db.prepare(
    `INSERT INTO identity (id, name, role, department, personality, capabilities, system_prompt, created_at, updated_at)
     VALUES (1, @name, @role, @department, @personality, @capabilities, @systemPrompt, @now, @now)
     ON CONFLICT (id) DO UPDATE SET name = ifnull(@name, name), role = ifnull(@role, role),
       department = ifnull(@department, department), personality = ifnull(@personality, personality),
       capabilities = ifnull(@capabilities, capabilities), system_prompt = ifnull(@systemPrompt, system_prompt),
       updated_at = @now`,
  ),
}));

/** The fields that this mind sets; null when it sets none. An empty text counts as not set. */
export function getIdentity(mind: OpenedMind): Partial<IdentityFields> | null {
  const row = rowSchema.optional().parse(statements(mind.db).get.get());
  if (row === undefined) return null;
  const { system_prompt: systemPrompt, ...others } = row;
  const fields = Object.entries({ ...others, systemPrompt }).filter(([, text]) => text !== null && text !== '');
  return fields.length === 0 ? null : Object.fromEntries(fields);
}

/** Sets the fields that are given and leaves the others; an empty text takes one back. */
export function setIdentity(
  mind: OpenedMind,
  { fields, now }: { readonly fields: Partial<IdentityFields>; readonly now: number },
): void {
  const { name, role, department, personality, capabilities, systemPrompt } = fields;
  statements(mind.db).set.run({
    name: name ?? null,
    role: role ?? null,
    department: department ?? null,
    personality: personality ?? null,
    capabilities: capabilities ?? null,
    systemPrompt: systemPrompt ?? null,
    now,
  });
}
