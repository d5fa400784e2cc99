import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { idOf, never, type Outlet, openOutlet } from './outlet.js';

let outlet: Outlet;
let server: Outlet['server'];
let egress: Outlet['egress'];
let moved: Outlet['moved'];
let at: Outlet['at'];
let send: Outlet['send'];
let edit: Outlet['edit'];

beforeEach(async () => {
  outlet = await openOutlet();
  ({ server, egress, moved, at, send, edit } = outlet);
});

afterEach(() => outlet.close());

describe('a group that became a supergroup', () => {
  it('is followed by what is sent; its old messages are gone and what has their ids is left alone', async () => {
    const group = server.group({ type: 'group', botStatus: 'administrator' });
    const before = idOf(await send(at(group), 'before'));
    const fresh = group.migrate();
    const others = Array.from({ length: 5 }, (_, index) => fresh.say(server.user(502), `n${index}`));

    expect(await edit(at(group), before, 'x')).toMatchObject({ ok: false, kind: 'gone' });
    expect(moved).toEqual([{ from: String(group.id), to: String(fresh.id) }]);
    const after = idOf(await send(at(group), 'after'));
    expect(await edit(at(group), after, 'after that')).toMatchObject({ ok: true });
    expect(fresh.botMessages().map((message) => message.text)).toEqual(['after that']);

    for (const other of others)
      expect(await egress.remove(at(group), String(other.id), never)).toMatchObject({ kind: 'gone' });
    expect(others.filter((other) => other.deletedAt !== undefined)).toEqual([]);
  });

  it('is followed at once by a first send', async () => {
    const group = server.group({ type: 'group' });
    const fresh = group.migrate();
    idOf(await send(at(group), 'hello'));
    expect(fresh.botMessages().map((message) => message.text)).toEqual(['hello']);
  });
});
