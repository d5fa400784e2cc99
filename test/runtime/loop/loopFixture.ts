import { expect } from 'vitest';
import type { AgentResponse } from '../../../src/core/events.js';
import type { AgentLoopConfig } from '../../../src/runtime/loop/agentLoopConfig.js';
import type { LoopEvent } from '../../../src/runtime/loop/loopEvent.js';
import { runAgentLoop } from '../../../src/runtime/loop/runAgentLoop.js';
import { type ModelServer, startModelServer } from '../../platforms/model/modelServer.js';
import type { ModelReply, ScriptedToolCall } from '../../platforms/model/reply.js';
import { createFakeClock, type FakeClock } from '../../setup/fakeClock.js';

export interface LoopBench {
  readonly server: ModelServer;
  readonly clock: FakeClock;
  /** Runs the loop against the scripted model; retry waits pass at once. */
  run(config?: Partial<AgentLoopConfig>): Promise<{ response: AgentResponse; events: LoopEvent[] }>;
  /** The tool results in the request with this number, from 0. */
  answersOf(request: number): string[];
  /** Also checks that no request was one that a real endpoint would refuse. */
  close(): Promise<void>;
}

export async function openLoopBench(): Promise<LoopBench> {
  const server = await startModelServer();
  const clock = createFakeClock();
  return {
    server,
    clock,
    run: async (config = {}) => {
      const events: LoopEvent[] = [];
      const response = await runAgentLoop({
        litellmUrl: server.url,
        litellmApiKey: 'k',
        model: 'm',
        systemPrompt: 'be kind',
        tools: [],
        messages: [{ role: 'user', content: 'hi' }],
        clock,
        jitter: () => 0,
        ...config,
        onEvent: (event) => {
          events.push(event);
          if (event.type === 'notice' && 'seconds' in event.args) void clock.advance(Number(event.args.seconds) * 1000);
        },
      });
      return { response, events };
    },
    answersOf: (request) => [...(server.requests[request]?.toolResults.values() ?? [])],
    close: async () => {
      const refused = server.refused();
      await server.close();
      expect(refused).toEqual([]);
    },
  };
}

/** A scripted tool call. */
export const call = (name: string, args: Record<string, unknown> | string = {}): ScriptedToolCall => ({
  name,
  arguments: args,
});

/** A reply of nothing but tool calls. */
export const calls = (...toolCalls: ScriptedToolCall[]): ModelReply => ({ toolCalls });

/** Token counts of a reply. */
export const usage = (prompt_tokens: number, completion_tokens: number) => ({ prompt_tokens, completion_tokens });
