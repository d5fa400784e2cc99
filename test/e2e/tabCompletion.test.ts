import { afterEach, beforeEach, expect, it } from 'vitest';
import { describeAtTerminal, startAtTerminal, type TerminalProcess } from '../setup/terminalProcess.js';
import { CLEAN, makeDataDir } from './gateway.js';

let terminal: TerminalProcess;
let home: ReturnType<typeof makeDataDir>;
beforeEach(() => {
  home = makeDataDir();
  const env = { ...CLEAN, WAGGLE_HTTP_PORT: '0', WAGGLE_DATA_DIR: home.dataDir };
  terminal = startAtTerminal('../../bin/waggle.js', import.meta.url, ['start'], env);
});
afterEach(async () => {
  await terminal.stop();
  home.remove();
});

describeAtTerminal('Tab at the terminal', () => {
  it('completes names, personas, skills and choices, and shows what there is to choose from', async () => {
    await terminal.waitFor(/> $/);
    terminal.type('/chec\t');
    await terminal.waitFor(/\/checkpoint $/);
    terminal.type('\x15/project-m\t');
    await terminal.waitFor(/\/project_manager $/);
    terminal.type('\x15/persona\t');
    terminal.type('\t');
    await terminal.waitFor(/\/persona\s+\/personas/);
    terminal.type('\x15/persona fin\t');
    await terminal.waitFor(/\/persona finance-owner$/);
    terminal.type('\x15/skills show tools\t');
    await terminal.waitFor(/\/skills show tools-map$/);
    terminal.type('\x15/mode \t');
    terminal.type('\t');
    await terminal.waitFor(/queue[\s\S]*collect[\s\S]*steer[\s\S]*interrupt[\s\S]*auto/);
    terminal.type('st\t\r');
    await terminal.waitFor(/\/mode steer[\s\S]*your further messages join/);
    await terminal.waitFor(/> $/);
    terminal.type('what is /mo\t');
    terminal.type(' this\r');
    await terminal.waitFor(/what is \/mo this/);
    await terminal.waitFor(/> $/);
    terminal.type('/exi\t\r');
    expect(await terminal.ended).toBe(0);
  }, 30_000);
});
