import type { Persona } from './persona.js';

/** The contract's order (agent runtime 7.2), which menus and pickers show. */
const ORDER: readonly string[] = [
  'researcher',
  'writer',
  'analyst',
  'coder',
  'project-manager',
  'executive-assistant',
  'sales-rep',
  'marketer',
  'product-manager-senior',
  'hr-manager',
  'legal-professional',
  'finance-owner',
  'consultant',
  'general-purpose',
  'planner',
  'verifier',
  'coordinator',
  'support-agent',
  'ops-manager',
  'data-engineer',
  'recruiter',
  'creative-director',
];

/** Built-ins in the contract's order; any other persona after them, as it stood. */
export function inOrder(personas: readonly Persona[]): readonly Persona[] {
  const place = ({ id }: Persona) => (ORDER.includes(id) ? ORDER.indexOf(id) : ORDER.length);
  return [...personas].sort((a, b) => place(a) - place(b));
}
