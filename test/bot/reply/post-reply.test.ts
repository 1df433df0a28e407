import type { TurnContext } from 'botbuilder-core';
import type { LateReplies } from '#bot/reply/late-replies.ts';
import { createPostReply } from '#bot/reply/post-reply.ts';
import { silentLog } from '#platform/lib/logger.ts';
import { StoreError } from '#platform/storage/failure.ts';
import { ConnectorError } from '#teams/connector/errors.ts';
import { turnOf } from '../../support/turn.ts';

const turn = turnOf({});
const throttled = new ConnectorError('throttled');
const context = { sendActivity: () => Promise.reject(throttled) } as unknown as TurnContext;

/** @param failures how often, and with what, the store refuses to take the answer */
const keepAfter = (...failures: readonly Error[]) => {
  const left = [...failures];
  const kept: unknown[] = [];
  const keep: LateReplies['keep'] = async (_turn, spoken) => {
    const failure = left.shift();
    if (failure) throw failure;
    kept.push(spoken);
  };
  return { post: createPostReply({ keep }, silentLog), kept };
};

it('an answer that Teams did not take is stored, also where the store is busy at first', async () => {
  const { post, kept } = keepAfter(new StoreError('busy', undefined), new StoreError('busy', undefined));
  await post(context, turn, { text: 'Nothing waits.' });
  expect(kept).toEqual([{ text: 'Nothing waits.' }]);
});

it('an answer that the store will never take ends with what Teams said, at once', async () => {
  const { post, kept } = keepAfter(new Error('no such table'));
  await expect(post(context, turn, { text: 'Nothing waits.' })).rejects.toBe(throttled);
  expect(kept).toEqual([]);
});
