import { escapeMarkdown } from '../core/escapeMarkdown.js';
import type { McpStatus } from '../runtime/mcp/mcpServer.js';
import type { CommandCall } from './registry.js';

/** The lines of `/status` about MCP servers. Why one is down is for whoever can mend it. */
export function describeMcp(servers: readonly McpStatus[], call: CommandCall, now: number): string[] {
  const { text } = call.wording;
  const mayMend = call.principal.role === 'owner' || call.principal.role === 'admin';
  return servers.map(({ name: server, state, tools, refused, why, retryAt }) => {
    if (state === 'starting') return text('status-mcp-starting', { server });
    if (state === 'ready') {
      const ready = text('status-mcp-ready', { server, n: String(tools) });
      return refused === 0 ? ready : `${ready} ${text('status-mcp-refused', { n: String(refused) })}`;
    }
    const seconds = String(Math.max(0, Math.ceil(((retryAt ?? now) - now) / 1000)));
    const down = text('status-mcp-down', { server, seconds });
    return mayMend && why !== null ? `${down} (${escapeMarkdown(why)})` : down;
  });
}
