import { oneLine } from '../../deciding-button.ts';
import type { Copy } from '../shared/evidence.ts';
import type { Expected } from '../shared/watches.ts';

/** A kill, and the messages since then that are not in the bot's store. */
export interface KillHistory {
  readonly where: string;
  /** Posts that the killed bot had claimed and not recorded. */
  readonly claimedCopies: readonly Copy[];
  readonly extras: readonly Copy[];
}

/** One incident in a channel without digests, when no work is pending. */
export interface CardHistory {
  readonly mark: string;
  readonly channel: string;
  readonly expected: Expected;
  /** The mark of the newest update. */
  readonly newest: string;
  /** The cards that the bot keeps up to date. */
  readonly cards: readonly { readonly id: string; readonly words: string }[];
  /** Replies in threads: those in the bot's store, and extra ones after a kill. */
  readonly replies: readonly { readonly root: string; readonly news: readonly string[]; readonly extra: boolean }[];
  readonly extraCards: readonly string[];
}

/** One incident in a channel with an hourly digest. */
export interface DigestHistory {
  readonly mark: string;
  /** Its state at the end: its level, or resolved. */
  readonly says: string;
  /** The digests of the channel that name it, oldest first. */
  readonly digests: readonly string[];
}

const same = (a: Copy, b: Copy): boolean => a.kind === b.kind && a.channel === b.channel && a.mark === b.mark;

/** @returns the violations: extra copies are only of posts in progress, at most one in each channel */
export const killViolations = ({ where, claimedCopies, extras }: KillHistory): string[] => {
  const channels = [...new Set(extras.map(({ channel }) => channel))];
  return [
    ...extras
      .filter((extra) => !claimedCopies.some((copy) => same(copy, extra)))
      .map(({ kind, channel, mark }) => `killed ${where}, an extra ${kind} ${mark} in ${channel} was not on its way`),
    ...channels.flatMap((channel) => {
      const found = extras.filter((extra) => extra.channel === channel).length;
      return found > 1 ? [`killed ${where}, ${found} extra copies in ${channel}`] : [];
    }),
  ];
};

/** @returns the violations of one incident's card and thread */
export const cardViolations = (history: CardHistory): string[] => {
  const { mark, channel, expected, newest, cards, extraCards } = history;
  const wanted = expected.card ? 1 : 0;
  const [card] = cards;
  return [
    ...(cards.length === wanted ? [] : [`${cards.length} cards, not ${wanted}`]),
    ...(!card && extraCards.length > 0 ? ['only an extra copy stands'] : []),
    ...(card && !card.words.includes(newest) ? [`the card does not say the newest: ${oneLine(card.words)}`] : []),
    ...(card ? threadFaults(history, card.id) : []),
  ].map((words) => `${mark} in ${channel}: ${words}`);
};

/** Every piece of news once; an extra reply only repeats one. */
const threadFaults = ({ expected, replies, extraCards }: CardHistory, root: string): string[] => {
  const kept = replies.filter(({ extra }) => !extra).map(({ news }) => news.join(' + '));
  const wanted = expected.replies.map((news) => news.join(' + '));
  const [missed, more] = [without(wanted, kept), without(kept, wanted)];
  const astray = replies.filter((reply) => reply.root !== root && !extraCards.includes(reply.root));
  const strange = replies.filter(({ extra, news }) => extra && !wanted.includes(news.join(' + ')));
  return [
    ...missed.map((news) => `no word of ${news}`),
    ...more.map((news) => `a word too many: ${news}`),
    ...astray.map(({ news }) => `${news.join(' + ')} stands in another thread`),
    ...strange.map(({ news }) => `an extra reply says what nobody had to: ${news.join(' + ')}`),
  ];
};

/** The first list without the second, each item once. */
const without = (list: readonly string[], others: readonly string[]): string[] => {
  const left = [...others];
  return list.filter((one) => {
    const found = left.indexOf(one);
    if (found >= 0) left.splice(found, 1);
    return found < 0;
  });
};

/** @returns the violations: the last digest with it shows how it ended */
export const digestViolations = ({ mark, says, digests }: DigestHistory): string[] => {
  const last = digests.at(-1)?.split('\n');
  const at = last?.findIndex((line) => line.includes(mark)) ?? -1;
  if (!last || at < 0) return [`${mark} stands in no digest`];
  const said = last.slice(at, at + 2).join(' · ');
  return said.toLowerCase().includes(says) ? [] : [`${mark}: its last digest says “${said}”, not “${says}”`];
};
