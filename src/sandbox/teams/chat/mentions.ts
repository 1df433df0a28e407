import { people, sandboxBot } from '../../world.ts';
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

/**
 * Turns `@Steward` and `@Bo Lind` into the mentions that Teams would make of them: `<at>` text in place, one entity each.
 * @param withBot puts the bot in front when the text does not name it
 */
export const markMentions = (typed: string, place: Place, withBot: boolean): MarkedText => {
  const bot = asMention(sandboxBot);
  const members = place.kind === 'channel' ? membersOf(place) : [];
  const known = new Map(
    [bot, ...members.map(({ teamsId, name }) => asMention({ id: teamsId, name }))].map((one) => [
      one.name.toLowerCase(),
      one,
    ]),
  );
  const mentions: Mentioned[] = [];
  const text = typed.replace(anyName, (whole, name: string) => {
    const mention = known.get(name.toLowerCase());
    if (!mention) return whole;
    mentions.push(mention);
    return mention.text;
  });
  if (!withBot || mentions.some(({ id }) => id === bot.id)) return { text, mentions };
  return { text: `${bot.text} ${text}`, mentions: [bot, ...mentions] };
};

const anyName = new RegExp(
  `(?<![\\w@])@(${[sandboxBot.name, ...Object.values(people).map(({ name }) => name)].join('|')})(?![\\w])`,
  'gi',
);

export const mentionsBot = ({ mentions }: MarkedText): boolean => mentions.some(({ id }) => id === sandboxBot.id);
