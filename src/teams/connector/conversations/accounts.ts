import { SECOND, withTimeout } from '#platform/lib/clock.ts';
import type { ConversationRef } from './conversation.ts';
import type { ConversationStore } from './conversation-store.ts';
import type { Roster, Rosters } from './members.ts';

/**
 * Channel accounts of people in a conversation: first the named people in their order, then everybody if the conversation has at most
 * `most` members. Absent people have none. While the roster cannot be read, people who have written before have one.
 * @param isWanted asked of named people; where the whole roster is known only of members, until there are enough
 */
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

/**
 * The channel accounts of these people, as far as they are in a conversation, by directory object id. A large roster is read until
 * all are found. Empty while it cannot be read.
 */
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
