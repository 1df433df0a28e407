import type { Credential } from '#platform/identity/credential.ts';
import type { Base } from '#platform/jobs/jobs.ts';
import { type After, realAfter } from '#platform/lib/clock.ts';
import { createBotToken, createCaller } from './calls.ts';
import {
  type Accounts,
  type AccountsOf,
  createAccounts,
  createAccountsOf,
  createOpenPersonal,
  type OpenPersonal,
} from './conversations/accounts.ts';
import { type Channels, createChannels, createNamesOf, type NamesOf } from './conversations/channels.ts';
import type { ConversationRef } from './conversations/conversation.ts';
import { type Conversations, createConversationStore } from './conversations/conversation-store.ts';
import { createRosters, type Member } from './conversations/members.ts';
import { createMessages, type Messages } from './messages.ts';
import type { ChannelLimits } from './queue/queue.ts';
import { createScheduler } from './queue/scheduler.ts';
import type { ChannelTrust } from './trust.ts';

export type { ConversationRef } from './conversations/conversation.ts';
export type { Member } from './conversations/members.ts';
export type { Posted, SendOptions } from './messages.ts';
export { type ChannelLimits, defaultChannelLimits } from './queue/queue.ts';

/** All calls of the bot to Teams, for replies and deliveries, under one set of rate limits. Throws `ConnectorError`. */
export interface Connector extends Messages {
  /** The personal chat with a person: the known one, or a new one through their account in a known team's roster. */
  openPersonal: OpenPersonal;
  /** One member of a conversation, cached for 10 minutes; a failure is not cached. */
  member(conversation: ConversationRef, teamsUserId: string): Promise<Member>;
  readonly accounts: Accounts;
  readonly accountsOf: AccountsOf;
  readonly conversations: Conversations;
  /** What is known of teams and channels. */
  readonly channels: Pick<Channels, 'keepTeam' | 'keepChannel' | 'open'>;
  readonly namesOf: NamesOf;
}

interface ConnectorDeps extends Pick<Base, 'http' | 'database' | 'clock' | 'log'> {
  readonly trust: ChannelTrust;
  readonly appId: string;
  /** What the bot signs in with. */
  readonly credential: Credential;
  readonly tenantId: string;
  readonly limits: () => ChannelLimits;
  /** From 0 to under 1, for the jitter. */
  readonly random?: () => number;
  readonly after?: After;
}

/** Builds the one Connector of a process; rate limits are counted in this process only. */
export const createConnector = (deps: ConnectorDeps): Connector => {
  const { http, trust, tenantId, limits, clock, log, random = Math.random, after = realAfter } = deps;
  const botId = `28:${deps.appId}`;
  const scheduler = createScheduler({ clock, after, limits });
  const call = createCaller({ http, trust, token: createBotToken(deps), scheduler, clock, random });
  const channels = createChannels(deps.database);
  const conversations = createConversationStore(deps);
  const rosters = createRosters({ call, channels, tenantId, clock });
  return {
    ...createMessages(call, botId, log),
    openPersonal: createOpenPersonal({ call, conversations, rosters, botId, tenantId }),
    member: rosters.member,
    accounts: createAccounts(conversations, rosters),
    accountsOf: createAccountsOf(rosters),
    conversations: {
      ...conversations,
      forget: (...left) => conversations.forget(...left).finally(rosters.forget),
    },
    channels,
    namesOf: createNamesOf({ call, conversations, channels }),
  };
};
