import { slowlyOver } from './answers.js';
import type { Rig } from './rig.js';

/** One chat whose answer grows for `ms`: edits a second that the platform took between the first words and the last token. */
export async function measureEditRate(rig: Rig, ms: number, person: number): Promise<number> {
  await rig.script(slowlyOver(ms));
  const { firstVisibleAt, lastTokenAt, editsAt } = await rig.ask(person);
  const edits = editsAt.filter((at) => at <= lastTokenAt);
  return (edits.length * 1000) / (lastTokenAt - firstVisibleAt);
}
