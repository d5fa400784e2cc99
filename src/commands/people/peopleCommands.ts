import type { Command } from '../registry.js';
import { createInstructionsCommand } from './instructions.js';
import { createLinkCommand, createUnlinkCommand, type LinkDeps } from './link.js';
import type { OwnOrGroup } from './ownOrGroup.js';
import { createProfileCommand } from './profile.js';
import { createToneCommand } from './tone.js';

/** What people tell about themselves and how they want to be answered, in the order of menus. */
export function createPeopleCommands(deps: LinkDeps & OwnOrGroup): readonly Command[] {
  return [
    createProfileCommand(deps),
    createInstructionsCommand(deps),
    createToneCommand(deps),
    createLinkCommand(deps),
    createUnlinkCommand(deps),
  ];
}
