import { z } from 'zod';
import type { VerifiedActivity } from '#bot/gate/activity.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Clock } from '#platform/lib/clock.ts';
import type { Database, Db, Trx } from '#platform/storage/database.ts';
import type { Connector } from '#teams/connector/connector.ts';
import {
  arrivalIn,
  baseId,
  type Departure,
  departureFrom,
  type Installation,
  kindOfConversation,
} from '#teams/connector/conversations/conversation.ts';
import { type ChannelNews, channelNewsIn, isNews, isUnknownEvent } from './channel-news.ts';
import { worksWithoutBot } from './read-turn.ts';

interface MembershipDeps {
  readonly connector: Connector;
  readonly database: Database;
  readonly jobs: Jobs;
  readonly clock: Clock;
  onArrival(arrival: Installation, how: { readonly installed: boolean }): Promise<void>;
  /** Called once, in the transaction that forgets the conversation. @param person who removed the app, as far as Teams says */
  onDeparture(trx: Trx, departure: Departure, person: string | undefined): Promise<void>;
}

const ARRIVED = 'bot.arrived';
/** `installed` is missing in jobs of older versions. */
const arrived = z.object({ conversation: z.string(), installed: z.boolean().default(false) });

/**
 * Keeps the conversation store up to date: which conversations the app is a member of.
 * @returns stores or removes the conversation of an activity, and what it says of its team and channel
 */
export const createMembership = ({ connector, database, jobs, clock, onArrival, onDeparture }: MembershipDeps) => {
  jobs.define({
    name: ARRIVED,
    payload: arrived,
    maxAttempts: 20,
    async handle({ conversation, installed }) {
      await onArrival(await arrivalIn(database.db, conversation), { installed });
      return { end: 'done' };
    },
  });

  /** Scheduled in the transaction that stores the conversation, so that no crash loses it; the turn does not wait for the job. */
  const scheduleArrival = (db: Db, conversationId: string, installed: boolean): Promise<void> => {
    const conversation = baseId(conversationId);
    const key = `${ARRIVED} ${conversation}`;
    return jobs.schedule(db, { kind: ARRIVED, key, dueAt: clock.now(), payload: { conversation, installed } });
  };

  const keepNews = async ({ team, channel }: ChannelNews): Promise<void> => {
    if (team && isNews(team)) await connector.channels.keepTeam(team);
    if (channel && isNews(channel)) await connector.channels.keepChannel(channel);
  };

  /** Stores or removes the conversation. A removal may have been missed, so every installation counts. */
  return async (activity: VerifiedActivity): Promise<void> => {
    const { id } = activity.conversation;
    const membership = membershipOf(activity);
    if (membership === undefined && isUnknownEvent(activity)) return;
    const news = channelNewsIn(activity);
    await keepNews(news);
    if (news.reopened !== undefined) await scheduleArrival(database.db, news.reopened, false);
    if (membership === 'removed') {
      return connector.conversations.forget(id, async (trx) =>
        onDeparture(trx, await departureFrom(trx, id), activity.from.aadObjectId),
      );
    }
    // The last word of a channel that is closed is no sign that it can take posts.
    if (news.closed === baseId(id)) return;
    // A conversation where the bot is not a member, and cannot post.
    if (worksWithoutBot(activity)) return;
    const installed = membership === 'installed';
    const isNew = await connector.conversations.remember(conversationOf(activity), (trx) =>
      scheduleArrival(trx, id, installed),
    );
    // The event that opened it may have been missed.
    const isOpened = isNew && activity.type === 'message' && (await connector.channels.open(id));
    if (isOpened || (installed && !isNew)) await scheduleArrival(database.db, id, installed);
  };
};

const conversationOf = (activity: VerifiedActivity) => {
  const { conversation, serviceUrl, channelData, from } = activity;
  return {
    conversationId: conversation.id,
    kind: kindOfConversation(conversation.id, conversation.conversationType),
    serviceUrl,
    tenantId: conversation.tenantId,
    ...(channelData.team?.id ? { teamId: channelData.team.id } : {}),
    ...(from.aadObjectId ? { person: { objectId: from.aadObjectId, teamsId: from.id } } : {}),
  };
};

const members = z.array(z.object({ id: z.string() })).catch([]);

const membershipChange = z.object({
  action: z.string().catch(''),
  membersAdded: members,
  membersRemoved: members,
});

/** By the action of an installation update. */
const installations: Readonly<Record<string, 'installed' | 'removed'>> = {
  add: 'installed',
  'add-upgrade': 'installed',
  remove: 'removed',
  'remove-upgrade': 'removed',
};

/** Whether the app was installed in the activity's conversation or removed from it; undefined for all other activities. */
export const membershipOf = ({ type, recipient, raw }: VerifiedActivity): 'installed' | 'removed' | undefined => {
  const { action, membersAdded, membersRemoved } = membershipChange.parse(raw);
  if (type === 'installationUpdate') return installations[action];
  if (type !== 'conversationUpdate') return undefined;
  if (membersAdded.some(({ id }) => id === recipient.id)) return 'installed';
  return membersRemoved.some(({ id }) => id === recipient.id) ? 'removed' : undefined;
};
