import { afterEach, expect, it } from 'vitest';
import { describeWithSandbox } from '../../setup/describeWithSandbox.js';
import { until } from '../../setup/until.js';
import { hostile, type McpStage, openMcpStage, serverOf } from './mcpStage.js';

describeWithSandbox('a server that does what it should not', () => {
  let stage: McpStage | null = null;
  afterEach(async () => {
    await stage?.close();
    stage = null;
  });
  const open = async (
    behaviour: string[],
    fields: Parameters<typeof serverOf>[2] = {},
    redact?: (text: string) => string,
  ) => {
    stage = await openMcpStage(
      [serverOf('bad', hostile(...behaviour), fields)],
      redact === undefined ? {} : { redact },
    );
    return stage;
  };
  const names = (of: McpStage) => of.servers.tools().map(({ name }) => name);
  const failure = (of: McpStage, tool: string, args = {}, signal?: AbortSignal) =>
    of.call(`mcp__bad__${tool}`, args, signal).then(
      (text) => `did not fail: ${text}`,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );

  it('has tools refused that steer the agent or cannot be told, each with a line, and keeps its others', async () => {
    const at = await open(['bad']);
    expect(names(at)).toEqual(
      ['weather', 'huge', 'hang', 'crash', 'fail', 'inject', 'turn', 'odd_parts', 'env', 'flood', 'count'].map(
        (name) => `mcp__bad__${name}`,
      ),
    );
    const lines = at.warnings().map((line) => line.replace('a tool of an MCP server is refused: ', ''));
    expect(lines.map((line) => line.split(' ')[0])).toEqual([
      'injected',
      'in_argument',
      'in_enum',
      'hidden',
      'text_schema',
      'list_schema',
      'odd_argument',
      'deep',
      'long',
      'unnamed',
    ]);
    expect(lines.slice(0, 4).every((line) => line.includes('reads like an attack'))).toBe(true);
    expect(at.servers.status()[0]).toMatchObject({ state: 'ready', refused: 12 });
  });

  it('has odd names made fit, and no regular expression of its own run here', async () => {
    const at = await open(['odd']);
    const all = names(at);
    expect(all.every((name) => /^[a-zA-Z0-9_-]{1,64}$/.test(name))).toBe(true);
    expect(new Set(all).size).toBe(all.length);
    expect(all).toEqual(expect.arrayContaining(['mcp__bad__no_schema', 'mcp__bad__a_b']));
    expect(all.filter((name) => name.startsWith('mcp__bad__a_b_'))).toHaveLength(1);
    expect(await at.call('mcp__bad__regex', { a: `${'a'.repeat(40)}!` })).toBe('matched');
    const regex = at.tool('mcp__bad__regex');
    expect(JSON.stringify(regex.parameters)).not.toContain('(a+)+');
    expect(regex.args.safeParse({ a: `${'a'.repeat(40)}!` }).success).toBe(true);
  });

  it('is believed when it says that it destroys, never that it only reads', async () => {
    const at = await open(['odd'], { risk: 'low', risks: { weather: 'none' } });
    const risk = (name: string) => at.tool(`mcp__bad__${name}`).risk;
    expect([risk('claims'), risk('admits'), risk('count'), risk('weather')]).toEqual(['low', 'high', 'low', 'none']);
    expect(at.tool('mcp__bad__claims').mutating).toBe(true);
    expect(at.tool('mcp__bad__weather')).toMatchObject({ mutating: false, idempotent: true, source: 'mcp:bad' });
  });

  it('offers only the tools that the operator takes', async () => {
    const at = await open([], { tools: ['wea*', 'count'] });
    expect(names(at)).toEqual(['mcp__bad__weather', 'mcp__bad__count']);
  });

  it('that changes the words of a tool loses that tool, new ones are taken', async () => {
    const at = await open([]);
    expect(await at.call('mcp__bad__weather', { place: 'Rome' })).toBe('Sunny in Rome.');
    await at.call('mcp__bad__turn');
    await until(() => names(at).includes('mcp__bad__fresh'));
    expect(names(at)).not.toContain('mcp__bad__weather');
    expect(at.warnings().at(-1)).toMatch(/weather it describes itself otherwise than at first/);
  });

  it('that announces new lists without end is asked once a second at most', async () => {
    const at = await open([]);
    expect(await at.call('mcp__bad__flood')).toBe('flooded');
    expect(await at.call('mcp__bad__count')).toMatch(/call 2/);
  });

  it('that crashes in a call: the call says so, and the next one finds it up again', async () => {
    const at = await open([]);
    expect(await failure(at, 'crash')).toMatch(/came to nothing \(.*\)\. Whether it took effect is unknown/s);
    await at.stands('bad', 'down');
    expect(at.servers.status()[0]).toMatchObject({ state: 'down', why: 'it ended with code 7', tools: 11 });
    expect(await at.call('mcp__bad__count')).toBe('start 2, call 1');
  });

  it('that never comes up is tried more and more rarely, and says why without its secrets', async () => {
    const at = await open(['dies'], {}, (text) => text.replaceAll('supersecretvalue', '[secret]'));
    await until(() => at.log.messages('warn').length >= 2, 'a second try');
    const [status] = at.servers.status();
    expect(status?.why).toMatch(/^it ended with code 3: cannot find my database; key=\[secret\]$/);
    const waits = at.log.lines.flatMap(({ fields }) =>
      typeof fields.retryInMs === 'number' ? [fields.retryInMs] : [],
    );
    expect(waits.slice(0, 2)).toEqual([500, 1000]);
  });

  it('that hangs is given up for the call at once, and ended when it does not answer at all', {
    timeout: 30_000,
  }, async () => {
    const at = await open(['deaf']);
    const stop = new AbortController();
    const hanging = failure(at, 'hang', {}, stop.signal);
    stop.abort(new Error('stopped'));
    expect(await hanging).toMatch(/stopped/);
    await until(() => at.servers.status()[0]?.why === 'it does not answer', 'its end', 15_000);
    expect(await at.call('mcp__bad__count')).toBe('start 2, call 1');
  });

  it('that sends far too much is ended', async () => {
    const at = await open([]);
    expect(await failure(at, 'huge')).toMatch(/came to nothing/);
    expect(await at.call('mcp__bad__count')).toBe('start 2, call 1');
  });

  it('that prints what is no message, asks for things, or pages for ever is borne', async () => {
    const at = await open(['noisy', 'asks', 'endless']);
    expect(await at.call('mcp__bad__weather', { place: 'Bonn' })).toBe('Sunny in Bonn.');
  });

  it('gives results as text, whatever they are, and errors as errors', async () => {
    const at = await open([]);
    expect(await failure(at, 'fail')).toBe('Error from mcp__bad__fail: the disk is full');
    expect(await at.call('mcp__bad__odd_parts')).toBe(
      [
        '[image, image/png, 6 bytes; it cannot be shown here]',
        'Resource file:///a:\ninner text',
        '[resource file:///b, unknown kind, 6 bytes; it cannot be shown here]',
        'Resource https://a.example/ (A: a page)',
        '[a part of a kind that cannot be shown]',
        '[a part of a kind that cannot be shown]',
        '{"sum":4}',
      ].join('\n\n'),
    );
  });

  it('sees nothing of the environment but what it was given, and gets no secret as an argument', async () => {
    const access = hostile();
    if (access.kind !== 'stdio') throw new Error('unreachable');
    stage = await openMcpStage([serverOf('bad', { ...access, env: { GIVEN: 'yes' } })], {
      redact: (text) => text.replaceAll('sk-own-token', '[secret]'),
    });
    const seen: unknown = JSON.parse(await stage.call('mcp__bad__env'));
    expect(seen).toMatchObject({ GIVEN: 'yes' });
    const known = ['GIVEN', 'PATH', 'HOME', 'TMPDIR', 'LANG', 'TERM', 'PWD'];
    const further = Object.keys(seen ?? {}).filter((name) => !known.includes(name) && !/^PYTHON|^MALLOC/.test(name));
    expect(further).toEqual([]);
    expect(await failure(stage, 'weather', { place: 'sk-own-token' })).toMatch(
      /contain a key or token of this gateway/,
    );
  });

  it('that will not end is ended', async () => {
    const at = await open(['stays']);
    await at.servers.close();
    expect(at.servers.status()[0]?.state).not.toBe('ready');
  });
});
