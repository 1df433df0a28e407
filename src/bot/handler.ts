import { ActivityHandler, type InvokeResponse, type TurnContext } from 'botbuilder';
import type { Dispatcher } from '#bot/commands/dispatch.ts';
import type { VerifiedActivity } from '#bot/gate/activity.ts';
import { kindOf } from '#bot/reply/error-kind.ts';
import { installAnswer } from '#bot/reply/install-card.ts';
import type { PostReply } from '#bot/reply/post-reply.ts';
import {
  answerInvoke,
  errorAnswer,
  type InvokeAnswer,
  type RenderedAnswer,
  renderAnswer,
  searchBody,
} from '#bot/reply/replies.ts';
import type { Typing } from '#bot/reply/typing.ts';
import { type Admitted, NotInstalled } from '#bot/turn/admission.ts';
import { createNaming } from '#bot/turn/mentions.ts';
import { readPointedMessage } from '#bot/turn/pointed-message.ts';
import {
  type ChoiceSearch,
  FILE_CONSENT,
  type InvokeRequest,
  isForBot,
  type Press,
  readInvoke,
  readSubmit,
  readTurn,
} from '#bot/turn/read-turn.ts';
import { type Turn, textAnswer } from '#bot/turn/turn.ts';
import type { Zones } from '#bot/turn/zone.ts';
import type { Audit } from '#platform/audit/audit.ts';
import { type Clock, withTimeout } from '#platform/lib/clock.ts';
import { AppError } from '#platform/lib/errors.ts';
import type { Ids } from '#platform/lib/ids.ts';
import type { Log } from '#platform/lib/logger.ts';
import type { Texts } from '#platform/texts/texts.ts';
import type { PolicyStore } from '#policy/file/policy-store.ts';
import type { Choice } from '#teams/cards/form.ts';
import type { Connector, ConversationRef } from '#teams/connector/connector.ts';
import { baseId } from '#teams/connector/conversations/conversation.ts';
import { isAbsent } from '#teams/connector/errors.ts';

export interface HandlerDeps {
  readonly dispatcher: Dispatcher;
  readonly audit: Pick<Audit, 'refused'>;
  readonly connector: Connector;
  readonly policy: PolicyStore;
  /** @throws AppError when this person may not use the bot */
  readonly guard: (activity: VerifiedActivity) => Promise<Admitted>;
  readonly post: PostReply;
  readonly typing: Typing;
  readonly zones: Zones;
  readonly texts: Texts;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
}

/** The turn-state key under which `bot.ts` passes the verified activity to the handler. */
export const VERIFIED = Symbol('verified activity');

/** The deadline for answering a dialog: half a second after the handlers' own. */
const GRACE_MS = 500;

/**
 * From botbuilder's events to a Turn and one handler; never throws. Editing or deleting a message has no effect:
 * it was answered when it was sent.
 */
export class StewardHandler extends ActivityHandler {
  readonly #deps: HandlerDeps;
  readonly #naming: ReturnType<typeof createNaming>;

  constructor(deps: HandlerDeps) {
    super();
    this.#deps = deps;
    this.#naming = createNaming(deps.connector, deps.policy);
    this.onMessage(async (context, next) => {
      await this.#message(context);
      await next();
    });
  }

  protected override async onInvokeActivity(context: TurnContext): Promise<InvokeResponse<InvokeAnswer>> {
    const { activity, turn } = this.#begin(context);
    const invoke = readInvoke(activity);
    if (invoke.is === 'search')
      return { status: 200, body: searchBody(await this.#search(context, activity, turn, invoke.search)) };
    const work = this.#attempt(activity, turn, true, (admitted) => this.#invoke(context, activity, admitted, invoke));
    const late = (): RenderedAnswer => ({
      text: turn.words.plain('bot.error.slow', { correlation: turn.correlation }),
    });
    const left = turn.answerBy + GRACE_MS - this.#deps.clock.now();
    const spoken = await (turn.dialog ? withTimeout(work, left, late) : work);
    if (activity.name === FILE_CONSENT) await this.post(context, turn, spoken);
    return { status: 200, body: answerInvoke(activity.name, spoken, turn) };
  }

  /** A list has no place for a refusal: a person without the right to ask finds nothing. */
  async #search(
    context: TurnContext,
    activity: VerifiedActivity,
    turn: Turn,
    search: ChoiceSearch,
  ): Promise<readonly Choice[]> {
    try {
      const said = await this.#deps.guard(activity);
      const admitted = { ...turn, who: { ...turn.who, ...said } };
      return await this.#deps.dispatcher.search(context, admitted, search);
    } catch (error) {
      this.#deps.log.warn('search failed', { correlation: turn.correlation, person: turn.who.objectId, error });
      await this.#noteRefusal(turn, error);
      return [];
    }
  }

  async #invoke(
    context: TurnContext,
    activity: VerifiedActivity,
    turn: Turn,
    invoke: Exclude<InvokeRequest, { is: 'search' }>,
  ): Promise<RenderedAnswer> {
    const { dispatcher, policy } = this.#deps;
    if (invoke.is === 'unknown') {
      await this.#note(turn, 'bot.refused.press');
      return renderAnswer(textAnswer('bot.refused.press'), turn, true);
    }
    if (invoke.is === 'messageAction') {
      const message = readPointedMessage(invoke.message, policy.current().nameOf);
      return renderAnswer(await dispatcher.messageAction(context, turn, invoke.name, message), turn, true);
    }
    const from = activity.name === 'composeExtension/submitAction' ? await this.#reachable(activity, turn) : turn;
    return renderAnswer(await dispatcher.press(context, from, invoke.press), from, true);
  }

