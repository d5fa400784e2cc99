import { memories } from './001-memories.js';
import { frames } from './002-frames.js';
import { states } from './003-states.js';
import { facts } from './004-facts.js';
import { signalAuthors } from './005-signal-authors.js';
import type { Migration } from './migration.js';

/** All migrations of a mind, in order. */
export const migrations: readonly Migration[] = [memories, frames, states, facts, signalAuthors];
