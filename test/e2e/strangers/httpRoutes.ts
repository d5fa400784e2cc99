import { request } from 'node:http';
import type { Attempt, Route, Trail } from './route.js';

interface Call {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: (word: string) => string;
}

const json = { 'Content-Type': 'application/json' };
const chat = (word: string) => JSON.stringify({ message: word });

/** One request with exactly these headers: `fetch` would not let Host and Origin be set. */
function send(base: string, { method = 'POST', path = '/api/chat', headers = json, body = chat }: Call, word: string) {
  return new Promise<string>((resolve, reject) => {
    const sent = request(new URL(path, base), { method, headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (piece: string) => {
        text += piece;
      });
      answer.on('end', () => resolve(`${answer.statusCode} ${text}`));
    });
    sent.on('error', reject);
    sent.end(method === 'GET' ? undefined : body(word));
  });
}

/** Everything that somebody without the token can send: through a proxy, from a foreign page, or in a platform's name. */
export function httpRoutes(at: { readonly chat: () => string; readonly webhooks: () => string }): readonly Route[] {
  const refused = (name: string, call: Call, trail: Omit<Trail, 'actor' | 'decision'>, base = at.chat): Route => ({
    name: `http: ${name}`,
    told: 'nothing',
    attempt: async (word): Promise<Attempt> => {
      const answer = await send(base(), call, word);
      const isRefused = answer.startsWith('401');
      return {
        trails: [{ actor: null, decision: 'refuse', ...trail }],
        seen: () => (isRefused && !answer.includes(word) ? [] : [answer]),
        shown: () => (isRefused ? [] : [answer]),
      };
    },
  });
  const toChat = (name: string, headers: Readonly<Record<string, string>>) =>
    refused(`/api/chat ${name}`, { headers: { ...json, ...headers } }, { kind: 'http', call: 'POST /api/chat' });
  const elsewhere = (method: string, path: string, call: string) =>
    refused(`${method} ${path} without the token`, { method, path }, { kind: 'http', call });
  const forged = (name: string, call: Call, platform: 'telegram' | 'slack') =>
    refused(`${platform} webhook ${name}`, call, { kind: 'webhook', call: platform }, at.webhooks);

  const update = (word: string) =>
    JSON.stringify({
      update_id: 1,
      message: {
        message_id: 1,
        date: 1,
        text: word,
        chat: { id: 1, type: 'private', first_name: 'Owner' },
        from: { id: 1, is_bot: false, first_name: 'Owner' },
      },
    });
  const telegram = (headers: Readonly<Record<string, string>>): Call => ({
    path: '/hook/telegram',
    headers: { ...json, ...headers },
    body: update,
  });
  const event = (word: string) =>
    JSON.stringify({
      type: 'event_callback',
      event: { type: 'message', channel: 'D1', user: 'U1', ts: '1.1', text: word },
    });
  const now = () => String(Math.floor(Date.now() / 1000));
  const slack = (headers: Readonly<Record<string, string>>): Call => ({
    path: '/slack/events',
    headers: { ...json, ...headers },
    body: event,
  });

  return [
    toChat('through a proxy (X-Forwarded-For)', { 'X-Forwarded-For': '203.0.113.9' }),
    toChat('through a proxy (Forwarded)', { Forwarded: 'for=203.0.113.9' }),
    toChat('through a proxy (X-Real-IP)', { 'X-Real-IP': '203.0.113.9' }),
    toChat('from a foreign page', { Origin: 'https://evil.example' }),
    toChat('from a sandboxed page', { Origin: 'null' }),
    toChat('by a name that was made to point here', { Host: 'evil.example' }),
    toChat('with a wrong token', { Authorization: 'Bearer wrong-wrong-wrong-wrong' }),
    toChat('with an empty token', { Authorization: 'Bearer ' }),
    toChat('with a password', { Authorization: 'Basic b3duZXI6b3duZXI=' }),
    toChat('as a form of a page', { 'Content-Type': 'application/x-www-form-urlencoded' }),
    toChat('as plain text of a page', { 'Content-Type': 'text/plain' }),
    elsewhere('GET', '/api/turns/00000000-0000-4000-8000-000000000000', 'GET /api/turns/:id'),
    elsewhere('GET', '/api/commands', 'GET /api/commands'),
    elsewhere('GET', '/admin', 'no address of ours'),
    forged('without the secret', telegram({}), 'telegram'),
    forged('with a wrong secret', telegram({ 'X-Telegram-Bot-Api-Secret-Token': 'wrong' }), 'telegram'),
    forged('without a signature', slack({}), 'slack'),
    forged(
      'with a wrong signature',
      slack({ 'X-Slack-Signature': `v0=${'0'.repeat(64)}`, 'X-Slack-Request-Timestamp': now() }),
      'slack',
    ),
    forged(
      'with an old signature',
      slack({ 'X-Slack-Signature': `v0=${'0'.repeat(64)}`, 'X-Slack-Request-Timestamp': '1500000000' }),
      'slack',
    ),
  ];
}
