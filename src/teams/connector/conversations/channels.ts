import type { Database, Db } from '#platform/storage/database.ts';
import { baseId, isChannelId } from './conversation.ts';
import './tables.ts';
import { z } from 'zod';
import { SECOND } from '#platform/lib/clock.ts';
import type { Caller } from '../calls.ts';
import type { Conversations } from './conversation-store.ts';

/** A channel that is not `standard` has members of its own. */
export const channelTypes = ['standard', 'private', 'shared'] as const;
export type ChannelType = (typeof channelTypes)[number];

/** Closed for writing: it was deleted, or its team is archived. */
export type Closed = 'deleted' | 'archived';

/** What Teams said of a team; what is absent was not said, and stays as it was. `closed` null: it is open again. */
export interface TeamFacts {
  readonly id: string;
  readonly name?: string | undefined;
  readonly closed?: Closed | null | undefined;
}

export interface ChannelFacts extends TeamFacts {
  readonly teamId?: string | undefined;
  readonly type?: ChannelType | undefined;
}

export interface ChannelNames {
  readonly team: string | undefined;
  readonly channel: string | undefined;
}

/** What is known of teams and their channels, whether or not anybody has written to the bot there. */
export interface Channels {
  keepTeam(facts: TeamFacts): Promise<void>;
  keepChannel(facts: ChannelFacts): Promise<void>;
  /** People can write there again. @returns whether it, or its team, was closed */
  open(conversationId: string): Promise<boolean>;
  /** It, or its team, is closed for everybody. */
  isClosed(conversationId: string): Promise<boolean>;
  /** The ids by which a roster is asked: the team's first, unless the channel is known to have members of its own. */
  rostersOf(conversationId: string): Promise<readonly string[]>;
  /** The names that were told so far. */
  namesOf(conversationId: string): Promise<ChannelNames>;
  /** The team of a channel. */
  teamOf(conversationId: string): Promise<string | undefined>;
}

const presentFacts = <T extends object>(facts: T): Partial<T> =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)) as Partial<T>;

const channelOf = (db: Db, id: string) =>
  db.selectFrom('channels').selectAll().where('channel_id', '=', id).executeTakeFirst();

const teamWith = (db: Db, id: string) =>
  db.selectFrom('teams').selectAll().where('team_id', '=', id).executeTakeFirst();

export const createChannels = ({ db }: Pick<Database, 'db'>): Channels => {
  /** General has the id of its team. */
  const teamIn = async (id: string): Promise<string | undefined> => {
    const known = await channelOf(db, id);
    if (known?.team_id) return known.team_id;
    const row = await db
      .selectFrom('conversations')
      .select('team_id')
      .where('conversation_id', '=', id)
      .executeTakeFirst();
    return row?.team_id ?? undefined;
  };

  const isClosed = async (conversationId: string): Promise<boolean> => {
    const id = baseId(conversationId);
    if (!isChannelId(id)) return false;
    if ((await channelOf(db, id))?.closed) return true;
    return Boolean((await teamWith(db, (await teamIn(id)) ?? id))?.closed);
  };

  return {
    keepTeam: async ({ id, name, closed }) => {
      const said = presentFacts({ name, closed });
      await db
        .insertInto('teams')
        .values({ name: null, closed: null, ...said, team_id: id })
        .onConflict((conflict) => conflict.column('team_id').doUpdateSet({ team_id: id, ...said }))
        .execute();
    },
    keepChannel: async ({ id, teamId, name, type, closed }) => {
      const said = presentFacts({ team_id: teamId, name, type, closed });
      await db
        .insertInto('channels')
        .values({ team_id: null, name: null, type: null, closed: null, ...said, channel_id: id })
        .onConflict((conflict) => conflict.column('channel_id').doUpdateSet({ channel_id: id, ...said }))
        .execute();
    },
    open: async (conversationId) => {
      if (!(await isClosed(conversationId))) return false;
      const id = baseId(conversationId);
      await db.updateTable('channels').set({ closed: null }).where('channel_id', '=', id).execute();
      const team = (await teamIn(id)) ?? id;
      await db.updateTable('teams').set({ closed: null }).where('team_id', '=', team).execute();
      return true;
    },
    isClosed,
    rostersOf: async (conversationId) => {
      const id = baseId(conversationId);
      if (!isChannelId(id)) return [id];
      const type = (await channelOf(db, id))?.type ?? 'standard';
      if (type !== 'standard') return [id];
      return [...new Set([(await teamIn(id)) ?? id, id])];
    },
    namesOf: async (conversationId) => {
      const id = baseId(conversationId);
      const team = await teamWith(db, (await teamIn(id)) ?? id);
      return { team: team?.name ?? undefined, channel: (await channelOf(db, id))?.name ?? undefined };
    },
    teamOf: (conversationId) => teamIn(baseId(conversationId)),
  };
};

const DEADLINE_MS = 3 * SECOND;

const teamSchema = z.object({ name: z.string().nullish() });
const channelsSchema = z.object({
  conversations: z.array(
    z.object({
      id: z.string().min(1),
      name: z.string().nullish(),
      type: z.enum(channelTypes).nullish().catch(undefined),
    }),
  ),
});

/** The names of a channel and of its team, from Teams where they are unknown; General has none. @throws ConnectorError */
export type NamesOf = (conversationId: string) => Promise<ChannelNames>;

export const createNamesOf = (deps: {
  readonly call: Caller;
  readonly conversations: Pick<Conversations, 'find'>;
  readonly channels: Channels;
}): NamesOf => {
  const { call, conversations, channels } = deps;

  const read = <T>(serviceUrl: string, teamId: string, below: string, answer: z.ZodType<T>): Promise<T> =>
    call({
      serviceUrl,
      method: 'GET',
      path: `v3/teams/${encodeURIComponent(teamId)}${below}`,
      answer,
      queue: `team ${teamId}`,
      counted: false,
      repeatable: true,
      priority: 'normal',
      deadlineMs: DEADLINE_MS,
    });

  return async (conversationId) => {
    const known = await channels.namesOf(conversationId);
    const teamId = await channels.teamOf(conversationId);
    const at = teamId === undefined ? undefined : await conversations.find(conversationId);
    if (teamId === undefined || !at) return known;
    if (known.team === undefined) {
      const { name } = await read(at.serviceUrl, teamId, '', teamSchema);
      if (name) await channels.keepTeam({ id: teamId, name });
    }
    const isGeneral = conversationId.split(';', 1)[0] === teamId;
    if (known.channel === undefined && !isGeneral) {
      const { conversations: listed } = await read(at.serviceUrl, teamId, '/conversations', channelsSchema);
      for (const { id, name, type } of listed) {
        await channels.keepChannel({ id, teamId, name: name ?? undefined, type: type ?? undefined });
      }
    }
    return channels.namesOf(conversationId);
  };
};
