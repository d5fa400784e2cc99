import { describe, expect, it } from 'vitest';
import { createPlaces } from '../../../src/channels/discord/events/places.js';

const THREAD = 11;
const TEXT = 0;

describe('what is known of channels', () => {
  it('keeps the threads that were used last, however many there were, and all channels', () => {
    const places = createPlaces('1');
    places.noteChannel({ id: '7', type: TEXT, name: 'general' }, '9');
    places.noteChannel({ id: '100', type: THREAD, name: 'lively' }, '9');
    places.noteChannel({ id: '101', type: THREAD, name: 'silent' }, '9');
    for (let id = 1_000; id < 41_000; id += 1) {
      places.noteChannel({ id: String(id), type: THREAD }, '9');
      if (id % 1_000 === 0) expect(places.channel('100')?.isThread).toBe(true);
    }
    expect(places.channel('101')).toBeNull();
    expect(places.channel('40999')?.isThread).toBe(true);
    expect(places.channel('7')).toMatchObject({ name: 'general', isThread: false });
    places.forgetGuild('9');
    expect(['7', '100', '40999'].map(places.channel)).toEqual([null, null, null]);
  });
});
