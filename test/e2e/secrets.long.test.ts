import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { content, startWebServer, type WebServer } from '../platforms/web/webServer.js';
import { roundOf } from '../runtime/agents/agentScript.js';
import { openStage, type Stage } from './stage.js';

/** Made up, in the shape of the vendor's keys. */
const KEY = `ghp_${'aB3'.repeat(12)}`;

const SECRETS = new RegExp(`${KEY}|key-of-the-endpoint`);

let stage: Stage;
let site: WebServer;
beforeEach(async () => {
  site = await startWebServer();
  stage = await openStage({
    settings: { WAGGLE_NET_ALLOW: `127.0.0.1:${site.port}`, LITELLM_API_KEY: 'key-of-the-endpoint' },
  });
});
afterEach(async () => {
  await stage.close();
  await site.close();
});

/** Every file that the gateway wrote, as text. */
function storedTexts(): string {
  const files = readdirSync(stage.dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files
    .filter(({ name }) => !name.startsWith('http-token'))
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1'))
    .join('\n');
}

it('a key that somebody writes, a page holds or the model says reaches neither prompts nor chats nor logs', {
  timeout: 90_000,
}, async () => {
  const gateway = await stage.start('ingress');
  site.page('/keys', content('text/plain', `The key of the build is ${KEY}.`));
  stage.model.script((request) =>
    roundOf(request) === 0
      ? { toolCalls: [{ name: 'web_fetch', arguments: { url: `${site.url}/keys` } }] }
      : { text: `Your key is ${KEY}, and the endpoint's is key-of-the-endpoint.`, chunkChars: 3 },
  );
  const chat = stage.telegram.privateChat(stage.telegram.user(7, { name: 'Ada' }));
  chat.say(`Remember ${KEY} and look at the page.`);
  const answer = "Your key is [secret], and the endpoint's is [secret].";
  await chat.waitForBotMessage(({ text }) => text === answer, { timeoutMs: 30_000 });
  const prompts = JSON.stringify(stage.model.requests.map(({ body }) => body));
  expect(prompts).toContain('Remember [secret] and look at the page.');
  expect(prompts).toContain('The key of the build is [secret].');
  expect(prompts).not.toContain(KEY);
  const told = chat.history().filter(({ from }) => from.isBot);
  expect(JSON.stringify([told, chat.notifications()])).not.toMatch(SECRETS);
  expect(gateway.log()).not.toMatch(SECRETS);
  await gateway.stop();
  expect(storedTexts()).not.toContain('key-of-the-endpoint');
});
