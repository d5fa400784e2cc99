import { describe, expect, it } from 'vitest';
import { textOf } from '../../../../src/core/message.js';
import { messageOf, read } from './sampleUpdates.js';

describe('files', () => {
  it.each([
    [
      {
        photo: [
          { file_id: 's', width: 9, height: 9, file_size: 1 },
          { file_id: 'l', width: 90, height: 90, file_size: 5 },
        ],
      },
      { ref: 'l', mime: 'image/jpeg', bytes: 5 },
    ],
    [
      { document: { file_id: 'd', file_name: 'a.pdf', mime_type: 'application/pdf', file_size: 3 } },
      { ref: 'd', mime: 'application/pdf', bytes: 3, name: 'a.pdf' },
    ],
    [{ document: { file_id: 'd' } }, { ref: 'd', mime: 'application/octet-stream', bytes: 0 }],
    [
      { voice: { file_id: 'v', duration: 2, file_size: 8 } },
      { ref: 'v', mime: 'audio/ogg', bytes: 8, seconds: 2, voice: true },
    ],
    [
      { voice: { file_id: 'v', duration: 2 }, forward_origin: { type: 'hidden_user' } },
      { ref: 'v', mime: 'audio/ogg', bytes: 0, seconds: 2 },
    ],
    [
      { audio: { file_id: 'u', performer: 'P', title: 'T', duration: 1 } },
      { ref: 'u', mime: 'audio/mpeg', bytes: 0, name: 'P - T', seconds: 1 },
    ],
    [{ video: { file_id: 'w', mime_type: 'video/webm' } }, { ref: 'w', mime: 'video/webm', bytes: 0 }],
    [{ video_note: { file_id: 'n' } }, { ref: 'n', mime: 'video/mp4', bytes: 0, voice: true }],
    [
      { animation: { file_id: 'g' }, document: { file_id: 'g' } },
      { ref: 'g', mime: 'video/mp4', bytes: 0 },
    ],
  ])('%j', (fields, file) => {
    expect(messageOf(read(fields)).parts).toEqual([{ type: 'file', ...file }]);
  });

  it('come after their caption, and name their album', () => {
    const reading = read({ photo: [{ file_id: 'p', width: 1, height: 1 }], caption: 'see', media_group_id: 'a1' });
    expect(reading).toMatchObject({ message: { album: 'a1', parts: [{ text: 'see' }, { ref: 'p' }] } });
  });
});

describe('what has no text', () => {
  it.each([
    [{ sticker: { file_id: 's', emoji: '👍' } }, '[a sticker: 👍]'],
    [{ dice: { emoji: '🎲', value: 4 } }, '[a throw of 🎲: 4]'],
    [{ poll: { id: 'p', question: 'Tea?', options: [{ text: 'yes' }, { text: 'no' }] } }, '[a poll: Tea? — yes / no]'],
    [{ contact: { first_name: 'Bo', phone_number: '+49' } }, '[a contact: Bo, +49]'],
    [{ location: { latitude: 1.5, longitude: 2 } }, '[a location: 1.5, 2]'],
    [
      { venue: { title: 'Café', address: 'Rd 1', location: {} }, location: { latitude: 1, longitude: 2 } },
      '[a place: Café, Rd 1]',
    ],
  ])('is said in words: %j', (fields, text) => {
    const reading = read(fields);
    expect(textOf(messageOf(reading))).toBe(text);
    expect(reading).toMatchObject({ unread: [] });
  });

  it('is named honestly when its kind is unknown, also one that does not exist yet', () => {
    expect(read({ hologram_message: {} })).toMatchObject({
      message: { parts: [{ type: 'text', text: '[hologram message: cannot be read here]' }] },
      unread: ['hologram_message'],
    });
    expect(textOf(messageOf(read({ game: { title: 'x' } })))).toBe('[a game: cannot be read here]');
  });
});
