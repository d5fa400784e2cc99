import type { ExportedMind } from '../../core/memory/exported.js';
import { putInOutbox } from '../../runtime/workspace/outbox.js';
import type { Command } from '../registry.js';
import { COMMAND_SPECS } from '../specs.js';

export interface ExportDeps {
  readonly exportPerson: (person: string) => Promise<ExportedMind>;
  readonly dataDir: string;
}

/** `/export`: what is remembered of the person, as a file that `waggle memory import` reads. */
export function createExportCommand({ exportPerson, dataDir }: ExportDeps): Command {
  return {
    spec: COMMAND_SPECS.export,
    run: async ({ address, lane, principal, wording }) => {
      if (address.kind !== 'dm') return wording.text('export-dm-only', {});
      const exported = await exportPerson(principal.person);
      const name = `waggle-memory-${exported.exportedAt.slice(0, 10)}.json`;
      const text = `${JSON.stringify(exported, null, 2)}\n`;
      const file = await putInOutbox(dataDir, lane, { name, mime: 'application/json', text });
      return { text: wording.text('export-done', {}), choices: [], files: [file] };
    },
  };
}
