import { z } from 'zod';
import { preparedOnce } from '../../store/preparedOnce.js';
import type { OpenedMind } from '../threads/openedMind.js';

const ownerSchema = z.string().optional();
const statements = preparedOnce((db) => ({
  owner: db.prepare("SELECT value FROM meta WHERE key = 'owner'").pluck(),
}));

/** What the file names as its owner; null when it was emptied. */
export function readOwner(mind: OpenedMind): string | null {
  return ownerSchema.parse(statements(mind.db).owner.get()) ?? null;
}
