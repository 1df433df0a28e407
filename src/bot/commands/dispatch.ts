import type { TurnContext } from 'botbuilder-core';
import { z } from 'zod';
import type { FormController } from '#bot/forms/form-controller.ts';
import type { PostReply } from '#bot/reply/post-reply.ts';
import { renderAnswer } from '#bot/reply/replies.ts';
import type { Services } from '#bot/services.ts';
import { shieldNames, withoutMarks } from '#bot/turn/mentions.ts';
import type { ChoiceSearch, Press } from '#bot/turn/read-turn.ts';
import { type Answer, cardAnswer, type PointedMessage, type Turn, textAnswer } from '#bot/turn/turn.ts';
import type { Outbox } from '#engine/outbox/outbox.ts';
import type { Audit } from '#platform/audit/audit.ts';
import type { Clock } from '#platform/lib/clock.ts';
import type { Log } from '#platform/lib/logger.ts';
import { cut, joinMarkdown, type Markdown } from '#platform/lib/text.ts';
import { COMMAND_BUTTON, LONGEST_COMMAND, VIEW } from '#teams/cards/buttons.ts';
import { type Answers, type Choice, LONGEST_INPUT } from '#teams/cards/form.ts';
import { noticeCard } from '#teams/cards/notice-card.ts';
import { withLastLine } from '#teams/cards/rendered-card.ts';
import { baseId } from '#teams/connector/conversations/conversation.ts';
import { cardPlaceOf, createOwnViews } from './own-views.ts';
import type { OwnCommand, OwnWords, TypedCommand } from './own-words.ts';
import type { Registry } from './registry.ts';
import { route } from './router.ts';

export interface Dispatcher {
  text(context: TurnContext, turn: Turn): Promise<Answer>;
  /** An automatic refresh is no press: it reaches only the actions that are made for it. */
  press(context: TurnContext, turn: Turn, press: Press): Promise<Answer>;
  /** A client asks by itself for the view of a person without access to Steward: the card that stands there, without buttons. */
  withoutButtons(turn: Turn, press: Press): Promise<Answer>;
  /** What somebody types into a list of a form that is searched. */
  search(context: TurnContext, turn: Turn, search: ChoiceSearch): Promise<readonly Choice[]>;
  /** A message action. */
  messageAction(context: TurnContext, turn: Turn, name: string, message: PointedMessage): Promise<Answer>;
}

interface DispatcherDeps {
  readonly registry: Registry;
  readonly services: Services;
  readonly forms: FormController;
  readonly ownWords: OwnWords;
  /** Finds the copies of a card. */
  readonly outbox: Pick<Outbox, 'hasCopyIn' | 'holdPressedCard' | 'render'>;
  readonly audit: Pick<Audit, 'refused'>;
  /** For what a press posts beside the pressed card. */
  readonly post: PostReply;
  readonly clock: Clock;
  readonly log: Log;
}

/** The recorded length of an unknown verb. */
const LONGEST_VERB = 80;

const formData = z.object({ form: z.string(), name: z.string() });

