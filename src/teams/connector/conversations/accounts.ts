import { z } from 'zod';
import { SECOND, withTimeout } from '#platform/lib/clock.ts';
import type { Caller } from '../calls.ts';
import { ConnectorError, isAbsent } from '../errors.ts';
import type { ConversationRef } from './conversation.ts';
import type { ConversationStore } from './conversation-store.ts';
import type { Roster, Rosters } from './members.ts';

/** Channel accounts of named people, then of everybody if there are at most `most`. @param isWanted asked of each until there are enough */
export type Accounts = (
  conversation: ConversationRef,
  objectIds: readonly string[],
  most: number,
  isWanted?: (objectId: string) => boolean,
) => Promise<readonly string[]>;

/** A card waits no longer for the roster: without it people press once more to see what is theirs. */
const PATIENCE_MS = 2 * SECOND;

export const createAccounts = (
  conversations: Pick<ConversationStore, 'accounts'>,
  rosters: Pick<Rosters, 'everybody'>,
): Accounts => {
  const read = (conversation: ConversationRef): Promise<Roster | undefined> =>
    withTimeout<Roster | undefined>(
      rosters.everybody(conversation).catch(() => undefined),
      PATIENCE_MS,
      () => undefined,
    );

  return async (conversation, objectIds, most, isWanted = () => true) => {
    const roster = await read(conversation);
    if (roster?.isWhole) {
      const all = roster.accounts.size <= most ? [...roster.accounts.values()] : [];
      return [...new Set([...namedIn(roster, objectIds, most, isWanted), ...all])].slice(0, most);
    }
    const wanted = objectIds.filter(isWanted);
    const known = await conversations.accounts(wanted);
    return [...new Set(wanted.flatMap((id) => roster?.accounts.get(id) ?? known.get(id) ?? []))].slice(0, most);
  };
};

/** The channel accounts of these people in a conversation, by directory object id; empty while it cannot be read. */
export type AccountsOf = (
  conversation: ConversationRef,
  objectIds: readonly string[],
) => Promise<ReadonlyMap<string, string>>;

export const createAccountsOf =
  (rosters: Pick<Rosters, 'everybody' | 'findByObjectId'>): AccountsOf =>
  async (conversation, objectIds) => {
    const found = new Map<string, string>();
    try {
      const { accounts, isWhole } = await rosters.everybody(conversation);
      for (const objectId of objectIds) {
        const id =
          accounts.get(objectId) ?? (isWhole ? undefined : (await rosters.findByObjectId(conversation, objectId))?.id);
        if (id !== undefined) found.set(objectId, id);
      }
    } catch {
      // People who are not found here get the card in their own chat.
    }
    return found;
  };

const namedIn = (
  { accounts }: Roster,
  objectIds: readonly string[],
  most: number,
  isWanted: (objectId: string) => boolean,
): readonly string[] => {
  const named: string[] = [];
  for (const id of objectIds) {
    const account = accounts.get(id);
    if (account !== undefined && isWanted(id)) named.push(account);
    if (named.length === most) break;
  }
  return named;
};

interface PersonalChatDeps {
  readonly call: Caller;
  readonly conversations: ConversationStore;
  readonly rosters: Rosters;
  readonly botId: string;
  readonly tenantId: string;
}

/** A person's channel account, and the service URL that knows it. */
interface Account {
  readonly teamsId: string;
  readonly serviceUrl: string;
}

/** Opens the personal chat with a person. @param account looked for in the teams when absent @throws ConnectorError `gone` without any */
export type OpenPersonal = (objectId: string, account?: Account) => Promise<ConversationRef>;

const createdSchema = z.object({ id: z.string().min(1) });
const DEADLINE_MS = 15 * SECOND;

export const createOpenPersonal = ({
  call,
  conversations,
  rosters,
  botId,
  tenantId,
}: PersonalChatDeps): OpenPersonal => {
  const underWay = new Map<string, Promise<ConversationRef>>();

  const knownAccount = async (objectId: string): Promise<Account | undefined> => {
    const teamsId = await conversations.account(objectId);
    const home = await conversations.newest();
    return teamsId && home ? { teamsId, serviceUrl: home.serviceUrl } : undefined;
  };

  /** Skips a team that the bot may no longer read; a failure that may be temporary is thrown. */
  const inTeam = async (team: ConversationRef, objectId: string): Promise<Account | undefined> => {
    try {
      const member = await rosters.findByObjectId(team, objectId);
      return member && { teamsId: member.id, serviceUrl: team.serviceUrl };
    } catch (error) {
      if (isAbsent(error)) return undefined;
      throw error;
    }
  };

  const accountOf = async (objectId: string): Promise<Account> => {
    const account = await knownAccount(objectId);
    if (account) return account;
    for (const team of await conversations.teams()) {
      const found = await inTeam(team, objectId);
      if (found) return found;
    }
    throw new ConnectorError('gone', { text: 'connector.error.stranger' });
  };

  /** Repeatable: Teams returns the same chat for the same person and bot each time. */
  const create = ({ teamsId, serviceUrl }: Account): Promise<{ id: string }> =>
    call({
      serviceUrl,
      method: 'POST',
      path: 'v3/conversations',
      body: JSON.stringify({
        isGroup: false,
        bot: { id: botId },
        members: [{ id: teamsId }],
        tenantId,
        channelData: { tenant: { id: tenantId } },
      }),
      answer: createdSchema,
      queue: 'create',
      counted: true,
      repeatable: true,
      priority: 'normal',
      deadlineMs: DEADLINE_MS,
    });

  const open = async (objectId: string, told: Account | undefined): Promise<ConversationRef> => {
    const existing = await conversations.personal(objectId);
    if (existing) return existing;
    const account = told ?? (await accountOf(objectId));
    const { id } = await create(account);
    const { teamsId, serviceUrl } = account;
    await conversations.opened({
      conversationId: id,
      kind: 'personal',
      serviceUrl,
      tenantId,
      person: { objectId, teamsId },
    });
    return { id, serviceUrl, tenantId };
  };

  return (objectId, account) => {
    const key = objectId.toLowerCase();
    const opening = underWay.get(key) ?? open(key, account).finally(() => underWay.delete(key));
    underWay.set(key, opening);
    return opening;
  };
};
