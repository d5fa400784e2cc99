/** Blocks of guidance, each for tools that make it useful (spec: turns and commands 7). */
export const GUIDANCE: readonly { readonly anyOf: readonly string[]; readonly text: string }[] = [
  {
    anyOf: ['save_memory'],
    text: 'Memory: save lasting facts as full sentences that stand alone ("The user prefers short answers"), not instructions to yourself; what has one value at a time under a key. Leave out what is stale within a week. How something is done belongs in a skill, not in memory.',
  },
  {
    anyOf: ['session_search'],
    text: 'Earlier conversations: when the user refers to one, use session_search before you ask them to repeat anything.',
  },
  {
    anyOf: ['session_note', 'session_memory'],
    text: "Session notes: keep decisions, notes and results of this conversation's work as you go. Preferences are no session notes.",
  },
  {
    anyOf: ['create_skill', 'skill'],
    text: 'Skills: after a task of five calls or more, or a fix that was hard to find, save the way as a skill. Correct a skill that turns out stale.',
  },
];

/** Always there (spec: turns and commands 7). */
export const TOOL_USE_ENFORCEMENT =
  'Act in the same reply: what a tool can do now, do now. Never end on a promise or an announcement of the next step.';

export const MISSING_CONTEXT = `<missing_context>
Something is missing? Look it up with a tool. Ask only for what cannot be found, one question at a time; if a sensible assumption will do, make it and say so.
</missing_context>`;

export const VERIFICATION = `<verification>
Before you end: does the answer cover everything that was asked, does each claim rest on something seen in this turn, and did every action really run?
</verification>`;
