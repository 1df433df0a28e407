import { ActivityHandler, type InvokeResponse, type TurnContext } from 'botbuilder';
import { z } from 'zod';
import type { Connector } from '../connector/connector.ts';
import type { Clock } from '../lib/clock.ts';
import type { Ids } from '../lib/ids.ts';
import type { Log } from '../lib/logger.ts';
import type { Texts } from '../texts/texts.ts';
import type { Dispatcher, Press } from './dispatch.ts';
import type { VerifiedActivity } from './gate/activity.ts';
import { mentionsBot, readTurn } from './read-turn.ts';
import { explain, type InvokeBody, invokeBody, reply, type Spoken, word } from './replies.ts';
import type { Answer, Turn } from './turn.ts';

export interface HandlerDeps {
  readonly dispatcher: Dispatcher;
  readonly connector: Connector;
  /** Throws when this person may not use the bot. */
  readonly guard: (activity: VerifiedActivity) => Promise<void>;
  readonly texts: Texts;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
}

/** Where `bot.ts` leaves the verified activity for the handler. */
export const VERIFIED = Symbol('verified activity');

const invokeValue = z.object({
  action: z.object({ verb: z.string(), data: z.record(z.string(), z.unknown()).nullish() }),
});
const submitValue = z.looseObject({ verb: z.string() });

/** From botbuilder's events to a Turn and one handler; nothing thrown leaves it. */
export class StewardHandler extends ActivityHandler {
  readonly #deps: HandlerDeps;

  constructor(deps: HandlerDeps) {
    super();
    this.#deps = deps;
    this.onMessage(async (context, next) => {
      await this.#message(context);
      await next();
    });
    this.onInstallationUpdateRemove(async (context, next) => {
      await deps.connector.known.forget(context.activity.conversation.id);
      await next();
    });
  }

  protected override async onInvokeActivity(context: TurnContext): Promise<InvokeResponse<InvokeBody>> {
    const { activity, turn } = this.#begin(context);
    const spoken = await this.#attempt(activity, turn, true, async () => {
      const read = invokeValue.safeParse(activity.value);
      if (activity.name !== 'adaptiveCard/action' || !read.success) return refusedPress;
      const { verb, data } = read.data.action;
      return this.#deps.dispatcher.press(context, turn, { verb, data: data ?? {} });
    });
    return { status: 200, body: invokeBody(spoken, turn) };
  }

  async #message(context: TurnContext): Promise<void> {
    const { activity, turn } = this.#begin(context);
    const press = pressOf(activity);
    // With the resource-specific permission every message of a channel arrives: only those to the bot are commands.
    if (!press && turn.where.kind !== 'personal' && !mentionsBot(activity)) return;
    const { dispatcher, log } = this.#deps;
    const spoken = await this.#attempt(activity, turn, false, () =>
      press ? dispatcher.press(context, turn, press) : dispatcher.text(context, turn),
    );
    try {
      await reply(context, spoken);
    } catch (error) {
      log.error('reply not sent', { correlation: turn.correlation, error });
    }
  }

  #begin(context: TurnContext): { activity: VerifiedActivity; turn: Turn } {
    const activity: VerifiedActivity = context.turnState.get(VERIFIED);
    return { activity, turn: readTurn(activity, this.#deps.clock.now(), this.#deps.ids, this.#deps.texts) };
  }

  async #attempt(activity: VerifiedActivity, turn: Turn, click: boolean, work: () => Promise<Answer>): Promise<Spoken> {
    try {
      await this.#deps.guard(activity);
      const answer = await work();
      if (answer.kind === 'form') throw new Error('a form was left unopened');
      return word(answer, turn, click);
    } catch (error) {
      this.#deps.log.warn('turn failed', { correlation: turn.correlation, person: turn.who.objectId, error });
      return explain(error, turn, click);
    }
  }
}

const refusedPress: Answer = { kind: 'text', text: 'bot.refused.press', values: {} };

/** Older clients send the fallback of a card's action as a message with a value. */
const pressOf = (activity: VerifiedActivity): Press | undefined => {
  const read = submitValue.safeParse(activity.value);
  if (!read.success) return undefined;
  const { verb, ...data } = read.data;
  return { verb, data };
};
