import type { CommandSpec } from '../../core/commandSpec.js';
import type { CommandList } from '../../http/commandList.js';
import type { HttpApp } from '../../http/httpPart.js';

export interface CommandRouteDeps {
  /** The commands of whoever owns the gateway, as they are now. */
  readonly commands: () => readonly CommandSpec[];
}

/** Lists the slash commands, for clients that complete them. */
export function mountCommandRoutes(app: HttpApp, { commands }: CommandRouteDeps): void {
  app.route({
    method: 'GET',
    path: '/api/commands',
    auth: 'token',
    handle: (context) => {
      const list: CommandList = {
        commands: commands().map(({ name, description, usage, completions }) => ({
          name,
          description,
          usage,
          words: [...(completions?.() ?? [])],
        })),
      };
      return context.json(list);
    },
  });
}
