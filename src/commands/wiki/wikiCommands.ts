import { join } from 'node:path';
import { WaggleError } from '../../core/errors.js';
import type { MemoryReach, MindView } from '../../core/memory/reach.js';
import type { Minds } from '../../core/ports/minds.js';
import { keyOfPage, searchPages } from '../../runtime/vault/searchPages.js';
import { WIKI_BROKEN } from '../../runtime/vault/vaultFolders.js';
import type { Vaults } from '../../runtime/vault/vaults.js';
import { shelfOf } from '../memory/memoryCall.js';
import type { Command, CommandAnswer, CommandCall } from '../registry.js';
import { COMMAND_SPECS } from '../specs.js';
import { button, codeText, describeFound, describePageFile, describeSync, pagesText } from './describeWiki.js';

export interface WikiCommandsDeps {
  readonly vaults: Vaults;
  readonly minds: Pick<Minds, 'stats'>;
  /** What a turn of the caller would see of memory. */
  readonly openReach: (call: CommandCall) => Promise<MemoryReach>;
  /** `WAGGLE_DATA_DIR`; only the owner is told where it is. */
  readonly dataDir: string;
}

type Answer = string | CommandAnswer;

/**
 * The knowledge vault: `/wiki_setup` makes and removes it, `/wiki_sync` brings it up to date, `/wiki_search` looks into it. In a direct
 * chat it is the person's, in a group the chat's: the memories that `/memory` lists there.
 */
export function createWikiCommands({ vaults, minds, openReach, dataDir }: WikiCommandsDeps): readonly Command[] {
  const viewOf = async (call: CommandCall): Promise<MindView> => shelfOf(await openReach(call)).view;

  const missing = ({ wording }: CommandCall): Answer => ({
    text: wording.text('wiki-not-set-up', {}),
    choices: [button(wording, 'wiki-button-setup', '/wiki_setup')],
  });

  /** The folder as the caller may know it: paths of the machine are the owner's business. */
  const placeOf = ({ principal, address }: CommandCall, path: string): string =>
    codeText(principal.role === 'owner' && address.kind === 'dm' ? join(dataDir, path) : path);

  const make = async (call: CommandCall, view: MindView): Promise<Answer> => {
    const { wording } = call;
    const { path, result } = await vaults.setUp(view, wording.language);
    const { frames } = await minds.stats(view);
    const place = { pages: pagesText(result.pages, wording), folder: placeOf(call, path) };
    const lines = [
      wording.text('wiki-setup-done', place),
      wording.text(frames === 0 ? 'wiki-setup-empty' : 'wiki-setup-next', {}),
    ];
    return { text: lines.join('\n\n'), choices: [button(wording, 'wiki-button-sync', '/wiki_sync')] };
  };

  const setup = async (call: CommandCall): Promise<Answer> => {
    const { args, wording } = call;
    const view = await viewOf(call);
    // A damaged record is made anew, as where there is none.
    const known = await vaults.find(view).catch((thrown: unknown) => {
      if (args === '' && thrown instanceof WaggleError && thrown.code === WIKI_BROKEN) return null;
      throw thrown;
    });
    const wanted = args.toLowerCase().replace(/\s+/g, ' ');
    if (wanted === 'remove' || wanted === 'remove now') {
      if (known === null) return missing(call);
      if (wanted === 'remove') {
        return {
          text: wording.text('wiki-remove-sure', {}),
          choices: [button(wording, 'wiki-remove-yes', '/wiki_setup remove now')],
        };
      }
      const gone = await vaults.remove(view);
      const kept = gone?.kept ?? 0;
      const stayed = kept === 0 ? [] : [wording.text('wiki-sync-kept', { n: String(kept) })];
      const pages = [pagesText(gone?.removed ?? 0, wording), ...stayed].join(', ');
      return wording.text('wiki-removed', { pages });
    }
    if (args !== '') return wording.text('wiki-setup-how', {});
    if (known === null || known.state.syncedAt === null) return make(call, view);
    return {
      text: wording.text('wiki-is-set-up', {
        folder: placeOf(call, known.path),
        day: new Date(known.state.syncedAt).toISOString().slice(0, 10),
      }),
      choices: [
        button(wording, 'wiki-button-sync', '/wiki_sync'),
        button(wording, 'wiki-button-remove', '/wiki_setup remove'),
      ],
    };
  };

  const sync = async (call: CommandCall): Promise<Answer> => {
    const { args, wording } = call;
    const result = await vaults.sync(await viewOf(call));
    if (result === null) return missing(call);
    const text = describeSync(result, wording);
    return args === '' ? text : `${text}\n\n${wording.text('wiki-sync-all', {})}`;
  };

  const search = async (call: CommandCall): Promise<Answer> => {
    const { args, wording } = call;
    const files = await vaults.files(await viewOf(call));
    if (files === null) return missing(call);
    if (args === '') return wording.text('wiki-search-how', {});
    const key = /^open ([0-9a-f]{10})$/i.exec(args)?.[1]?.toLowerCase();
    if (key !== undefined) {
      const file = files.find(({ path }) => keyOfPage(path) === key);
      return file === undefined ? wording.text('wiki-page-gone', {}) : describePageFile(file, wording);
    }
    const [, page, question] = /^page (\d{1,4}) (.+)$/is.exec(args) ?? [];
    const found = searchPages(files, question ?? args);
    if (found === null) return wording.text('wiki-search-how', {});
    if (found.length === 0) return wording.text('wiki-not-found', {});
    return describeFound(found, question ?? args, Number(page ?? 1), wording);
  };

  return [
    { spec: COMMAND_SPECS.wiki_setup, run: setup },
    { spec: COMMAND_SPECS.wiki_sync, run: sync },
    { spec: COMMAND_SPECS.wiki_search, run: search },
  ];
}
