import type { MessageView } from '../../../sandbox/teams/api.ts';
import type { TextName } from '../../../src/platform/lib/errors.ts';
import { channels, wordsOf } from '../../../test/support/steward.ts';
import { plain } from '../../../test/support/story.ts';
import type { Cluster } from '../../cluster/cluster.ts';

/** A message of the bot, as a person sees it. */
export interface PostedMessage {
  readonly id: string;
  readonly channel: keyof typeof channels;
  /** Its thread; undefined for a message that starts one. */
  readonly root: string | undefined;
  readonly words: string;
  /** The text with the summary of the notification: one of them names the incident. */
  readonly about: string;
}

const names = Object.keys(channels) as (keyof typeof channels)[];

/** All messages of the bot that exist in every channel, oldest first. */
export const postedMessages = async (cluster: Cluster): Promise<PostedMessage[]> => {
  const lists = await Promise.all(names.map((channel) => cluster.teams.messages(channels[channel])));
  return lists.flatMap((messages, index) =>
    messages
      .filter(({ from, cards, deleted }) => from.kind === 'bot' && cards.length > 0 && !deleted)
      .map((message) => toPostedMessage(message, names[index] ?? 'general')),
  );
};

const toPostedMessage = (message: MessageView, channel: keyof typeof channels): PostedMessage => ({
  id: message.id,
  channel,
  root: message.rootId,
  words: wordsOf(message),
  about: `${wordsOf(message)}\n${message.summary ?? ''}`,
});

const DIGEST = /((?:\d+ [a-z -]+,? )+)since the last notification/;

/** Number of items in a digest, of all kinds; undefined for other messages. */
export const digestCount = ({ words, root }: PostedMessage): number | undefined => {
  const found = root === undefined ? DIGEST.exec(words) : null;
  const counts = found?.[1]?.match(/\d+/g);
  return counts?.reduce((sum, count) => sum + Number(count), 0);
};

export const isDigest = (said: PostedMessage): boolean => digestCount(said) !== undefined;

/** Placeholder for each value while a text becomes a pattern. */
const HOLES = { from: 'HOLEfrom', to: 'HOLEto', names: 'HOLEnames', title: 'HOLEtitle' };

/** The current text as a pattern, with a wildcard for each value. */
const patternOf = (news: TextName<'alerts.news'>, count = 1): RegExp => {
  const sentence = plain(`alerts.news.${news}`, { ...HOLES, count });
  const literal = sentence.replaceAll('*', '').replace(/[.?+^$|()[\]{}\\]/g, '\\$&');
  return new RegExp(`^${literal.replace(/HOLE(\w+)/g, '(?<$1>.+?)')}$`);
};

const patterns = [
  ['resolved', patternOf('resolved')],
  ['reopened', patternOf('reopened')],
  ['level', patternOf('level')],
  ['touched', patternOf('regionTouched')],
  ['touched', patternOf('regionTouched', 2)],
  ['well', patternOf('regionWell')],
  ['well', patternOf('regionWell', 2)],
  ['explained', patternOf('explained')],
] as const;

/** The news in a message of a thread, sorted; a message with none of these is about a review. */
export const newsIn = (words: string): string[] => {
  const found = words.split('\n').flatMap((line) => newsOf(line.replaceAll('*', '')));
  return found.length > 0 ? found.sort() : ['review'];
};

const newsOf = (line: string): string[] => {
  for (const [what, pattern] of patterns) {
    const values = pattern.exec(line)?.groups;
    if (pattern.test(line))
      return [[what, ...['from', 'to', 'names'].flatMap((name) => values?.[name] ?? [])].join(' ')];
  }
  return [];
};
