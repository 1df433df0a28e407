import type { Activity, TurnContext } from 'botbuilder';
import type { StewardAdapter } from '#bot/adapter.ts';
import type { VerifiedActivity } from '#bot/gate/activity.ts';
import type { LimitExceeded } from '#bot/turn/admission.ts';
import type { HttpAnswer } from '#bot/turn/idempotency.ts';
import { isForBot, readTurn } from '#bot/turn/read-turn.ts';
import { type Turn, textAnswer } from '#bot/turn/turn.ts';
import type { Zones } from '#bot/turn/zone.ts';
import type { Clock } from '#platform/lib/clock.ts';
import type { Ids } from '#platform/lib/ids.ts';
import { createThrottledWarnings, type Log } from '#platform/lib/logger.ts';
import type { Texts } from '#platform/texts/texts.ts';
import type { PolicyStore } from '#policy/file/policy-store.ts';
import { answerInvoke, errorAnswer, type RenderedAnswer, renderAnswer } from './replies.ts';

/** Error replies for turns that have no other answer. They need the store only where Teams does not take them at once. */
interface ErrorReplies {
  /** @returns undefined when no person waits for an answer */
  failed(activity: VerifiedActivity, error: unknown): Promise<HttpAnswer | undefined>;
  /** For a turn over the rate limit. A person who was told already gets no second answer, so that a flood costs little. */
  overLimit(activity: VerifiedActivity, over: LimitExceeded): Promise<HttpAnswer>;
  /** For a press that is still running when Teams times out. */
  late(activity: VerifiedActivity): HttpAnswer;
}

interface ErrorRepliesDeps {
  readonly adapter: StewardAdapter;
  /** Posts it now, or as soon as the rate limit allows. */
  post(context: TurnContext, turn: Turn, spoken: RenderedAnswer): Promise<void>;
  readonly policy: PolicyStore;
  readonly zones: Zones;
  readonly texts: Texts;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
}

export const createErrorReplies = ({
  adapter,
  post,
  policy,
  zones,
  texts,
  clock,
  ids,
  log,
}: ErrorRepliesDeps): ErrorReplies => {
  const warnOver = createThrottledWarnings(log, clock, 'limit.exceeded');
  const turnOf = (activity: VerifiedActivity): Turn =>
    readTurn(activity, { now: clock.now(), ids, texts, policy: policy.current(), zones });

  const answered = (activity: VerifiedActivity, turn: Turn, spoken: RenderedAnswer): HttpAnswer => ({
    status: 200,
    body: answerInvoke(activity.name, spoken, turn),
  });

  return {
    async failed(activity, error) {
      const turn = turnOf(activity);
      log.error('activity failed', { correlation: turn.correlation, person: turn.who.objectId, error });
      if (activity.type === 'invoke') return answered(activity, turn, errorAnswer(error, turn, true));
      if (activity.type !== 'message' || !isForBot(activity)) return undefined;
      await adapter.process(activity.raw as Partial<Activity>, (context) =>
        post(context, turn, errorAnswer(error, turn, false)),
      );
      return { status: 200 };
    },
    async overLimit(activity, over) {
      const isPress = activity.type === 'invoke';
      if (!isPress && !over.notify) return { status: 200 };
      const turn = turnOf(activity);
      if (over.notify) warnOver({ person: turn.who.objectId, kind: over.kind, reason: over.scope });
      const spoken = renderAnswer(
        textAnswer(isPress ? 'bot.limit.press' : 'bot.limit.message', { ...over }),
        turn,
        isPress,
      );
      if (isPress) return answered(activity, turn, spoken);
      await adapter.process(activity.raw as Partial<Activity>, (context) => post(context, turn, spoken));
      return { status: 200 };
    },
    late(activity) {
      const turn = turnOf(activity);
      log.warn('press answered too late', { correlation: turn.correlation, person: turn.who.objectId });
      const text = turn.words.plain('bot.error.slowPress', { correlation: turn.correlation });
      return answered(activity, turn, { text });
    },
  };
};
