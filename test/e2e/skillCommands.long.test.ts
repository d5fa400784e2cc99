import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ModelRequest } from '../platforms/model/request.js';
import { openDirectChats, openThreePlatforms, type ThreePlatforms } from './threePlatforms.js';

let stage: ThreePlatforms;
beforeAll(async () => {
  stage = await openThreePlatforms({ WAGGLE_SWEEP_MS: '200' });
}, 60_000);
afterAll(() => stage.close(), 30_000);

const toolsOf = ({ body }: ModelRequest) => body.tools?.map((tool) => tool.function.name) ?? [];

describe('skills and workflows on three platforms', () => {
  it('are listed, turned over, looked at, planned by and asked with', { timeout: 120_000 }, async () => {
    const { model, telegram, discord } = stage;
    const question = 'Which town is it about?';
    model.script((request) => {
      const { lastUser, toolResults } = request;
      if (lastUser.startsWith('Before we go on') && toolResults.size === 0) {
        return { toolCalls: [{ name: 'offer_choices', arguments: { options: ['Berlin', 'Paris'] } }] };
      }
      if (lastUser.startsWith('Before we go on')) return { text: question };
      if (lastUser.startsWith('Make a plan')) return { text: 'First the plan, then the work. That is all.' };
      return { text: `You said ${lastUser}. That is all.` };
    });
    await Promise.all(
      openDirectChats(stage, 11).map(async ({ command, press, see }) => {
        command('skills');
        await see('Page 1 of 2');
        await press('/skills page 2');
        await see('Page 2 of 2');
        await press('/skills show tools-map');
        await see('The lightest means that does the job.');
        command('plan');
        await see('Please say with it what it is about: /plan GOAL'.replaceAll('`', '').slice(0, 35));
        command('plan a birthday');
        await see('First the plan, then the work.');
        command('clarify the trip');
        await see(question);
        await press('/answer Paris');
        await see('You said Paris.');
      }),
    );

    const plans = model.requests.filter(({ lastUser }) => lastUser.startsWith('Make a plan for this: a birthday'));
    expect(plans).toHaveLength(3);
    for (const plan of plans) {
      expect(toolsOf(plan)).toContain('search_memory');
      expect(toolsOf(plan)).not.toContain('save_memory');
    }
    const later = model.requests.filter(({ lastUser }) => lastUser === 'Paris');
    expect(JSON.stringify(later[0]?.body.messages)).toContain('(plan) a birthday');
    expect(JSON.stringify(later[0]?.body.messages)).not.toContain('In this turn you only read');
    const telegramMenu = telegram.calls.filter(({ method }) => method === 'setMyCommands');
    expect(JSON.stringify(telegramMenu)).toMatch(/"research"[\s\S]*"open_web_research"/);
    expect(JSON.stringify(discord.commands())).toMatch(/"plan"[\s\S]*"tools_map"/);
  });
});
