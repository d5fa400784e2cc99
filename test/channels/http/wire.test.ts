import { expect, it } from 'vitest';
import { chatEventOf } from '../../../src/channels/http/wire.js';
import { parseChatEvent } from '../../../src/http/chatEvents.js';

it('a file goes over the wire by its name and address, never by its place on this machine', () => {
  const file = { path: `outbox/${'a'.repeat(16)}/report.pdf`, name: 'report.pdf', mime: 'application/pdf', bytes: 12 };
  const event = chatEventOf({ turn: 't', attempt: 1, seq: 1, type: 'file', file }, (key) => key);
  expect(event).toEqual({
    name: 'file',
    data: {
      name: 'report.pdf',
      mime: 'application/pdf',
      bytes: 12,
      url: `/api/turns/t/files/${'a'.repeat(16)}/report.pdf`,
    },
  });
  expect(parseChatEvent('file', JSON.stringify(event?.data))).toEqual(event);
});
