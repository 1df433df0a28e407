import type { Base } from '#platform/jobs/jobs.ts';
import { iso, MINUTE } from '#platform/lib/clock.ts';
import type { Trx } from '#platform/storage/database.ts';
import { ConnectorError } from '../errors.ts';
import type { ChannelTrust } from '../trust.ts';
import { createChannels } from './channels.ts';
import { baseId, type ConversationRef, isChannelId } from './conversation.ts';
import {
  type ConversationFacts,
  type ConversationRow,
  findKnown,
  findWithClosing,
  insertConversation,
  saveConversation,
  savePerson,
  touchConversation,
  UNCONFIRMED,
} from './conversation-repository.ts';

export { connectorMigrations } from './tables.ts';

/** The conversations that the bot knows from received activities, and so may post to. */
export interface Conversations {
  /**
   * Stored when something is new, else at most once a minute. @param arrived runs in the transaction of an unknown or unconfirmed conversation
   * @returns true for such a one @throws ConnectorError `refused` when the bot's token must not be sent to the service URL
   */
  remember(facts: ConversationFacts, arrived?: (trx: Trx) => Promise<void>): Promise<boolean>;
  /** The address, with `;messageid=`; an unknown channel gets its team's or tenant's newest. @returns undefined for a closed one too */
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

interface ConversationStoreDeps extends Pick<Base, 'database' | 'clock'> {
  readonly trust: Pick<ChannelTrust, 'allowsServiceUrl' | 'serviceUrl'>;
  readonly tenantId: string;
}

/** An engine limits the values of a statement. */
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

  const refOf = (row: ConversationRow, id: string = row.conversation_id): ConversationRef => ({
    id,
    serviceUrl: trust.allowsServiceUrl(row.service_url) ? row.service_url : trust.serviceUrl,
    tenantId: row.tenant_id,
  });

  const newestFor = async (channelId: string): Promise<ConversationRow | undefined> => {
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
      if (known && known.seenAt !== UNCONFIRMED) {
        await database.note((at) => touchConversation(at, facts.conversationId, iso(clock.now())));
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
        await insertConversation(trx, facts, { known_at: iso(clock.now()), seen_at: UNCONFIRMED });
        await savePerson(trx, facts);
      }),

    async find(conversationId) {
      const id = baseId(conversationId);
      const known = await findWithClosing(db, id);
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
