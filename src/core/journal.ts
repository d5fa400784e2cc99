import { z } from 'zod';
import { backgroundJobSchema } from './backgroundJob.js';

/** A tool call as the model asked for it. `arguments` is the text of a JSON object, `{}` where the model's own was none. */
export const toolCallSchema = z.object({
  /** Unique within the turn; renamed where the model repeated or left out ids. */
  id: z.string(),
  name: z.string(),
  arguments: z.string(),
  /** Set when the call must not run (unreadable or cut-off arguments, too many calls): the answer that the model gets instead. */
  refusal: z.string().exactOptional(),
});
export type ToolCall = z.infer<typeof toolCallSchema>;

const usageSchema = z.object({ inputTokens: z.number(), outputTokens: z.number() });

const modelStep = z.object({
  type: z.literal('model'),
  text: z.string(),
  toolCalls: z.array(toolCallSchema),
  usage: usageSchema,
  model: z.string(),
  /** Why the model stopped, where that says more than the rest: `length`, or `tool_calls` without any. */
  finish: z.string().exactOptional(),
});

const toolStartStep = z.object({
  type: z.literal('toolStart'),
  call: z.string(),
  name: z.string(),
  arguments: z.string(),
  /** A takeover must not run the call again. */
  mutating: z.boolean(),
});

/** A call that a sub-agent made on the way, for whoever judges what was done in a turn. */
const innerCallSchema = z.object({ name: z.string(), arguments: z.string(), failed: z.boolean() });
export type InnerCall = z.infer<typeof innerCallSchema>;

const toolEndStep = z.object({
  type: z.literal('toolEnd'),
  call: z.string(),
  name: z.string(),
  result: z.string(),
  failed: z.boolean(),
  counted: z.boolean(),
  /** A line for the model after the result: guidance, or how many rounds are left. */
  note: z.string().exactOptional(),
  /** The tool ended the run: its result is the answer. */
  givesUp: z.literal(true).exactOptional(),
  /** Tools that the call made callable from the next round on, in order. */
  found: z.array(z.string()).exactOptional(),
  /** Calls of the sub-agents that the call had at work, in order. */
  inner: z.array(innerCallSchema).exactOptional(),
});

/**
 * A user message that the harness added between rounds (gate directive, nudge); `text` is that message. It voids the
 * text of the model call before it, when that was an answer.
 */
const directiveStep = z.object({ type: z.literal('directive'), why: z.string(), text: z.string() });

/** A step of a sub-agent's run: its beginning, what any run leaves, its end. A run that has ended is not run again. */
const agentStepSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('begin'),
    id: z.string(),
    name: z.string(),
    role: z.string(),
    task: z.string(),
    at: z.number(),
  }),
  modelStep,
  toolStartStep,
  toolEndStep,
  directiveStep,
  z.object({
    type: z.literal('end'),
    failed: z.boolean(),
    /** The result, or what went wrong. */
    text: z.string(),
    toolsUsed: z.array(z.string()),
    usage: usageSchema,
    at: z.number(),
  }),
]);
export type AgentStep = z.infer<typeof agentStepSchema>;

/**
 * What attempts changed that an edit of the message made void. First of a journal where there is any: nothing else is left of
 * them, and the model has to know what it did already.
 */
const voidedStep = z.object({
  type: z.literal('voided'),
  /** Oldest first; arguments and result are cut. */
  calls: z.array(
    z.object({
      name: z.string(),
      arguments: z.string(),
      outcome: z.enum(['ok', 'failed', 'unknown']),
      /** Empty where the outcome is unknown. */
      result: z.string(),
    }),
  ),
  /** Further, older calls. */
  left: z.number(),
});
export type VoidedCalls = z.infer<typeof voidedStep>;

/**
 * One durable step of a turn. There is one per finished model call and per start and end of a tool, never one per token.
 * Another worker rebuilds the turn from these: a result that stands here is not fetched again, a mutating call that
 * was started and has no result is not repeated.
 */
export const journalStepSchema = z.discriminatedUnion('type', [
  voidedStep,
  modelStep,
  toolStartStep,
  toolEndStep,
  directiveStep,
  /** Messages of the same sender that were taken into the running turn, as the model was given them. */
  z.object({ type: z.literal('more'), messages: z.array(z.object({ identity: z.string(), content: z.string() })) }),
  /** What was to be remembered is in the minds: a takeover neither saves nor counts it again. */
  z.object({ type: z.literal('noted'), saved: z.number() }),
  /** `run` names the sub-agent's run within the turn: the tool calls that led to it. */
  z.object({ type: z.literal('agent'), run: z.string(), step: agentStepSchema }),
  /** The answer: a takeover that finds it only delivers it. */
  z.object({
    type: z.literal('final'),
    content: z.string(),
    text: z.string(),
    toolsUsed: z.array(z.string()),
    usage: usageSchema,
    /** Shown after the text, but no part of the conversation (a budget that is nearly used up). */
    aside: z.string().exactOptional(),
    /** What the turn leaves for the background lane. */
    background: z.array(backgroundJobSchema).exactOptional(),
  }),
]);
export type JournalStep = z.infer<typeof journalStepSchema>;
