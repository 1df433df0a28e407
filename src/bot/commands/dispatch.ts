import type { TurnContext } from 'botbuilder-core';
import { z } from 'zod';
import type { Audit } from '../../audit/audit.ts';
import { choicesCard } from '../../cards/choices.ts';
import { COMMAND_BUTTON, commandButton, LONGEST_COMMAND } from '../../cards/command-button.ts';
import { type Answers, LONGEST_INPUT } from '../../cards/form.ts';
import { baseId } from '../../connector/conversations/conversation.ts';
import type { Log } from '../../lib/logger.ts';
import { cut } from '../../lib/text.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import type { FormController } from '../forms/form-controller.ts';
import { renderAnswer, reply } from '../reply/replies.ts';
import type { Services } from '../services.ts';
import { shieldNames } from '../turn/mentions.ts';
import type { Press } from '../turn/read-turn.ts';
import { type Answer, cardAnswer, type PointedMessage, type Turn, textAnswer } from '../turn/turn.ts';
import type { Registry } from './registry.ts';
import { route } from './router.ts';

export interface Dispatcher {
  text(context: TurnContext, turn: Turn): Promise<Answer>;
  /** An automatic refresh is no press: it reaches only the actions that are made for it. */
  press(context: TurnContext, turn: Turn, press: Press): Promise<Answer>;
  /** A message action. */
  messageAction(context: TurnContext, turn: Turn, name: string, message: PointedMessage): Promise<Answer>;
}

export interface DispatcherDeps {
  readonly registry: Registry;
  readonly services: Services;
  readonly forms: FormController;
  /** Finds the copies of a card. */
  readonly outbox: Pick<Outbox, 'hasCopyIn'>;
  readonly audit: Pick<Audit, 'refused'>;
  readonly log: Log;
}

const formData = z.object({ form: z.string(), name: z.string() });

/** Routes each command or action to its handler. */
export const createDispatcher = (deps: DispatcherDeps): Dispatcher => {
  const { registry, services, forms, outbox, audit, log } = deps;

  /** Opens the form of an answer. After a press it is posted as a new message, so that the pressed card stays. */
  const openForm = async (context: TurnContext, turn: Turn, answer: Answer): Promise<Answer> => {
    if (answer.kind !== 'form') return answer;
    const opened = await forms.open(context, turn, answer.form, answer.answers, answer.review);
    if (!turn.pressed || turn.dialog || opened.kind === 'form') return opened;
    await reply(context, renderAnswer(opened, turn, false));
    return textAnswer('bot.form.opened');
  };

  /** Answers a text that is no command with similar commands. */
  const command = async (context: TurnContext, turn: Turn): Promise<Answer | readonly string[]> => {
    const { hide, show } = shieldNames(turn);
    const found = route(registry, turn.text === '' ? 'help' : hide(turn.text));
    if (found.kind === 'unknown') return found.nearest.map(show);
    log.info('command', { correlation: turn.correlation, command: found.command.name, person: turn.who.objectId });
    const args = found.command.arguments.parse(mapValues(found.arguments, show));
    return openForm(context, turn, await found.command.handle(turn, args, services));
  };

  /** Answers as the typed command would, in a new message; the pressed card stays. */
  const pressCommandButton = async (context: TurnContext, turn: Turn, data: unknown): Promise<Answer> => {
    const typed = typedCommand(turn, data);
    const answer = typed && (await command(context, typed));
    if (!answer || !('kind' in answer)) return textAnswer('bot.refused.press');
    await reply(context, renderAnswer(answer, turn, false));
    return textAnswer('bot.answer.below');
  };

  return {
    async text(context, turn) {
      const answer = await command(context, turn);
      if ('kind' in answer) return answer;
      return (await forms.typed(context, turn)) ?? unknownCommand(turn, answer);
    },

    async press(context, turn, { verb, data, file, automatic }) {
      const action = registry.action(verb);
      if (automatic && !action?.automatic) return textAnswer('bot.refused.automatic');
      if (!automatic) log.info('press', { correlation: turn.correlation, verb, person: turn.who.objectId });
      if (isFormVerb(verb)) {
        const read = formData.safeParse(data);
        if (!read.success) return textAnswer('bot.refused.press');
        return forms[formVerbs[verb]](context, turn, {
          id: read.data.form,
          name: read.data.name,
          inputs: inputsOf(data),
        });
      }
      if (verb === COMMAND_BUTTON) return pressCommandButton(context, turn, data);
      const read = action?.data.safeParse(data);
      if (!action || !read?.success || action.file !== file) return textAnswer('bot.refused.press');
      const { card } = action;
      if (card && !(await outbox.hasCopyIn(card.subject(read.data), whereOf(turn)))) {
        const conversation = baseId(turn.where.conversationId);
        const refused = { target: verb, actor: turn.who.objectId, conversation, reason: card.elsewhere };
        if (!automatic) await audit.refused(refused);
        return textAnswer(card.elsewhere);
      }
      const answer = await action.handle(automatic ? { ...turn, automatic } : turn, read.data, services);
      return openForm(context, turn, answer);
    },

    async messageAction(context, turn, name, message) {
      log.info('message action', { correlation: turn.correlation, command: name, person: turn.who.objectId });
      const action = registry.messageAction(name);
      if (!action) return textAnswer('bot.refused.menu');
      return openForm(context, turn, await action.open(turn, message, services));
    },
  };
};

const mapValues = (written: Readonly<Record<string, string>>, change: (text: string) => string) =>
  Object.fromEntries(Object.entries(written).map(([name, text]) => [name, change(text)]));

const whereOf = ({ where, who }: Turn) => ({
  conversationId: where.conversationId,
  ...(where.kind === 'personal' ? { person: who.objectId } : {}),
});

/** The buttons that every form has, and what the form controller does for each. */
const formVerbs = {
  'form.submit': 'submit',
  'form.back': 'back',
  'form.cancel': 'cancel',
  'form.window': 'window',
} as const;
export const isFormVerb = (verb: string): verb is keyof typeof formVerbs => Object.hasOwn(formVerbs, verb);

const unknownCommand = ({ words }: Turn, nearest: readonly string[]): Answer => {
  const key = nearest.length === 0 ? 'bot.unknown.command' : 'bot.unknown.didYouMean';
  const buttons = [...nearest, 'help'].map((name) => commandButton(name));
  return cardAnswer(choicesCard.render({ text: words.markdown(key), buttons }), words.plain(key));
};

const inputsOf = ({ form: _form, name: _name, ...inputs }: Press['data']): Answers =>
  Object.fromEntries(
    Object.entries(inputs).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, cut(value.toWellFormed(), LONGEST_INPUT)]] : [],
    ),
  );

const commandButtonData = z.object({ text: z.string().min(1).max(LONGEST_COMMAND) });

/** The press of a command button (cards/command-button.ts) as the typed command; undefined for unknown data. */
const typedCommand = (turn: Turn, data: unknown): Turn | undefined => {
  const read = commandButtonData.safeParse(data);
  if (!read.success) return undefined;
  const { text } = read.data;
  const { pressed: _card, ...typed } = turn;
  return { ...typed, text, typed: { kind: 'text', content: text } };
};
