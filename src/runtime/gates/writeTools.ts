/** Which tools leave a file behind (D4), by exact name or by the words of the name. */

const EXACT: ReadonlySet<string> = new Set(['write_file', 'edit_file', 'multi_edit', 'apply_patch', 'create_file', 'generate_docx', 'generate_pdf', 'generate_xlsx', 'generate_pptx']);

export function isWriteTool(name: string): boolean {
  return EXACT.has(name.toLowerCase());
}
