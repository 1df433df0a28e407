import { createTyping, TYPING_AFTER_MS, TYPING_EVERY_MS } from '#bot/reply/typing.ts';
import type { OutgoingActivity, SendOptions } from '#teams/connector/messages.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { createManualTimers } from '../../support/manual-timers.ts';

const at = { id: '19:c@thread.tacv2;messageid=1', serviceUrl: 'https://smba.example/', tenantId: 't' };

/** A long work, and when Steward was shown typing, in milliseconds from its start. */
const begin = (send: () => Promise<void> = async () => {}) => {
  const clock = createManualClock();
  const timers = createManualTimers(clock);
  const start = clock.now();
  const shown: number[] = [];
  const asked: { activity: OutgoingActivity; options: SendOptions | undefined }[] = [];
  const typing = createTyping(
    {
      async send({ id }, activity, options) {
        shown.push(clock.now() - start);
        asked.push({ activity, options });
        await send();
        return { activityId: '', conversationId: id };
      },
    },
    timers.after,
  );
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  return { timers, shown, asked, resolve, reject, result: typing.during(at, () => promise) };
};

it('a message that is answered at once shows no typing', async () => {
  const { timers, shown, resolve, result } = begin();
  await timers.advance(TYPING_AFTER_MS - 1);
  resolve('done');
  expect(await result).toBe('done');
  await timers.advance(10 * TYPING_EVERY_MS);
  expect(shown).toEqual([]);
});

it('one that takes long shows it after a second and every three seconds, until it is answered', async () => {
  const { timers, shown, resolve, result } = begin();
  await timers.advance(TYPING_AFTER_MS + 2 * TYPING_EVERY_MS);
  resolve('done');
  await result;
  await timers.advance(10 * TYPING_EVERY_MS);
  expect(shown).toEqual([TYPING_AFTER_MS, TYPING_AFTER_MS + TYPING_EVERY_MS, TYPING_AFTER_MS + 2 * TYPING_EVERY_MS]);
});

it('it ends with a failure too, which is passed on', async () => {
  const { timers, shown, reject, result } = begin();
  await timers.advance(TYPING_AFTER_MS);
  reject(new Error('broken'));
  await expect(result).rejects.toThrow('broken');
  await timers.advance(10 * TYPING_EVERY_MS);
  expect(shown).toHaveLength(1);
});

it('typing that cannot be shown harms nothing, and is tried again', async () => {
  const { timers, shown, resolve, result } = begin(() => Promise.reject(new Error('no room')));
  await timers.advance(TYPING_AFTER_MS + TYPING_EVERY_MS);
  resolve('done');
  expect(await result).toBe('done');
  expect(shown).toHaveLength(2);
});

it('it is left out where the conversation has no room, and holds the answer up for a second at most', async () => {
  const { timers, asked, resolve, result } = begin();
  await timers.advance(TYPING_AFTER_MS);
  resolve('done');
  await result;
  expect(asked).toEqual([{ activity: { typing: true }, options: { patient: false, deadlineMs: 1_000 } }]);
});
