import { firstMigration } from './001-first.js';
import { usageAndTraces } from './002-usage-and-traces.js';
import { channelMemory } from './003-channel-memory.js';
import { editsAndOverheard } from './004-edits-and-overheard.js';
import { people } from './005-people.js';
import { conversations } from './006-conversations.js';
import { mindMoves } from './007-mind-moves.js';
import { erasing } from './008-erasing.js';
import { checkpoints } from './009-checkpoints.js';
import { deliveryReplaces } from './010-delivery-replaces.js';
import { untoldWhole } from './011-untold-whole.js';
import { questions } from './012-questions.js';
import { access } from './014-access.js';
import { schedules } from './017-schedules.js';
import type { Migration } from './migration.js';

/** Every migration of `gateway.db`, in order of their numbers. */
export const migrations: readonly Migration[] = [
  firstMigration,
  usageAndTraces,
  channelMemory,
  editsAndOverheard,
  people,
  conversations,
  mindMoves,
  erasing,
  checkpoints,
  deliveryReplaces,
  untoldWhole,
  questions,
  access,
  schedules,
];
