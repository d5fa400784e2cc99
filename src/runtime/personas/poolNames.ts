/**
 * Tools that a persona has besides those that it lists (spec runtime 6.1). The second group are tools of this gateway that
 * the contract does not know, or gives to none: the clock, files for the chat, what belongs to memory and skills, schedules.
 */
export const ALWAYS_AVAILABLE: ReadonlySet<string> = new Set([
  'search_memory',
  'save_memory',
  'get_identity',
  'get_awareness',
  'query_knowledge',
  'add_task',
  'correct_knowledge',
  'list_skills',
  'search_skills',
  'suggest_skill',
  'acquire_capability',
  'install_capability',
  'compose_workflow',
  'create_plan',
  'add_plan_step',
  'execute_step',
  'show_plan',

  'tool_search',
  'get_time',
  'send_file',
  'offer_choices',
  'skill',
  'read_skill',
  'session_search',
  'session_note',
  'search_all_workspaces',
  'memory_recall',
  'memory_forget',
  'create_schedule',
  'list_schedules',
  'delete_schedule',
  'trigger_schedule',
]);

/** What a read-only persona never has, also where it lists it (spec runtime 6.1). */
export const NEVER_READ_ONLY: ReadonlySet<string> = new Set([
  'write_file',
  'edit_file',
  'git_commit',
  'git_push',
  'git_merge',
  'save_memory',
  'correct_knowledge',
  'generate_docx',
  'generate_pdf',
  'generate_pptx',
  'generate_xlsx',
  'install_capability',
  'spawn_agent',
  'execute_step',
  'bash',
  'create_schedule',
  'delete_schedule',
  'trigger_schedule',
]);

/** Plans are notes of the persona's own, so a read-only one may make them where it lists the tool. */
export const PLAN_NOTES: ReadonlySet<string> = new Set(['create_plan', 'add_plan_step']);

/** Tools that the contract does not know, and the one of its tools with which a persona has or loses them. */
export const COMES_WITH: ReadonlyMap<string, string> = new Map([
  ['list_files', 'read_file'],
  ['tree', 'read_file'],
  ['multi_edit', 'edit_file'],
  ['apply_patch', 'edit_file'],
  ['run_code', 'bash'],
  ['generate_pdf', 'generate_docx'],
  ['generate_pptx', 'generate_docx'],
  ['generate_xlsx', 'generate_docx'],
  ['get_task_output', 'bash'],
  ['kill_task', 'bash'],
]);
