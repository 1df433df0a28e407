import { type Clock, iso, MINUTE } from '../lib/clock.ts';
import type { Database, Db, Trx } from '../storage/database.ts';
import { baseId, type ConversationRef, isChannelId } from './conversation.ts';
import { ConnectorError } from './errors.ts';
import type { ChannelTrust } from './trust.ts';
import './tables.ts';

export { connectorMigrations } from './tables.ts';

export interface ConversationFacts {
  readonly conversationId: string;
  readonly kind: 'channel' | 'personal' | 'group';
  readonly serviceUrl: string;
  readonly tenantId: string;
  readonly teamId?: string;
  readonly name?: string;
  /** Who wrote there; in a personal chat whose chat it is. */
  readonly person?: { readonly objectId: string; readonly teamsId: string };
}

/** Where the bot was spoken to, and so may speak. */
export interface KnownConversations {
  /**
   * Written when there is something new to it, and at most once a minute when there is not.
   * @param arrived what else is to happen where it was not known, or not any more: in the transaction that notes it
   * @returns true for a conversation that was not known, or not any more
   * @throws ConnectorError `refused` when the service URL is not one that the bot's token may go to
   */
  remember(facts: ConversationFacts, arrived?: (trx: Trx) => Promise<void>): Promise<boolean>;
  /** `;messageid=` is not looked up but kept in the answer; a channel never heard of gets its team's or tenant's newest service URL. */
  find(conversationId: string): Promise<ConversationRef | undefined>;
  forget(conversationId: string): Promise<void>;
  personal(objectId: string): Promise<ConversationRef | undefined>;
}

/** The same with what opening a personal chat needs. */
export interface KnownStore extends KnownConversations {
  /** A person's channel account, where they have written before. */
  account(objectId: string): Promise<string | undefined>;
  /** One conversation for each known team, the one heard of last first; its roster is the team's. */
  teams(): Promise<ConversationRef[]>;
  /** The conversation heard of last: its service URL serves the whole tenant. */
  newest(): Promise<ConversationRef | undefined>;
}

export interface KnownDeps {
  readonly database: Database;
  readonly trust: Pick<ChannelTrust, 'allowsServiceUrl'>;
  readonly tenantId: string;
  readonly clock: Clock;
}

export const createKnownConversations = ({ database, trust, tenantId, clock }: KnownDeps): KnownStore => {
  const { db } = database;
  const rows = () =>
    db
      .selectFrom('conversations')
      .select(['conversation_id', 'team_id', 'service_url', 'tenant_id'])
      .orderBy('seen_at', 'desc');

  const newestFor = async (channelId: string): Promise<Row | undefined> => {
    const ofTenant = rows().where('tenant_id', '=', tenantId);
    const ofTeam = await ofTenant.where('team_id', '=', channelId).limit(1).executeTakeFirst();
    return ofTeam ?? ofTenant.limit(1).executeTakeFirst();
  };

  return {
    async remember(facts, arrived) {
      if (!trust.allowsServiceUrl(facts.serviceUrl))
        throw new ConnectorError('refused', { text: 'connector.error.serviceUrl' });
      if (await stands(db, facts, iso(clock.now() - MINUTE))) return false;
      const base = db.selectFrom('conversations').where('conversation_id', '=', baseId(facts.conversationId));
      const known = await base.select('conversation_id').executeTakeFirst();
      await database.transaction(async (trx) => {
        await saveConversation(trx, facts, iso(clock.now()));
        await savePerson(trx, facts);
        if (known === undefined) await arrived?.(trx);
      });
      return known === undefined;
    },

    async find(conversationId) {
      const id = baseId(conversationId);
      const row =
        (await rows().where('conversation_id', '=', id).executeTakeFirst()) ??
        (isChannelId(id) ? await newestFor(id) : undefined);
      return row && refOf(row, conversationId);
    },

    forget: (conversationId) => database.transaction((trx) => forgetConversation(trx, conversationId)),

    async personal(objectId) {
      const row = await db
        .selectFrom('personal_chats')
        .innerJoin('conversations', 'conversations.conversation_id', 'personal_chats.conversation_id')
        .select(['conversations.conversation_id', 'team_id', 'service_url', 'tenant_id'])
        .where('object_id', '=', objectId.toLowerCase())
        .executeTakeFirst();
      return row && refOf(row);
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

/** The next word from there is an arrival. */
export const forgetConversation = async (trx: Trx, conversationId: string): Promise<void> => {
  const id = baseId(conversationId);
  await trx.deleteFrom('conversations').where('conversation_id', '=', id).execute();
  await trx.updateTable('personal_chats').set({ conversation_id: null }).where('conversation_id', '=', id).execute();
};

interface Row {
  readonly conversation_id: string;
  readonly team_id: string | null;
  readonly service_url: string;
  readonly tenant_id: string;
}

const refOf = (row: Row, id: string = row.conversation_id): ConversationRef => ({
  id,
  serviceUrl: row.service_url,
  tenantId: row.tenant_id,
});

/** Whether the store says all of it, and heard it no earlier than `since`: a look costs far less than a write. */
const stands = async (db: Db, facts: ConversationFacts, since: string): Promise<boolean> => {
  const { kind, serviceUrl, tenantId, teamId, name, person } = facts;
  const id = baseId(facts.conversationId);
  const row = await db
    .selectFrom('conversations as known')
    .leftJoin('personal_chats as chat', (join) => join.on('chat.object_id', '=', person?.objectId.toLowerCase() ?? ''))
    .select(['kind', 'service_url', 'tenant_id', 'team_id', 'name', 'seen_at'])
    .select(['chat.teams_id', 'chat.conversation_id as chat_id'])
    .where('known.conversation_id', '=', id)
    .executeTakeFirst();
  if (!row || row.seen_at < since) return false;
  const says = (written: string | null, fact: string | undefined): boolean => fact === undefined || fact === written;
  return (
    says(row.kind, kind) &&
    says(row.service_url, serviceUrl) &&
    says(row.tenant_id, tenantId) &&
    says(row.team_id, teamId) &&
    says(row.name, name) &&
    says(row.teams_id, person?.teamsId) &&
    (person === undefined || kind !== 'personal' || row.chat_id === id)
  );
};

const saveConversation = async (trx: Trx, facts: ConversationFacts, now: string): Promise<void> => {
  const fresh = {
    kind: facts.kind,
    service_url: facts.serviceUrl,
    tenant_id: facts.tenantId,
    seen_at: now,
    ...(facts.teamId === undefined ? {} : { team_id: facts.teamId }),
    ...(facts.name === undefined ? {} : { name: facts.name }),
  };
  await trx
    .insertInto('conversations')
    .values({ team_id: null, name: null, ...fresh, conversation_id: baseId(facts.conversationId) })
    .onConflict((conflict) => conflict.column('conversation_id').doUpdateSet(fresh))
    .execute();
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
