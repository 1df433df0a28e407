import { SECOND, withTimeout } from '../../lib/clock.ts';
import type { ConversationRef } from './conversation.ts';
import type { ConversationStore } from './conversation-store.ts';
import type { Roster, Rosters } from './members.ts';

/**
 * Channel accounts of people in a conversation: of those who are named, in their order, then of everybody where all together are
 * no more than `most`. Who is not there has none; while the roster cannot be read, of those who have written before.
 */
export type Accounts = (
  conversation: ConversationRef,
  objectIds: readonly string[],
  most: number,
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

  return async (conversation, objectIds, most) => {
    const roster = await read(conversation);
    const known = roster?.isWhole ? undefined : await conversations.accounts(objectIds);
    const named = objectIds.flatMap((id) => roster?.accounts.get(id) ?? known?.get(id) ?? []);
    const all = roster?.isWhole && roster.accounts.size <= most ? [...roster.accounts.values()] : [];
    return [...new Set([...named, ...all])].slice(0, most);
  };
};
