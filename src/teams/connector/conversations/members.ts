import { z } from 'zod';
import { createTtlCache } from '#platform/lib/cache.ts';
import { type Clock, MINUTE, SECOND } from '#platform/lib/clock.ts';
import type { Caller } from '../calls.ts';
import { isAbsent } from '../errors.ts';
import type { Channels } from './channels.ts';
import { baseId, type ConversationRef } from './conversation.ts';

/** A person in the roster of a conversation. */
export interface Member {
  /** The channel account, `29:…`. */
  readonly id: string;
  /** Directory object id, by which the policy knows them. */
  readonly objectId: string;
  readonly name: string;
  readonly email: string;
  /** True unless the roster clearly says that they belong to the tenant. */
  readonly guest: boolean;
  /** Of another organisation: in a shared channel, with an account that ours does not know. */
  readonly foreign: boolean;
}

const memberSchema = z.object({
  id: z.string().min(1),
  aadObjectId: z.string().nullish(),
  objectId: z.string().nullish(),
  name: z.string().nullish(),
  email: z.string().nullish(),
  userPrincipalName: z.string().nullish(),
  userRole: z.string().nullish(),
  tenantId: z.string().nullish(),
});
type RawMember = z.infer<typeof memberSchema>;

/** If a roster entry has no tenant, its role says whether the person is a guest. */
const toMember = (member: RawMember, ours: string): Member => ({
  id: member.id,
  objectId: (member.aadObjectId ?? member.objectId ?? '').toLowerCase(),
  name: member.name ?? '',
  email: member.email ?? member.userPrincipalName ?? '',
  guest: member.userRole?.toLowerCase() !== 'user' || /#ext#/i.test(member.userPrincipalName ?? ''),
  foreign: Boolean(member.tenantId) && member.tenantId?.toLowerCase() !== ours.toLowerCase(),
});

const pageSchema = z.object({ members: z.array(memberSchema), continuationToken: z.string().nullish() });

const PAGE_SIZE = 500;
const MAX_PAGES = 60;
/** The rest of a larger roster is not needed. */
const MAX_READ_AT_ONCE = 4;
const MAX_ROSTERS = 200;
const CACHED_MS = 10 * MINUTE;
const MAX_CACHED = 5_000;
const DEADLINE_MS = 10 * SECOND;

/** The members of a conversation. */
export interface Roster {
  /** Channel accounts by directory object id. */
  readonly accounts: ReadonlyMap<string, string>;
  /** False where it is so large that only its beginning was read. */
  readonly isWhole: boolean;
}

export interface Rosters {
  /** Cached for 10 minutes; concurrent callers share one request; a failure is not cached. */
  member(conversation: ConversationRef, teamsUserId: string): Promise<Member>;
  /** The start of the roster, kept for 10 minutes like a member. */
  everybody(conversation: ConversationRef): Promise<Roster>;
  /** Reads pages until the person is found; undefined when this conversation has no member of our tenant with this id. */
  findByObjectId(conversation: ConversationRef, objectId: string): Promise<Member | undefined>;
  /** Everything is read anew: the app was removed somewhere, and what it may read there has ended. */
  forget(): void;
}

export const createRosters = (deps: {
  readonly call: Caller;
  readonly channels: Pick<Channels, 'rostersOf'>;
  /** Our tenant's id. */
  readonly tenantId: string;
  readonly clock: Clock;
}): Rosters => {
  const { call, channels, tenantId, clock } = deps;
  const members = createTtlCache(clock, MAX_CACHED);
  const rosters = createTtlCache(clock, MAX_ROSTERS);

  const read = <T>({ serviceUrl }: ConversationRef, id: string, path: string, answer: z.ZodType<T>): Promise<T> =>
    call({
      serviceUrl,
      method: 'GET',
      path: `v3/conversations/${encodeURIComponent(id)}/${path}`,
      answer,
      queue: `roster ${id}`,
      counted: false,
      repeatable: true,
      priority: 'normal',
      deadlineMs: DEADLINE_MS,
    });

  /** Asks one roster after the other until one answers. */
  const asked = async <T>(conversation: ConversationRef, ask: (id: string) => Promise<T>): Promise<T> => {
    const ids = await channels.rostersOf(conversation.id);
    for (const id of ids.slice(0, -1)) {
      try {
        return await ask(id);
      } catch (error) {
        if (!isAbsent(error)) throw error;
      }
    }
    return ask(ids.at(-1) ?? baseId(conversation.id));
  };

  const readMember = (conversation: ConversationRef, teamsUserId: string): Promise<Member> =>
    asked(conversation, async (id) =>
      toMember(await read(conversation, id, `members/${encodeURIComponent(teamsUserId)}`, memberSchema), tenantId),
    );

  const readPage = async (conversation: ConversationRef, id: string, next: string) => {
    const query = new URLSearchParams({
      pageSize: String(PAGE_SIZE),
      ...(next ? { continuationToken: next } : {}),
    });
    const { members, continuationToken } = await read(conversation, id, `pagedmembers?${query}`, pageSchema);
    return { members: members.map((member) => toMember(member, tenantId)), continuationToken };
  };

  const readRoster = async (conversation: ConversationRef, id: string): Promise<Roster> => {
    const accounts = new Map<string, string>();
    let next = '';
    for (let page = 0; page < MAX_READ_AT_ONCE; page += 1) {
      const { members, continuationToken } = await readPage(conversation, id, next);
      for (const member of members) accounts.set(member.objectId, member.id);
      if (!continuationToken) return { accounts, isWhole: true };
      next = continuationToken;
    }
    return { accounts, isWhole: false };
  };

  const findIn = async (conversation: ConversationRef, id: string, objectId: string): Promise<Member | undefined> => {
    let next = '';
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const { members, continuationToken } = await readPage(conversation, id, next);
      const found = members.find((member) => member.objectId === objectId.toLowerCase() && !member.foreign);
      if (found || !continuationToken) return found;
      next = continuationToken;
    }
    return undefined;
  };

  return {
    member: (conversation, teamsUserId) =>
      members.get(`${baseId(conversation.id)} ${teamsUserId}`, CACHED_MS, () => readMember(conversation, teamsUserId)),
    everybody: (conversation) =>
      rosters.get(baseId(conversation.id), CACHED_MS, () => asked(conversation, (id) => readRoster(conversation, id))),
    findByObjectId: (conversation, objectId) => asked(conversation, (id) => findIn(conversation, id, objectId)),
    forget: () => {
      members.clear();
      rosters.clear();
    },
  };
};