  /**
   * The message menu also works in conversations that the bot is not a member of: the turn then moves to the personal chat.
   * While the roster cannot be read, it stays.
   */
  async #reachable({ conversation, serviceUrl, from }: VerifiedActivity, turn: Turn): Promise<Turn> {
    const { connector } = this.#deps;
    try {
      await connector.member({ id: conversation.id, serviceUrl, tenantId: conversation.tenantId }, from.id);
      return turn;
    } catch (error) {
      if (!isAbsent(error)) return turn;
    }
    try {
      const { id } = await connector.openPersonal(turn.who.objectId, { teamsId: from.id, serviceUrl });
      return { ...turn, where: { conversationId: id, kind: 'personal' } };
    } catch (error) {
      throw isAbsent(error) ? new NotInstalled(error) : error;
    }
  }

  async #message(context: TurnContext): Promise<void> {
    const { activity, turn } = this.#begin(context);
    if (!isForBot(activity)) return;
    const press = readSubmit(activity.value);
    const { dispatcher } = this.#deps;
    const answer = (): Promise<RenderedAnswer> =>
      this.#attempt(activity, turn, false, async (admitted) => {
        if (press) return renderAnswer(await dispatcher.press(context, admitted, press), admitted, false);
        const named = await this.#naming(activity, admitted);
        return renderAnswer(await dispatcher.text(context, named), named, false);
      });
    await this.post(context, turn, press ? await answer() : await this.#deps.typing.during(refOf(activity), answer));
  }

  /** Posts the answer, now or later; never throws. */
  async post(context: TurnContext, turn: Turn, spoken: RenderedAnswer): Promise<void> {
    try {
      await this.#deps.post(context, turn, spoken);
    } catch (error) {
      this.#deps.log.error('reply not sent', { correlation: turn.correlation, error });
    }
  }

  #begin(context: TurnContext): { activity: VerifiedActivity; turn: Turn } {
    const activity: VerifiedActivity = context.turnState.get(VERIFIED);
    const { clock, policy, ...deps } = this.#deps;
    return { activity, turn: readTurn(activity, { ...deps, now: clock.now(), policy: policy.current() }) };
  }

  async #attempt(
    activity: VerifiedActivity,
    turn: Turn,
    click: boolean,
    work: (admitted: Turn) => Promise<RenderedAnswer>,
  ): Promise<RenderedAnswer> {
    try {
      const said = await this.#deps.guard(activity);
      return await work({ ...turn, who: { ...turn.who, ...said } });
    } catch (error) {
      this.#deps.log.warn('turn failed', { correlation: turn.correlation, person: turn.who.objectId, error });
      const automatic = automaticPress(activity);
      if (automatic) return this.#withoutButtons(turn, automatic, error);
      await this.#noteRefusal(turn, error);
      return error instanceof NotInstalled ? installAnswer(turn) : errorAnswer(error, turn, click);
    }
  }

  /** A guest kept out by the policy sees what stands in the conversation, and nothing to press. */
  async #withoutButtons(turn: Turn, press: Press, error: unknown): Promise<RenderedAnswer> {
    const refused = errorAnswer(error, turn, true);
    if (kindOf(error) !== 'outsider') return refused;
    const drawing = this.#deps.dispatcher.withoutButtons(turn, press);
    return drawing.then(
      (answer) => renderAnswer(answer, turn, true),
      () => refused,
    );
  }

  /** Records attempts that the policy does not allow, by guests, people of other tenants and non-members too. */
  async #noteRefusal(turn: Turn, error: unknown): Promise<void> {
    if (!(error instanceof AppError) || !(error.code.startsWith('Policy.') || isAbsent(error))) return;
    await this.#note(turn, error.textKey);
  }

  async #note({ who, where }: Turn, reason: string): Promise<void> {
    const conversation = baseId(where.conversationId);
    await this.#deps.audit.refused({ target: 'turn', actor: who.objectId, conversation, reason });
  }
}

const refOf = ({ conversation: { id, tenantId }, serviceUrl }: VerifiedActivity): ConversationRef => ({
  id,
  serviceUrl,
  tenantId,
});

/** No person tried anything: a client refreshes a card by itself. */
const automaticPress = (activity: VerifiedActivity): Press | undefined => {
  if (activity.type !== 'invoke') return undefined;
  const invoke = readInvoke(activity);
  return invoke.is === 'press' && invoke.press.automatic ? invoke.press : undefined;
};
