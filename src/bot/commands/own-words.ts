import type { Wish } from '#bot/forms/sentence.ts';
import type { Services } from '#bot/services.ts';
import { shieldNames } from '#bot/turn/mentions.ts';
import { type Answer, cardAnswer, type Turn, textAnswer } from '#bot/turn/turn.ts';
import type { Reading } from '#bot/understanding/reading.ts';
import type { Understanding } from '#bot/understanding/understanding.ts';
import type { TextName } from '#platform/lib/errors.ts';
import type { Log } from '#platform/lib/logger.ts';
import { joinMarkdown } from '#platform/lib/text.ts';
import { commandSentence, LONGEST_COMMAND } from '#teams/cards/buttons.ts';
import { choicesCard } from '#teams/cards/notice-card.ts';
import type { Registry } from './registry.ts';
import { type Route, route } from './router.ts';

/** A typed command, found by the router. */
export type TypedCommand = Extract<Route, { readonly kind: 'command' }>;

/** A command that was understood from a person's own words. */
export interface OwnCommand {
  /** As it would have been typed. */
  readonly turn: Turn;
  readonly found: TypedCommand;
  /** Words that no argument took; for the person to see beside what was understood. */
  readonly left: readonly string[];
  /** Arguments that were typed otherwise than they were understood. */
  readonly corrected: readonly { readonly said: string; readonly title: string }[];
  /** It opens a form: shown before anything is sent. */
  readonly review: boolean;
}

export interface OwnWords {
  /** What to run of a text that is no command, or the answer that asks. */
  read(turn: Turn): OwnCommand | Answer;
  /** What a text may mean while a form is open that may take it, too. */
  wish(turn: Turn): Wish | undefined;
  /** What a text that begins like a command means rather, where that is certain, or where it orders nothing. */
  correct(turn: Turn, typed: TypedCommand): OwnCommand | Answer | undefined;
}

interface OwnWordsDeps {
  readonly understanding: Understanding;
  readonly registry: Registry;
  readonly services: Services;
  readonly log: Log;
}

/** The most sentences that are offered to somebody who was not understood. */
const MOST_SUGGESTIONS = 5;

export const createOwnWords = ({ understanding, registry, services, log }: OwnWordsDeps): OwnWords => {
  const said = (turn: Turn) => {
    const { hide, marked } = shieldNames(turn);
    const people = marked.map(({ objectId }) => objectId);
    return {
      text: hide(turn.text),
      people,
      policy: services.policy.current(),
      now: services.clock.now(),
      zone: turn.zone,
    };
  };

  const own = (turn: Turn, { text, left, intent }: Reading): OwnCommand | undefined => {
    const found = route(registry, text);
    if (found.kind === 'unknown') return undefined;
    const { show } = shieldNames(turn);
    const typed = show(text);
    return {
      turn: { ...turn, text: typed, typed: { kind: 'text', content: typed } },
      found,
      left: left.map(show),
      corrected: [],
      review: intent.effect === 'asks',
    };
  };

  /** @param left words that no sentence takes up */
  const offer = (
    turn: Turn,
    key: TextName<'bot.ownWords'>,
    sentences: readonly string[],
    left: readonly string[] = [],
  ): Answer => {
    const { words } = turn;
    const view = { sentences: sentences.map(commandSentence), buttons: [] };
    const lines = [
      words.markdown(`bot.ownWords.${key}`),
      ...(left.length > 0 ? [words.markdown('bot.ownWords.left', { left: left.join(' ') })] : []),
    ];
    return cardAnswer(
      choicesCard.render({ text: joinMarkdown(lines, '\n\n'), ...view }),
      words.plain(`bot.ownWords.${key}`),
    );
  };

  const suggest = (turn: Turn): Answer =>
    offer(turn, 'cannot', [...registry.suggestions(turn, services).slice(0, MOST_SUGGESTIONS), 'help']);

  /** @param lost what was typed into an argument, and is none of its values */
  const present = (turn: Turn, lost: readonly string[] = []): OwnCommand | Answer => {
    const { kind, readings, talk } = understanding.read(said(turn));
    const { show } = shieldNames(turn);
    log.info('own words', {
      correlation: turn.correlation,
      state: kind,
      ...(readings[0] ? { command: readings[0].intent.command } : {}),
    });
    const [first] = readings;
    if (kind === 'certain' && first?.permission === 'run') return own(turn, first) ?? suggest(turn);
    const sentences = readings.map(({ text }) => show(text)).filter((text) => text.length <= LONGEST_COMMAND);
    if (kind === 'certain')
      return offer(turn, 'press', sentences.slice(0, 1), (lost.length > 0 ? lost : (first?.left ?? [])).map(show));
    if (sentences.length > 0) return offer(turn, kind === 'likely' ? 'which' : 'rather', [...sentences, 'help']);
    return talk === 'thanks' || talk === 'talk' ? textAnswer(`bot.ownWords.${talk}`) : suggest(turn);
  };

  const formOf = (command: string): string | undefined => registry.commands.find(({ name }) => name === command)?.form;

  return {
    read: (turn) => present(turn),
    wish(turn) {
      const { kind, readings, denied } = understanding.read(said(turn));
      const [first] = readings;
      if (denied !== undefined) return { form: formOf(denied), answers: {}, isWhole: false, isDenied: true };
      const found = first && route(registry, first.text);
      if (!first || found?.kind !== 'command') return undefined;
      const { show } = shieldNames(turn);
      const answers = Object.entries(found.arguments).map(([name, text]) => [name, show(text)]);
      return {
        form: found.command.form,
        answers: Object.fromEntries(answers),
        isWhole: kind === 'certain' && first.permission === 'run' && first.left.length === 0,
        isDenied: false,
      };
    },
    correct(turn, { command, arguments: typed }) {
      const question = said(turn);
      const isOrder = understanding.orders(command.name, typed);
      const misread = understanding.misread(command.name, typed, question.policy);
      if (isOrder && misread.length === 0) return undefined;
      const { kind, readings } = understanding.read(question);
      const [first] = readings;
      const lost = misread.flatMap((argument) => (first?.args[argument] === undefined ? [typed[argument] ?? ''] : []));
      if (!isOrder) return present(turn, lost);
      if (kind !== 'certain' || !first) return undefined;
      if (first.intent.command !== command.name) return present(turn);
      // Where nothing at all is understood the command itself refuses it.
      if (Object.keys(first.args).length === 0 && misread.length === Object.keys(typed).length) return undefined;
      // Only what shows something, or opens its form, is corrected on the way.
      if (first.permission !== 'run') return present(turn, lost);
      if (lost.length > 0) return undefined;
      const meant = own(turn, first);
      if (!meant) return undefined;
      // What was typed as the command has it stays, but a reason is read without the words before it.
      const isReason = (argument: string): boolean =>
        argument in first.args &&
        first.intent.takes.some((recognition) => recognition.argument === argument && recognition.by === 'reason');
      const kept = Object.fromEntries(
        Object.entries(typed).filter(([argument]) => !misread.includes(argument) && !isReason(argument)),
      );
      const { show } = shieldNames(turn);
      return {
        ...meant,
        found: { ...meant.found, arguments: { ...meant.found.arguments, ...kept } },
        left: first.left.filter((word) => !Object.values(kept).some((text) => text.includes(word))).map(show),
        corrected: misread.map((argument) => ({
          said: show(typed[argument] ?? ''),
          title: show(first.titles[argument] ?? [first.args[argument] ?? ''].flat().join(', ')),
        })),
      };
    },
  };
};
