import type { Db } from '../../../src/platform/storage/database.ts';
import { channels } from '../../../test/support/steward.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import { digestCount, isDigest, newsIn, type PostedMessage, postedMessages } from './posted-messages.ts';

export type Kind = 'card' | 'reply' | 'digest';

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
export const copyOf = (said: PostedMessage): Copy | undefined => {
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
export interface Digest {
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
