import { type Clock, iso, MINUTE } from '../../lib/clock.ts';
import { rowCount } from '../../storage/claim.ts';
import type { Database, Db, Trx } from '../../storage/database.ts';
import { prepared } from '../../storage/prepared.ts';
import { ConnectorError } from '../errors.ts';
import type { ChannelTrust } from '../trust.ts';
import { createChannels } from './channels.ts';
import { baseId, type ConversationKind, type ConversationRef, isChannelId } from './conversation.ts';
import './tables.ts';

export { connectorMigrations } from './tables.ts';

export interface ConversationFacts {
  readonly conversationId: string;
  readonly kind: ConversationKind;
  readonly serviceUrl: string;
  readonly tenantId: string;
  readonly teamId?: string;
  /** The author; in a personal chat its owner. */
  readonly person?: { readonly objectId: string; readonly teamsId: string };
}

/** The conversations that the bot knows from received activities, and so may post to. */
export interface Conversations {
  /**
   * Stored when something is new, and otherwise at most once a minute.
   * @param arrived runs in the same transaction if the conversation was unknown or unconfirmed
   * @returns true for a conversation that was unknown or unconfirmed
   * @throws ConnectorError `refused` when the bot's token must not be sent to the service URL
   */
  remember(facts: ConversationFacts, arrived?: (trx: Trx) => Promise<void>): Promise<boolean>;
  /**
   * The address keeps `;messageid=`. An unknown channel gets the newest service URL of its team or tenant.
   * @returns undefined too for a channel that was deleted, or whose team was deleted or archived
   */
  find(conversationId: string): Promise<ConversationRef | undefined>;
  /** The app was removed from it. @param departed runs in the same transaction if it was known */
  forget(conversationId: string, departed?: (trx: Trx) => Promise<void>): Promise<void>;
  personal(objectId: string): Promise<ConversationRef | undefined>;
  /** Whose personal chat it is, as a directory object id; undefined for a channel or a group. `;messageid=` is not looked at. */
  personOf(conversationId: string): Promise<string | undefined>;
}

