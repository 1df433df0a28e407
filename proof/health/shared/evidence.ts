import type { MessageView } from '../../../sandbox/teams/api.ts';
import type { TextName } from '../../../src/platform/lib/errors.ts';
import type { Db } from '../../../src/platform/storage/database.ts';
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

const isDigest = (said: PostedMessage): boolean => digestCount(said) !== undefined;

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
  const found = words.split('\n').flatMap((line) => newsOfLine(line.replaceAll('*', '')));
  return found.length > 0 ? found.sort() : ['review'];
};

const newsOfLine = (line: string): string[] => {
  for (const [what, pattern] of patterns) {
    const values = pattern.exec(line)?.groups;
    if (pattern.test(line))
      return [[what, ...['from', 'to', 'names'].flatMap((name) => values?.[name] ?? [])].join(' ')];
  }
  return [];
};

type Kind = 'card' | 'reply' | 'digest';

/** The kind of a message, and its place. */
export interface Copy {
  readonly kind: Kind;
  readonly channel: PostedMessage['channel'];
  /** The incident's mark; empty for a digest. */
  readonly mark: string;
}

/** The incident's mark in a text. */
export const markIn = (text: string): string => /\b[LU]\d+[LU](?=\b|Word)/.exec(text)?.[0] ?? '';

/** The kind of a message of the bot; undefined for messages without an incident. */
const copyOf = (said: PostedMessage): Copy | undefined => {
  const { channel, root, about } = said;
  if (isDigest(said)) return { kind: 'digest', channel, mark: '' };
  const mark = markIn(about);
  if (mark === '') return undefined;
  return { kind: root === undefined ? 'card' : 'reply', channel, mark };
};

/** The messages in the bot's store, by id. */
const knownIds = async (db: Db): Promise<ReadonlySet<string>> => {
  const rows = await db.selectFrom('deliveries').select('activity_id').where('activity_id', 'is not', null).execute();
  return new Set(rows.map(({ activity_id }) => activity_id ?? ''));
};

/** Deliveries that a process has claimed, or had claimed when it died, without a recorded post. */
export const claimedCopies = async (db: Db): Promise<Copy[]> => {
  const rows = await db
    .selectFrom('deliveries')
    .select(['subject', 'target'])
    .where('lease_owner', 'is not', null)
    .where('activity_id', 'is', null)
    .execute();
  const copies = await Promise.all(rows.map(({ subject, target }) => copyOfRow(db, subject, target)));
  return copies.filter((copy) => copy !== undefined);
};

const copyOfRow = async (db: Db, subject: string, target: string): Promise<Copy | undefined> => {
  const [kind, id = ''] = subject.split(':', 2);
  if (kind === 'alertDigest') return { kind: 'digest', channel: channelOf(target), mark: '' };
  const card = kind === 'alertNote' ? await cardOfNote(db, id) : id;
  const row = await db
    .selectFrom('alert_cards')
    .innerJoin('alerts', 'alerts.id', 'alert_cards.alert_id')
    .select(['alert_cards.conversation_id', 'alerts.item_json'])
    .where('alert_cards.id', '=', card)
    .executeTakeFirst();
  if (!row) return undefined;
  const of = kind === 'alertNote' ? 'reply' : 'card';
  return { kind: of, channel: channelOf(row.conversation_id), mark: markIn(row.item_json) };
};

const cardOfNote = async (db: Db, id: string): Promise<string> => {
  const note = await db.selectFrom('alert_notes').select('card_id').where('id', '=', id).executeTakeFirst();
  return note?.card_id ?? '';
};

const channelOf = (conversation: string): PostedMessage['channel'] => {
  const found = Object.entries(channels).find(([, id]) => conversation.startsWith(id));
  return (found?.[0] ?? 'general') as PostedMessage['channel'];
};

/** The digests of one channel in the store, with their incidents; oldest first. */
interface Digest {
  readonly channel: PostedMessage['channel'];
  readonly count: number;
  readonly words: string;
}

/** All alert messages at one moment. */
export interface Evidence {
  /** Messages in the store, and others. */
  readonly known: readonly (Copy & PostedMessage)[];
  readonly extras: readonly (Copy & PostedMessage)[];
  readonly digests: readonly Digest[];
}

export const evidenceOf = async (cluster: Cluster): Promise<Evidence> => {
  const [ids, said] = await Promise.all([cluster.inStore(knownIds), postedMessages(cluster)]);
  const copies = said.flatMap((one) => {
    const copy = copyOf(one);
    return copy ? [{ ...one, ...copy }] : [];
  });
  const known = copies.filter(({ id }) => ids.has(id));
  return {
    known,
    extras: copies.filter(({ id }) => !ids.has(id)),
    digests: known.flatMap((one) =>
      one.kind === 'digest' ? [{ channel: one.channel, count: digestCount(one) ?? 0, words: one.words }] : [],
    ),
  };
};

/** The news of each reply. */
export const newsOf = (replies: readonly PostedMessage[]): string[][] => replies.map(({ words }) => newsIn(words));
