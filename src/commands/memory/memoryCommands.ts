import type { Command } from '../registry.js';
import { createExportCommand, type ExportDeps } from './exportCommand.js';
import { createForgetCommand, type ForgetDeps } from './forgetCommand.js';
import { createMemoryCommand } from './memoryCommand.js';
import { createRememberCommand } from './rememberCommand.js';

/** What people can do with memory, in the order of menus. */
export function createMemoryCommands(deps: ForgetDeps & ExportDeps): readonly Command[] {
  return [createMemoryCommand(deps), createRememberCommand(deps), createForgetCommand(deps), createExportCommand(deps)];
}
