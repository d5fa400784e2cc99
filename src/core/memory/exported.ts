import { z } from 'zod';
import { scheduleRuleSchema } from '../schedule.js';
import { FACT_SCOPES, MAX_FACT_KEY_CHARS } from './fact.js';
import { FRAME_SOURCES, frameScopeSchema, IMPORTANCES } from './frame.js';

/** One memory in an export, without numbers that only its mind knows. */
export const exportedFrameSchema = z.object({
  content: z.string().min(1).max(8000),
  importance: z.enum(IMPORTANCES),
  source: z.enum(FRAME_SOURCES),
  trust: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]),
  /** `private`, `shared` or `chat:` and the chat's key. */
  scope: frameScopeSchema,
  /** ISO 8601. */
  createdAt: z.iso.datetime(),
  /** Where it is a fact; its content begins with the key. */
  fact: z
    .object({ key: z.string().min(1).max(MAX_FACT_KEY_CHARS), about: z.enum(FACT_SCOPES).catch('general') })
    .exactOptional(),
});
export type ExportedFrame = z.infer<typeof exportedFrameSchema>;

/** What `/export` gives a person and `waggle memory export` the operator; `waggle memory import` reads it. */
export const exportedMindSchema = z.object({
  format: z.literal('waggle-memory-1'),
  exportedAt: z.iso.datetime(),
  /** Accounts of the person; none for a workspace. */
  accounts: z.array(z.string()),
  settings: z.record(z.string(), z.string()),
  memories: z.array(exportedFrameSchema),
  /** What the person said in workspaces: it stays there, and is not imported. */
  inWorkspaces: z.array(z.object({ workspace: z.string(), memories: z.array(exportedFrameSchema) })),
  /** What the person has scheduled; not imported. */
  schedules: z
    .array(
      z.object({
        id: z.string(),
        rule: scheduleRuleSchema,
        timeZone: z.string(),
        prompt: z.string(),
        lane: z.string(),
      }),
    )
    .exactOptional(),
});
export type ExportedMind = z.infer<typeof exportedMindSchema>;