/** The same with the fields that opening a personal chat needs. */
export interface ConversationStore extends Conversations {
  /** Stores a chat that the bot has opened: the bot can post there, and its first activity still counts as new. */
  opened(facts: ConversationFacts): Promise<void>;
  /** A person's channel account, if they have written before. */
  account(objectId: string): Promise<string | undefined>;
  /** The same for many people, by object id. */
  accounts(objectIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** One conversation for each known team, the most recent first; its roster is the team's. */
  teams(): Promise<ConversationRef[]>;
  /** The conversation with the most recent activity: its service URL serves the whole tenant. */
  newest(): Promise<ConversationRef | undefined>;
}

export interface ConversationStoreDeps {
  readonly database: Database;
  readonly trust: Pick<ChannelTrust, 'allowsServiceUrl' | 'serviceUrl'>;
  readonly tenantId: string;
  readonly clock: Clock;
}

/** An engine takes only so many values with a statement. */
const MOST_LOOKED_UP = 500;

export const createConversationStore = ({
  database,
  trust,
  tenantId,
  clock,
}: ConversationStoreDeps): ConversationStore => {
  const { db } = database;
  const channels = createChannels(database);
  const rows = () =>
    db
      .selectFrom('conversations')
      .select(['conversation_id', 'team_id', 'service_url', 'tenant_id'])
      .orderBy('seen_at', 'desc');

  const refOf = (row: Row, id: string = row.conversation_id): ConversationRef => ({
    id,
    serviceUrl: trust.allowsServiceUrl(row.service_url) ? row.service_url : trust.serviceUrl,
    tenantId: row.tenant_id,
  });

  const newestFor = async (channelId: string): Promise<Row | undefined> => {
    const ofTenant = rows().where('tenant_id', '=', tenantId);
    const ofTeam = await ofTenant.where('team_id', '=', channelId).limit(1).executeTakeFirst();
    return ofTeam ?? ofTenant.limit(1).executeTakeFirst();
  };

  return {
    async remember(facts, arrived) {
      if (!trust.allowsServiceUrl(facts.serviceUrl))
        throw new ConnectorError('refused', { text: 'connector.error.serviceUrl' });
      const known = await findKnown(db, facts);
      if (known && known.seenAt >= iso(clock.now() - MINUTE)) return false;
      if (known && known.seenAt !== NOT_HEARD_FROM) {
        await database.note((at) => seenAgain(at, facts.conversationId, iso(clock.now())));
        return false;
      }
      return database.transaction(async (trx) => {
        const isNew = await saveConversation(trx, facts, iso(clock.now()));
        await savePerson(trx, facts);
        if (isNew) await arrived?.(trx);
        return isNew;
      });
    },

    opened: (facts) =>
      database.transaction(async (trx) => {
        await insertConversation(trx, facts, { known_at: iso(clock.now()), seen_at: NOT_HEARD_FROM });
        await savePerson(trx, facts);
      }),

    async find(conversationId) {
      const id = baseId(conversationId);
      const [known] = (await knownWithClosing(db, id)).rows;
      if (!isChannelId(id)) return known && refOf(known, conversationId);
      if (known ? (known.channel_closed ?? known.team_closed) : await channels.isClosed(id)) return undefined;
      const row = known ?? (await newestFor(id));
      return row && refOf(row, conversationId);
    },

    forget: (conversationId, departed) =>
      database.transaction(async (trx) => {
        const id = baseId(conversationId);
        const known = await trx
          .selectFrom('conversations')
          .select('kind')
          .where('conversation_id', '=', id)
          .executeTakeFirst();
        if (known) await departed?.(trx);
        await trx.deleteFrom('conversations').where('conversation_id', '=', id).execute();
        await trx
          .updateTable('personal_chats')
          .set({ conversation_id: null })
          .where('conversation_id', '=', id)
          .execute();
      }),

    async personal(objectId) {
      const row = await db
        .selectFrom('personal_chats')
        .innerJoin('conversations', 'conversations.conversation_id', 'personal_chats.conversation_id')
        .select(['conversations.conversation_id', 'team_id', 'service_url', 'tenant_id'])
        .where('object_id', '=', objectId.toLowerCase())
        .executeTakeFirst();
      return row && refOf(row);
    },

    async personOf(conversationId) {
      if (isChannelId(conversationId)) return undefined;
      const chats = db.selectFrom('personal_chats').select('object_id');
      return (await chats.where('conversation_id', '=', baseId(conversationId)).executeTakeFirst())?.object_id;
    },

    async accounts(objectIds) {
      if (objectIds.length === 0) return new Map();
      const people = db.selectFrom('personal_chats').select(['object_id', 'teams_id']);
      const found = await people.where('object_id', 'in', objectIds.slice(0, MOST_LOOKED_UP)).execute();
      return new Map(found.map(({ object_id, teams_id }) => [object_id, teams_id]));
    },

    async account(objectId) {
      const person = db.selectFrom('personal_chats').select('teams_id').where('object_id', '=', objectId.toLowerCase());
      return (await person.executeTakeFirst())?.teams_id;
    },

    async teams() {
      const channels = await rows().where('kind', '=', 'channel').execute();
      const byTeam = new Map<string, ConversationRef>();
      for (const row of channels) {
        const team = row.team_id ?? row.conversation_id;
        if (!byTeam.has(team)) byTeam.set(team, refOf(row, team));
      }
      return [...byTeam.values()];
    },

    async newest() {
      const row = await rows().where('tenant_id', '=', tenantId).limit(1).executeTakeFirst();
      return row && refOf(row);
    },
  };
};

/** Marks a conversation as unconfirmed: no activity has come since it was opened, or since a post was refused there. */
const NOT_HEARD_FROM = '';

/** A post was refused there: posts go on as before, and its next activity counts as new. */
export const checkConversation = async (trx: Trx, conversationId: string): Promise<void> => {
  await trx
    .updateTable('conversations')
    .set({ seen_at: NOT_HEARD_FROM })
    .where('conversation_id', '=', baseId(conversationId))
    .execute();
};

interface Row {
  readonly conversation_id: string;
  readonly team_id: string | null;
  readonly service_url: string;
  readonly tenant_id: string;
}

/** A conversation, and whether its channel or its team is closed. General has the id of its team. */
const knownWithClosing = prepared((db, id: string) =>
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
const findKnown = async (db: Db, facts: ConversationFacts): Promise<{ readonly seenAt: string } | undefined> => {
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

/** Nothing is new but that somebody wrote there: after a loss of power it may be forgotten. */
const seenAgain = (db: Db, conversationId: string, seen_at: string): Promise<unknown> =>
  db
    .updateTable('conversations')
    .set({ seen_at })
    .where('conversation_id', '=', baseId(conversationId))
    .where('seen_at', '!=', NOT_HEARD_FROM)
    .execute();

const columnsOf = (facts: ConversationFacts, seen_at: string) => ({
  kind: facts.kind,
  service_url: facts.serviceUrl,
  tenant_id: facts.tenantId,
  seen_at,
  ...(facts.teamId === undefined ? {} : { team_id: facts.teamId }),
});

/** @returns false when it is stored already */
const insertConversation = async (
  trx: Trx,
  facts: ConversationFacts,
  at: { readonly known_at: string; readonly seen_at: string },
): Promise<boolean> =>
  rowCount(
    await trx
      .insertInto('conversations')
      .values({
        ...{ team_id: null, conversation_id: baseId(facts.conversationId) },
        ...columnsOf(facts, at.seen_at),
        known_at: at.known_at,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst(),
  ) === 1;

/** @returns true for an unknown or unconfirmed one; of several processes at the same time, only one gets true */
const saveConversation = async (trx: Trx, facts: ConversationFacts, now: string): Promise<boolean> => {
  if (await insertConversation(trx, facts, { known_at: now, seen_at: now })) return true;
  const standing = trx
    .updateTable('conversations')
    .set(columnsOf(facts, now))
    .where('conversation_id', '=', baseId(facts.conversationId));
  if (rowCount(await standing.where('seen_at', '=', NOT_HEARD_FROM).executeTakeFirst()) === 1) return true;
  await standing.execute();
  return false;
};

const savePerson = async (trx: Trx, { kind, conversationId, person }: ConversationFacts): Promise<void> => {
  if (person === undefined) return;
  const chat = kind === 'personal' ? { conversation_id: baseId(conversationId) } : {};
  const fresh = { teams_id: person.teamsId, ...chat };
  await trx
    .insertInto('personal_chats')
    .values({ conversation_id: null, ...fresh, object_id: person.objectId.toLowerCase() })
    .onConflict((conflict) => conflict.column('object_id').doUpdateSet(fresh))
    .execute();
};
