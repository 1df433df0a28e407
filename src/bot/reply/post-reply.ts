import { setTimeout as sleep } from 'node:timers/promises';
import type { TurnContext } from 'botbuilder-core';
import type { Turn } from '#bot/turn/turn.ts';
import type { Log } from '#platform/lib/logger.ts';
import { StoreError } from '#platform/storage/failure.ts';
import { AFTERWARDS_MS, withStoreBudget } from '#platform/storage/transaction.ts';
import { ConnectorError } from '#teams/connector/errors.ts';
import type { LateReplies } from './late-replies.ts';
import { errorAnswer, type RenderedAnswer, reply } from './replies.ts';

/**
 * Posts an answer as a message. Where Teams does not take it, or its answer is lost, the outbox posts it later; one that is
 * too large becomes a short one that says so.
 * @throws the failure of the post, where it could not be stored
 */
export type PostReply = (context: TurnContext, turn: Turn, spoken: RenderedAnswer) => Promise<void>;

/** Before each further try to store an answer: a store that is busy for some seconds must not leave a person without one. */
const PAUSES_MS = [250, 500, 1_000, 2_000, 4_000, 8_000, 16_000];

const isBusy = (error: unknown): boolean => error instanceof StoreError && error.trouble === 'busy';

export const createPostReply = (late: Pick<LateReplies, 'keep'>, log: Log): PostReply => {
  const keep: LateReplies['keep'] = async (turn, spoken, failure) => {
    for (let tries = 0; ; tries += 1) {
      try {
        return await withStoreBudget(AFTERWARDS_MS, () => late.keep(turn, spoken, failure));
      } catch (error) {
        const pauseMs = PAUSES_MS[tries];
        if (pauseMs === undefined || !isBusy(error)) {
          log.error('reply not stored', { correlation: turn.correlation, error });
          throw failure;
        }
        await sleep(pauseMs);
      }
    }
  };

  return async (context, turn, spoken) => {
    if (!spoken) return;
    const failure = await refusalOf(context, spoken);
    if (failure?.kind !== 'too-large') return failure && keep(turn, spoken, failure);
    log.warn('reply too large', { correlation: turn.correlation });
    const short = errorAnswer(failure, turn, false);
    const again = await refusalOf(context, short);
    if (again) await keep(turn, short, again);
  };
};

/** Posts it. @returns the failure of Teams; undefined when it stands there */
const refusalOf = (context: TurnContext, spoken: RenderedAnswer): Promise<ConnectorError | undefined> =>
  reply(context, spoken).then(
    () => undefined,
    (error: unknown) => (error instanceof ConnectorError ? error : Promise.reject(error)),
  );
