import type { TurnContext } from 'botbuilder-core';
import { z } from 'zod';
import { type Answers, LONGEST_ANSWER } from '../cards/form.ts';
import type { Log } from '../lib/logger.ts';
import { cut } from '../lib/text.ts';
import type { FormDesk } from './form-desk.ts';
import type { Registry } from './registry.ts';
import { reply, word } from './replies.ts';
import { route } from './router.ts';
import { type Answer, type Turn, textAnswer } from './turn.ts';

/** A press: `verb` of the card's action, or of the Submit data that older clients send as a message. */
export interface Press {
  readonly verb: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface Dispatcher {
  text(context: TurnContext, turn: Turn): Promise<Answer>;
  press(context: TurnContext, turn: Turn, press: Press): Promise<Answer>;
}

const formData = z.object({ form: z.string(), name: z.string() });

/** From what was said or pressed to the one handler for it. */
export const createDispatcher = <S>(registry: Registry<S>, services: S, desk: FormDesk, log: Log): Dispatcher => {
  /** A form that a press asks for gets a message of its own: the pressed card goes on telling about its own thing. */
  const settle = async (context: TurnContext, turn: Turn, answer: Answer): Promise<Answer> => {
    if (answer.kind !== 'form') return answer;
    const opened = await desk.open(context, turn, answer.form, answer.answers, answer.review);
    if (!turn.pressed || opened.kind === 'form') return opened;
    await reply(context, word(opened, turn, false));
    return textAnswer('bot.form.opened');
  };

  return {
    async text(context, turn) {
      const found = route(registry, turn.text === '' ? 'help' : turn.text);
      if (found.kind === 'command') {
        log.info('command', { correlation: turn.correlation, command: found.command.name, person: turn.who.objectId });
        const args = found.command.arguments.parse(found.written);
        return settle(context, turn, await found.command.handle(turn, args, services));
      }
      const typed = await desk.typed(context, turn);
      return typed ?? unknownCommand(found.nearest);
    },

    async press(context, turn, { verb, data }) {
      log.info('press', { correlation: turn.correlation, verb, person: turn.who.objectId });
      if (verb === 'form.submit' || verb === 'form.cancel') {
        const read = formData.safeParse(data);
        if (!read.success) return textAnswer('bot.refused.press');
        const { form, name } = read.data;
        return verb === 'form.cancel'
          ? desk.cancel(context, turn, form)
          : desk.submit(context, turn, { id: form, name, inputs: inputsOf(data) });
      }
      const action = registry.action(verb);
      const read = action?.data.safeParse(data);
      if (!action || !read?.success) return textAnswer('bot.refused.press');
      const answer = await action.handle(turn, read.data, services);
      return settle(context, turn, answer);
    },
  };
};

const unknownCommand = (nearest: readonly string[]): Answer =>
  nearest.length === 0
    ? textAnswer('bot.unknown.command')
    : textAnswer('bot.unknown.didYouMean', { nearest: nearest.map((name) => `“${name}”`).join(', ') });

const inputsOf = ({ form: _form, name: _name, ...inputs }: Press['data']): Answers =>
  Object.fromEntries(
    Object.entries(inputs).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, cut(value, LONGEST_ANSWER)]] : [],
    ),
  );
