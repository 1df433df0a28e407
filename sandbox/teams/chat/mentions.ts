import { everybody, sandboxBot } from '../../world.ts';
import { membersOf, type Place } from './places.ts';

export interface Mentioned {
  readonly id: string;
  readonly name: string;
  /** The text of the mention inside the message. */
  readonly text: string;
}

export interface MarkedText {
  readonly text: string;
  readonly mentions: readonly Mentioned[];
}

const asMention = ({ id, name }: { id: string; name: string }): Mentioned => ({ id, name, text: `<at>${name}</at>` });
const bot = asMention(sandboxBot);

/**
 * Turns `@Steward` and `@Bo Lind` into mentions as Teams does: an `<at>` text in place, one entity each.
 * @param options `withBot` adds the bot at the beginning if the text does not mention it; only if the bot is installed
 */
export const markMentions = (
  typed: string,
  place: Place,
  options: { readonly withBot: boolean; readonly botIsHere: boolean },
): MarkedText => {
  const members = place.kind === 'personal' ? [] : membersOf(place);
  const there = [
    ...(options.botIsHere ? [bot] : []),
    ...members.map(({ teamsId, name }) => asMention({ id: teamsId, name })),
  ];
  const known = new Map(there.map((one) => [one.name.toLowerCase(), one]));
  const mentions: Mentioned[] = [];
  const text = typed.replace(anyName, (whole, name: string) => {
    const mention = known.get(name.toLowerCase());
    if (!mention) return whole;
    mentions.push(mention);
    return mention.text;
  });
  if (!options.withBot || mentionsBot({ mentions })) return { text, mentions };
  return { text: `${bot.text} ${text}`, mentions: [bot, ...mentions] };
};

const named = (names: readonly string[]): RegExp => new RegExp(`(?<![\\w@])@(${names.join('|')})(?![\\w])`, 'gi');
const anyName = named([sandboxBot.name, ...Object.values(everybody).map(({ name }) => name)]);

/** Whether `@Steward` is in a typed text. */
export const namesBot = (typed: string): boolean => named([sandboxBot.name]).test(typed);

/** The mentions of a text or a stored message. */
export interface Mentioning {
  readonly mentions?: readonly { readonly text: string }[] | undefined;
}

export const mentionsBot = ({ mentions = [] }: Mentioning): boolean => mentions.some(({ text }) => text === bot.text);
