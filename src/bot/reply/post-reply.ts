import { setTimeout as sleep } from 'node:timers/promises';
import type { TurnContext } from 'botbuilder-core';
import type { Log } from '../../lib/logger.ts';
import { StoreError } from '../../storage/failure.ts';
import { AFTERWARDS_MS, withStoreBudget } from '../../storage/transaction.ts';
import type { Turn } from '../turn/turn.ts';
import type { LateReplies } from './late-replies.ts';
import { type RenderedAnswer, reply } from './replies.ts';

/**
 * Posts an answer as a message. Where Teams does not take it, or nobody knows whether it did, the outbox posts it later.
 * @throws the failure of the post, where it never will
 */
export type PostReply = (context: TurnContext, turn: Turn, spoken: RenderedAnswer) => Promise<void>;

/** Before each further try to store an answer: a store that is busy for some seconds must not leave a person without one. */
const PAUSES_MS = [250, 500, 1_000, 2_000, 4_000, 8_000, 16_000];

const isBusy = (error: unknown): boolean => error instanceof StoreError && error.trouble === 'busy';

export const createPostReply = (late: Pick<LateReplies, 'keep'>, log: Log): PostReply => {
  const keep = async (turn: Turn, spoken: NonNullable<RenderedAnswer>, failure: unknown): Promise<boolean> => {
    for (let tries = 0; ; tries += 1) {
      try {
        return await withStoreBudget(AFTERWARDS_MS, () => late.keep(turn, spoken, failure));
      } catch (error) {
        const pauseMs = PAUSES_MS[tries];
        if (pauseMs === undefined || !isBusy(error)) {
          log.error('reply not stored', { correlation: turn.correlation, error });
          return false;
        }
        await sleep(pauseMs);
      }
    }
  };

  return async (context, turn, spoken) => {
    try {
      await reply(context, spoken);
    } catch (error) {
      if (!spoken || !(await keep(turn, spoken, error))) throw error;
    }
  };
};