/** Routes each command or action to its handler. */
export const createDispatcher = (deps: DispatcherDeps): Dispatcher => {
  const { registry, services, forms, ownWords, outbox, audit, post, log } = deps;
  const views = createOwnViews(deps);

  /** Opens the form of an answer. After a press it is posted as a new message, so that the pressed card stays. */
  const openForm = async (context: TurnContext, turn: Turn, answer: Answer, own?: OwnCommand): Promise<Answer> => {
    if (answer.kind !== 'form') return answer;
    const note = own && noteOn(own, turn, services);
    const opened = await forms.open(context, turn, answer.form, answer.answers, own?.review || answer.review, note);
    if (!turn.pressed || turn.dialog || opened.kind === 'form') return opened;
    await post(context, turn, renderAnswer(opened, turn, false));
    return textAnswer('bot.form.opened');
  };

  const run = async (
    context: TurnContext,
    turn: Turn,
    { command, arguments: typed }: TypedCommand,
    own?: OwnCommand,
  ): Promise<Answer> => {
    const { show } = shieldNames(turn);
    log.info('command', { correlation: turn.correlation, command: command.name, person: turn.who.objectId });
    return openForm(context, turn, await command.run(turn, mapValues(typed, show), services), own);
  };

  const runOwn = (context: TurnContext, own: OwnCommand | Answer): Answer | Promise<Answer> =>
    'kind' in own ? own : run(context, own.turn, own.found, own);

  const findTyped = (turn: Turn): TypedCommand | undefined => {
    const found = route(registry, turn.text === '' ? 'help' : shieldNames(turn).hide(turn.text));
    return found.kind === 'command' ? found : undefined;
  };

  const runTyped = (context: TurnContext, turn: Turn, typed: TypedCommand): Answer | Promise<Answer> => {
    const meant = ownWords.correct(turn, typed);
    return meant ? runOwn(context, meant) : run(context, turn, typed);
  };

  /** A command is a command, and is answered, also where the open form cannot be read. */
  const orNone = <T>(turn: Turn, reading: Promise<T>): Promise<T | undefined> =>
    reading.catch((error: unknown) => {
      log.warn('open form not read', { correlation: turn.correlation, error });
      return undefined;
    });

  /** No card of ours sends this: an old card, or somebody who tries things out. */
  const refusePress = async (turn: Turn, verb: string, automatic: boolean | undefined): Promise<Answer> => {
    const conversation = baseId(turn.where.conversationId);
    const detail = { verb: cut(verb.toWellFormed(), LONGEST_VERB) };
    const refused = { target: 'press', actor: turn.who.objectId, conversation, reason: 'bot.refused.press', detail };
    if (!automatic) await audit.refused(refused);
    return textAnswer('bot.refused.press');
  };

  /** Answers as the typed command would, in a new message; the pressed card stays. */
  const pressCommandButton = async (context: TurnContext, turn: Turn, data: unknown): Promise<Answer> => {
    const typed = typedCommand(turn, data);
    const found = typed && findTyped(typed);
    if (!found) return textAnswer('bot.refused.press');
    const answer = views.present(typed, await run(context, typed, found));
    await post(context, turn, renderAnswer(answer, turn, false));
    return textAnswer('bot.answer.below');
  };

  return {
    async text(context, turn) {
      if (turn.text === '' && turn.quotes) return textAnswer('bot.ownWords.onlyQuoted');
      const command = findTyped(turn);
      const typed = command && (await orNone(turn, forms.takes(context, turn))) ? undefined : command;
      const answered = typed ? undefined : await forms.typed(context, turn, () => ownWords.wish(turn));
      if (answered) return answered;
      const answer = await (typed ? runTyped(context, turn, typed) : runOwn(context, ownWords.read(turn)));
      return withReminder(views.present(turn, answer), await orNone(turn, forms.reminder(context, turn)), turn);
    },

    async press(context, turn, { verb, data, file, automatic, signIn }) {
      if (verb === VIEW) return views.press(automatic ? { ...turn, automatic } : turn, data);
      const action = registry.action(verb);
      if (automatic && !action?.automatic) return textAnswer('bot.refused.automatic');
      if (!automatic) log.info('press', { correlation: turn.correlation, verb, person: turn.who.objectId });
      if (isFormVerb(verb)) {
        const read = formData.safeParse(data);
        if (!read.success) return refusePress(turn, verb, automatic);
        return forms[formVerbs[verb]](context, turn, {
          id: read.data.form,
          name: read.data.name,
          inputs: inputsOf(data),
        });
      }
      if (verb === COMMAND_BUTTON) return pressCommandButton(context, turn, data);
      const read = action?.data.safeParse(data);
      if (!action || !read?.success || action.file !== file) return refusePress(turn, verb, automatic);
      const { card } = action;
      if (card && !(await outbox.hasCopyIn(card.subject(read.data), cardPlaceOf(turn)))) {
        const conversation = baseId(turn.where.conversationId);
        const refused = { target: verb, actor: turn.who.objectId, conversation, reason: card.elsewhere };
        if (!automatic) await audit.refused(refused);
        return textAnswer(card.elsewhere);
      }
      const pressing = { ...turn, ...(automatic ? { automatic } : {}), ...(signIn ? { signIn } : {}) };
      const answer = await action.handle(pressing, read.data, services);
      return views.present(turn, await openForm(context, turn, answer));
    },

    withoutButtons: views.withoutButtons,

    search: (context, turn, search) => forms.search(context, turn, search),

    async messageAction(context, turn, name, message) {
      log.info('message action', { correlation: turn.correlation, command: name, person: turn.who.objectId });
      const action = registry.messageAction(name);
      if (!action) return textAnswer('bot.refused.menu');
      return openForm(context, turn, await action.open(turn, message, services));
    },
  };
};

/** The answer with a last line of its own. */
const withReminder = (answer: Answer, line: Markdown | undefined, { words }: Turn): Answer => {
  if (line === undefined || answer.kind === 'form') return answer;
  if (answer.kind === 'card') return { ...answer, card: withLastLine(answer.card, line) };
  const said = answer.kind === 'text' ? words.markdown(answer.text, answer.values) : undefined;
  const text = joinMarkdown(said === undefined ? [line] : [said, line], '\n\n');
  return cardAnswer(noticeCard.render({ text }), said ?? line);
};

/** What of a person's own words was read otherwise, and what was not understood. */
const noteOn = ({ left, corrected }: OwnCommand, { words, who }: Turn, { policy }: Services): Markdown => {
  const others = left
    .flatMap((word) => policy.current().findPeople(word))
    .filter(({ objectId }) => objectId !== who.objectId);
  return [
    ...others.slice(0, 1).map(({ name }) => words.markdown('bot.ownWords.onlySelf', { who: name, me: who.name })),
    ...corrected.map((one) => words.markdown('bot.form.guessed', one)),
    ...(left.length > 0 ? [words.markdown('bot.ownWords.left', { left: left.join(' ') })] : []),
  ].join('\n\n') as Markdown;
};

const mapValues = (written: Readonly<Record<string, string>>, change: (text: string) => string) =>
  Object.fromEntries(Object.entries(written).map(([name, text]) => [name, change(text)]));

/** The buttons of forms, and what the form controller does for each. */
const formVerbs = {
  'form.submit': 'submit',
  'form.back': 'back',
  'form.cancel': 'cancel',
  'form.window': 'window',
  'form.switch': 'switch',
} as const;
export const isFormVerb = (verb: string): verb is keyof typeof formVerbs => Object.hasOwn(formVerbs, verb);

const inputsOf = ({ form: _form, name: _name, ...inputs }: Press['data']): Answers =>
  Object.fromEntries(
    Object.entries(inputs).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, cut(withoutMarks(value.toWellFormed()), LONGEST_INPUT)]] : [],
    ),
  );

const commandButtonData = z.object({ text: z.string().min(1).max(LONGEST_COMMAND) });

/** The press of a command button (cards/command-button.ts) as the typed command; undefined for unknown data. */
const typedCommand = (turn: Turn, data: unknown): Turn | undefined => {
  const read = commandButtonData.safeParse(data);
  if (!read.success) return undefined;
  const text = withoutMarks(read.data.text);
  const { pressed: _card, ...typed } = turn;
  return { ...typed, text, typed: { kind: 'text', content: text } };
};
