import { insertNew, rowCount } from '#platform/storage/claim.ts';
import type { Db, Trx } from '#platform/storage/database.ts';
import { prepared } from '#platform/storage/prepared.ts';
import { baseId, type ConversationKind } from './conversation.ts';
import './tables.ts';

/** What an activity says of the conversation that it came from. */
export interface ConversationFacts {
  readonly conversationId: string;
  readonly kind: ConversationKind;
  readonly serviceUrl: string;
  readonly tenantId: string;
  readonly teamId?: string;
  /** The author; in a personal chat its owner. */
  readonly person?: { readonly objectId: string; readonly teamsId: string };
}

/** Marks a conversation as unconfirmed: no activity has come since it was opened, or since a post was refused there. */
export const UNCONFIRMED = '';

/** A post was refused there: posts go on as before, and its next activity counts as new. */
export const checkConversation = async (trx: Trx, conversationId: string): Promise<void> => {
  await trx
    .updateTable('conversations')
    .set({ seen_at: UNCONFIRMED })
    .where('conversation_id', '=', baseId(conversationId))
    .execute();
};

/** What a post to a conversation needs. */
export interface ConversationRow {
  readonly conversation_id: string;
  readonly team_id: string | null;
  readonly service_url: string;
  readonly tenant_id: string;
}

/** A conversation, and whether its channel or its team is closed. */
export const findWithClosing = async (db: Db, id: string) => (await withClosing(db, id)).rows[0];

/** General has the id of its team. */
const withClosing = prepared((db, id: string) =>
  db
    .selectFrom('conversations as known')
    .leftJoin('channels as channel', 'channel.channel_id', 'known.conversation_id')
    .leftJoin('teams as team', (join) =>
      join.on((eb) =>
        eb('team.team_id', '=', eb.fn.coalesce('channel.team_id', 'known.team_id', 'known.conversation_id')),
      ),
    )
    .select(['known.conversation_id', 'known.team_id', 'known.service_url', 'known.tenant_id'])
    .select(['channel.closed as channel_closed', 'team.closed as team_closed'])
    .where('known.conversation_id', '=', id)
    .compile(),
);

/** What is stored, if it is all of this: a read costs far less than a write. */
export const findKnown = async (db: Db, facts: ConversationFacts): Promise<{ readonly seenAt: string } | undefined> => {
  const { kind, serviceUrl, tenantId, teamId, person } = facts;
  const id = baseId(facts.conversationId);
  const [row] = (await knownWithChat(db, id, person?.objectId.toLowerCase() ?? '')).rows;
  if (!row) return undefined;
  const says = (written: string | null, fact: string | undefined): boolean => fact === undefined || fact === written;
  const isAll =
    says(row.kind, kind) &&
    says(row.service_url, serviceUrl) &&
    says(row.tenant_id, tenantId) &&
    says(row.team_id, teamId) &&
    says(row.teams_id, person?.teamsId) &&
    (person === undefined || kind !== 'personal' || row.chat_id === id);
  return isAll ? { seenAt: row.seen_at } : undefined;
};

const knownWithChat = prepared((db, id: string, objectId: string) =>
  db
    .selectFrom('conversations as known')
    .leftJoin('personal_chats as chat', (join) => join.on('chat.object_id', '=', objectId))
    .select(['kind', 'service_url', 'tenant_id', 'team_id', 'seen_at'])
    .select(['chat.teams_id', 'chat.conversation_id as chat_id'])
    .where('known.conversation_id', '=', id)
    .compile(),
);

/** The only news is a message: after a loss of power it may be forgotten. */
export const touchConversation = (db: Db, conversationId: string, seen_at: string): Promise<unknown> =>
  db
    .updateTable('conversations')
    .set({ seen_at })
    .where('conversation_id', '=', baseId(conversationId))
    .where('seen_at', '!=', UNCONFIRMED)
    .execute();

const columnsOf = (facts: ConversationFacts, seen_at: string) => ({
  kind: facts.kind,
  service_url: facts.serviceUrl,
  tenant_id: facts.tenantId,
  seen_at,
  ...(facts.teamId === undefined ? {} : { team_id: facts.teamId }),
});

/** @returns false when it is stored already */
export const insertConversation = (
  trx: Trx,
  facts: ConversationFacts,
  at: { readonly known_at: string; readonly seen_at: string },
): Promise<boolean> =>
  insertNew(
    trx.insertInto('conversations').values({
      team_id: null,
      conversation_id: baseId(facts.conversationId),
      ...columnsOf(facts, at.seen_at),
      known_at: at.known_at,
    }),
  );

/** @returns true for an unknown or unconfirmed one; of several processes at the same time, only one gets true */
export const saveConversation = async (trx: Trx, facts: ConversationFacts, now: string): Promise<boolean> => {
  if (await insertConversation(trx, facts, { known_at: now, seen_at: now })) return true;
  const standing = trx
    .updateTable('conversations')
    .set(columnsOf(facts, now))
    .where('conversation_id', '=', baseId(facts.conversationId));
  if (rowCount(await standing.where('seen_at', '=', UNCONFIRMED).executeTakeFirst()) === 1) return true;
  await standing.execute();
  return false;
};

export const savePerson = async (trx: Trx, { kind, conversationId, person }: ConversationFacts): Promise<void> => {
  if (person === undefined) return;
  const chat = kind === 'personal' ? { conversation_id: baseId(conversationId) } : {};
  const fresh = { teams_id: person.teamsId, ...chat };
  await trx
    .insertInto('personal_chats')
    .values({ conversation_id: null, ...fresh, object_id: person.objectId.toLowerCase() })
    .onConflict((conflict) => conflict.column('object_id').doUpdateSet(fresh))
    .execute();
};
