import type { TextName } from '../../../../src/lib/text-key.ts';
import type { MessageView } from '../../../../src/sandbox/teams/api.ts';
import { channels, wordsOf } from '../../../support/steward.ts';
import { plain } from '../../../support/story.ts';
import type { Cluster } from '../../cluster/cluster.ts';

/** A message of the bot, as a person reads it. */
export interface PostedMessage {
  readonly id: string;
  readonly channel: keyof typeof channels;
  /** The thread in which it stands; undefined for one that begins its own. */
  readonly root: string | undefined;
  readonly words: string;
  /** The same and what its toast says: an incident is named in one of them. */
  readonly about: string;
}

const names = Object.keys(channels) as (keyof typeof channels)[];

/** All that the bot has said in every channel and that stands there, oldest first in each. */
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

const DIGEST = /(?:One incident|(\d+) incidents) since the last notification/;

/** How many incidents a digest tells of; undefined for what is none. */
export const digestCount = ({ words, root }: PostedMessage): number | undefined => {
  const found = root === undefined ? DIGEST.exec(words) : null;
  return found ? Number(found[1] ?? 1) : undefined;
};

export const isDigest = (said: PostedMessage): boolean => digestCount(said) !== undefined;

/** What stands for each value of a sentence while its pattern is made. */
const HOLES = { from: 'HOLEfrom', to: 'HOLEto', names: 'HOLEnames', title: 'HOLEtitle' };

/** The sentence as people read it, whatever its words are now, with a hole for each value. */
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

/** The news that a message in a thread tells, sorted; one that tells none of these tells a review. */
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
