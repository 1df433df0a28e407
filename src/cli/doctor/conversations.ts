import { HttpFailure } from '#platform/http/message.ts';
import { realAfter } from '#platform/lib/clock.ts';
import type { TextKey } from '#platform/lib/errors.ts';
import type { PolicyConversation } from '#policy/policy.ts';
import { type BotTokenDeps, createBotToken, createCaller } from '#teams/connector/calls.ts';
import { defaultChannelLimits } from '#teams/connector/connector.ts';
import { createChannels } from '#teams/connector/conversations/channels.ts';
import { baseId, type ConversationRef } from '#teams/connector/conversations/conversation.ts';
import { type ConversationStore, createConversationStore } from '#teams/connector/conversations/conversation-store.ts';
import { createRosters, type Rosters } from '#teams/connector/conversations/members.ts';
import { ConnectorError, type ConnectorErrorKind } from '#teams/connector/errors.ts';
import { createScheduler } from '#teams/connector/queue/scheduler.ts';
import type { ChannelTrust } from '#teams/connector/trust.ts';
import { Failing, type Found, works } from './report.ts';
import type { Store } from './store.ts';

interface Deps extends BotTokenDeps {
  readonly trust: ChannelTrust;
  readonly tenantId: string;
}

interface Conversations {
  /** The roster of a conversation of the policy. */
  check(conversation: PolicyConversation): Promise<Found<undefined>>;
  /** The rosters of the other teams that Steward was heard from in. */
  checkOthers(named: readonly PolicyConversation[]): Promise<Found<undefined>>;
}

/** @param database with what Steward has heard; without one every conversation is asked for at the cloud's own address */
export const createConversations = (deps: Deps, database: Store): Conversations => {
  const { clock, trust, tenantId } = deps;
  const scheduler = createScheduler({ clock, after: realAfter, limits: () => defaultChannelLimits });
  const call = createCaller({ ...deps, token: createBotToken(deps), scheduler, random: Math.random });
  const channels = database ? createChannels(database) : withOwnRosters;
  const rosters = createRosters({ call, channels, tenantId, clock });
  const known = database && createConversationStore({ database, trust, tenantId, clock });
  return {
    check: async ({ id, title }) => {
      const address = (await known?.find(id)) ?? { id, serviceUrl: trust.serviceUrl, tenantId };
      const count = await countOf(rosters, address).catch((error: unknown) => {
        throw explained(error, title);
      });
      return works({ text: 'doctor.roster.works', values: { count } });
    },
    checkOthers: async (named) => {
      const others = await otherTeams(known, named);
      for (const team of others) {
        await countOf(rosters, team).catch((error: unknown) => {
          throw explained(error, team.id);
        });
      }
      return works({ text: 'doctor.roster.others', values: { count: others.length } });
    },
  };
};

/** Where nothing is known of a channel, its own id is the only one to ask by. */
const withOwnRosters = { rostersOf: async (conversationId: string) => [baseId(conversationId)] };

/** Of more teams the newest tell enough. */
const MOST_OTHERS = 20;

const otherTeams = async (
  known: ConversationStore | undefined,
  named: readonly PolicyConversation[],
): Promise<readonly ConversationRef[]> => {
  const ids = new Set(named.map(({ id }) => id));
  const teams = (await known?.teams()) ?? [];
  return teams.filter(({ id }) => !ids.has(id)).slice(0, MOST_OTHERS);
};

const countOf = async (rosters: Rosters, conversation: ConversationRef): Promise<number> =>
  (await rosters.everybody(conversation)).accounts.size;

const byKind: Readonly<Partial<Record<ConnectorErrorKind, TextKey>>> = {
  left: 'doctor.roster.noMember',
  blocked: 'doctor.roster.blocked',
  disabled: 'doctor.roster.blocked',
  forbidden: 'doctor.roster.refused',
  gone: 'doctor.roster.gone',
  unauthorized: 'doctor.roster.unauthorized',
  refused: 'doctor.roster.refused',
};

const explained = (error: unknown, title: string): unknown => {
  const isAnswer = error instanceof ConnectorError && !(error.cause instanceof HttpFailure);
  const text = isAnswer ? byKind[error.kind] : undefined;
  return text ? new Failing({ text, values: { title } }) : error;
};
