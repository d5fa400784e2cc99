import { systemClock } from '../../core/clock.js';
import type { AgentResponse } from '../../core/events.js';
import { silentLog } from '../../core/log.js';
import { createCompletionChecks } from '../gates/completionChecks.js';
import { createChatClient, DEFAULT_LLM_TIMEOUT_MS, randomJitter } from '../llm/chatClient.js';
import { GUARDRAIL_DEFAULTS } from '../loopPolicy/guardrailConfig.js';
import { sanitiseInPortions } from '../safety/sanitiseToolResult.js';
import { createToolSet } from '../tools/toolSet.js';
import type { AgentLoopConfig } from './agentLoopConfig.js';
import { createLoop } from './loop.js';
import type { LoopEvent } from './loopEvent.js';
import { ABORTED_TEXT } from './loopTexts.js';
import type { ToolObservers } from './toolRun.js';

/** Contract default of `maxTurns`. */
const DEFAULT_MAX_TURNS = 10;

/**
 * Runs the agent on a conversation: the contract's face (agent runtime 3) over the inner loop.
 *
 * @returns the answer; also when the budget or the turns are used up, and when the signal aborted between requests
 * @throws ModelError when the endpoint does not answer; the signal's reason when it aborted a request under way
 */
export async function runAgentLoop(config: AgentLoopConfig): Promise<AgentResponse> {
  const log = (config.log ?? silentLog).child(config.turnId === undefined ? {} : { turn: config.turnId });
  const clock = config.clock ?? systemClock;
  const stream = config.stream ?? false;
  const signal = config.signal ?? new AbortController().signal;
  const innerFetch = config.fetch ?? fetch;
  let isRequestRejected = false;

  const trackedFetch: typeof fetch = async (input, init) => {
    try {
      return await innerFetch(input, init);
    } catch (error) {
      isRequestRejected = true;
      throw error;
    }
  };

  const tell = (what: string, callback: () => void) => {
    try {
      callback();
    } catch (error) {
      log.warn({ err: error }, `${what} threw`);
    }
  };

  const { recorder, handle } = config.traceRecording ?? {};
  const tellToken = (token: string) => {
    tell('the trace', () => recorder?.onToken?.(handle, token));
    tell('onToken', () => config.onToken?.(token));
  };
  const observers: ToolObservers = {
    onToolUse: (name, input) => {
      tell('the trace', () => recorder?.onToolUse?.(handle, name, input));
      tell('onToolUse', () => config.onToolUse?.(name, input));
    },
    onToolResult: (name, input, result) => {
      tell('the trace', () => recorder?.onToolResult?.(handle, name, input, result));
      tell('onToolResult', () => config.onToolResult?.(name, input, result));
    },
    onGiveUp: config.onGiveUp,
  };

  const emit = (event: LoopEvent) => {
    tell('onEvent', () => config.onEvent?.(event));
    if (stream && event.type === 'text') tellToken(event.delta);
  };

  const loop = createLoop({
    llm: createChatClient({
      baseUrl: config.litellmUrl,
      apiKey: config.litellmApiKey,
      fetch: trackedFetch,
      clock,
      log,
      timeoutMs: config.llmTimeoutMs ?? DEFAULT_LLM_TIMEOUT_MS,
      jitter: config.jitter ?? randomJitter,
    }),
    model: config.model,
    stream,
    opening: [
      { role: 'system', content: config.systemPrompt },
      ...config.messages.map(({ role, content }) => ({ role, content })),
    ],
    request: config.messages.findLast(({ role }) => role === 'user')?.content ?? '',
    journal: [],
    interrupted: false,
    tools: createToolSet(config.tools, config.pluginTools?.activeTools() ?? [], log),
    governance: config.governancePolicies ?? {},
    router: config.capabilityRouter ?? null,
    scope: config.scope ?? null,
    agents: null,
    observers,
    hooks: config.hooks ?? null,
    place: { turnId: config.turnId, ...config.place },
    scanToolResult: config.scanToolResult ?? sanitiseInPortions,
    spill: config.spill ?? null,
    guardrails: { ...GUARDRAIL_DEFAULTS, ...config.guardrails },
    continuation: config.continuation ?? 'off',
    checks: createCompletionChecks({
      verificationGate: config.verificationGate ?? true,
      skillDistillationGate: config.skillDistillationGate ?? true,
      distillation: 'inline',
      onSkillDistillationFire: config.onSkillDistillationFire,
      log,
    }),
    maxRounds: config.maxTurns ?? DEFAULT_MAX_TURNS,
    closingCall: false,
    maxTokenBudget: config.maxTokenBudget ?? 0,
    takeMore: async () => [],
    emit,
    record: async () => {},
    signal,
    clock,
    log,
  });

  try {
    const { response } = await loop.run();
    if (!stream) tellToken(response.content);
    return response;
  } catch (error) {
    if (!signal.aborted || isRequestRejected) throw error;
    const { toolsUsed, usage } = loop.soFar();
    return { content: ABORTED_TEXT, toolsUsed, usage };
  }
}
