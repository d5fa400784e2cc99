/** Where a text comes from: a person in the chat, or whatever a tool returned. */
export type ScanContext = 'user_input' | 'tool_output';

/**
 * Weights of the contract's three families (spec runtime 7.10). Each counts once, the sum is capped at 1, and from
 * `UNSAFE_SCORE` a text is unsafe.
 */
export const CONTRACT_WEIGHTS: Readonly<Record<string, Readonly<Record<ScanContext, number>>>> = {
  role_override: { user_input: 0.5, tool_output: 0.5 },
  prompt_extraction: { user_input: 0.4, tool_output: 0.4 },
  instruction_injection: { user_input: 0.3, tool_output: 0.6 },
};

/**
 * Weights of our further families, for attacks that name neither rules nor prompts. They are looked at where the
 * contract's families find nothing, so that its scores stay what it says.
 */
export const FURTHER_WEIGHTS: Readonly<Record<string, Readonly<Record<ScanContext, number>>>> = {
  /** Speaks to the machine that reads and tells it what to do. */
  machine_address: { user_input: 0.3, tool_output: 0.6 },
  /** Wants something kept from the people it works for. */
  concealment: { user_input: 0.3, tool_output: 0.6 },
  /** Wants secrets, or other people's data, sent or shown. */
  data_exfiltration: { user_input: 0.4, tool_output: 0.6 },
  /** Wants checks, filters or confirmations gone. */
  safeguard_removal: { user_input: 0.4, tool_output: 0.6 },
  /** Claims or asks for a rank. */
  privilege_claim: { user_input: 0.4, tool_output: 0.6 },
  /** Hides an order in a code and asks to carry it out. */
  encoded_instruction: { user_input: 0.4, tool_output: 0.6 },
  /** Wants a rule planted for later conversations. */
  persistent_rule: { user_input: 0.4, tool_output: 0.6 },
  /** Worded as attacks are, though no rule says why: marked in a tool's output, never taken out. */
  attack_wording: { user_input: 0.3, tool_output: 0.3 },
};

/** From this score on a text is unsafe (contract). */
export const UNSAFE_SCORE = 0.3;
