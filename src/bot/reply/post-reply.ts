import type { TurnContext } from 'botbuilder-core';
import type { Log } from '../../lib/logger.ts';
import { AFTERWARDS_MS, withStoreBudget } from '../../storage/transaction.ts';
import type { Turn } from '../turn/turn.ts';
import type { LateReplies } from './late-replies.ts';
import { type RenderedAnswer, reply } from './replies.ts';

/**
 * Posts an answer as a message. Where Teams does not take it, or nobody knows whether it did, the outbox posts it later.
 * @throws the failure of the post, where it never will
 */
export type PostReply = (context: TurnContext, turn: Turn, spoken: RenderedAnswer) => Promise<void>;

export const createPostReply = (late: Pick<LateReplies, 'keep'>, log: Log): PostReply => {
  const keep = async (turn: Turn, spoken: NonNullable<RenderedAnswer>, failure: unknown): Promise<boolean> => {
    try {
      return await withStoreBudget(AFTERWARDS_MS, () => late.keep(turn, spoken, failure));
    } catch (error) {
      log.error('reply not stored', { correlation: turn.correlation, error });
      return false;
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
