import { z } from 'zod';
import { type Clock, MINUTE, SECOND, steady } from '../../lib/clock.ts';
import type { Caller } from '../calls.ts';
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
  readonly tenantId: string;
}

const memberSchema = z
  .object({
    id: z.string().min(1),
    aadObjectId: z.string().nullish(),
    objectId: z.string().nullish(),
    name: z.string().nullish(),
    email: z.string().nullish(),
    userPrincipalName: z.string().nullish(),
    userRole: z.string().nullish(),
    tenantId: z.string().nullish(),
  })
  .transform(
    (member): Member => ({
      id: member.id,
      objectId: (member.aadObjectId ?? member.objectId ?? '').toLowerCase(),
      name: member.name ?? '',
      email: member.email ?? member.userPrincipalName ?? '',
      guest: member.userRole?.toLowerCase() !== 'user' || /#ext#/i.test(member.userPrincipalName ?? ''),
      tenantId: member.tenantId ?? '',
    }),
  );

const pageSchema = z.object({ members: z.array(memberSchema), continuationToken: z.string().nullish() });

const PAGE_SIZE = 500;
const MAX_PAGES = 60;
/** Of a larger roster nobody needs the rest. */
const MAX_READ_AT_ONCE = 4;
const MAX_ROSTERS = 200;
const KEPT_MS = 10 * MINUTE;
const MAX_KEPT = 5_000;
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
  /** Reads pages until the person is found; undefined when they are not in this conversation. */
  findByObjectId(conversation: ConversationRef, objectId: string): Promise<Member | undefined>;
}

/** Keeps answers for some minutes; who asks at the same moment shares one request, and a failure is not kept. */
const createShortMemory = <T>(most: number, clock: Clock) => {
  const kept = new Map<string, { readonly answer: Promise<T>; readonly until: number }>();
  return (key: string, read: () => Promise<T>): Promise<T> => {
    const known = kept.get(key);
    if (known && clock.now() < known.until) return known.answer;
    kept.delete(key);
    if (kept.size >= most) kept.delete(kept.keys().next().value ?? key);
    const entry = { answer: read(), until: clock.now() + KEPT_MS };
    kept.set(key, entry);
    entry.answer.catch(() => {
      if (kept.get(key) === entry) kept.delete(key);
    });
    return entry.answer;
  };
};

export const createRosters = (call: Caller, wall: Clock): Rosters => {
  const clock = steady(wall);
  const kept = createShortMemory<Member>(MAX_KEPT, clock);
  const keptRosters = createShortMemory<Roster>(MAX_ROSTERS, clock);

  const read = <T>(conversation: ConversationRef, path: string, answer: z.ZodType<T>): Promise<T> => {
    const id = baseId(conversation.id);
    return call({
      serviceUrl: conversation.serviceUrl,
      method: 'GET',
      path: `v3/conversations/${encodeURIComponent(id)}/${path}`,
      answer,
      queue: `roster ${id}`,
      counted: false,
      repeatable: true,
      priority: 'normal',
      deadlineMs: DEADLINE_MS,
    });
  };

  const readPage = (conversation: ConversationRef, next: string) => {
    const query = new URLSearchParams({
      pageSize: String(PAGE_SIZE),
      ...(next ? { continuationToken: next } : {}),
    });
    return read(conversation, `pagedmembers?${query}`, pageSchema);
  };

  const readRoster = async (conversation: ConversationRef): Promise<Roster> => {
    const accounts = new Map<string, string>();
    let next = '';
    for (let page = 0; page < MAX_READ_AT_ONCE; page += 1) {
      const { members, continuationToken } = await readPage(conversation, next);
      for (const { objectId, id } of members) accounts.set(objectId, id);
      if (!continuationToken) return { accounts, isWhole: true };
      next = continuationToken;
    }
    return { accounts, isWhole: false };
  };

  return {
    member(conversation, teamsUserId) {
      const key = `${baseId(conversation.id)} ${teamsUserId}`;
      return kept(key, () => read(conversation, `members/${encodeURIComponent(teamsUserId)}`, memberSchema));
    },

    everybody: (conversation) => keptRosters(baseId(conversation.id), () => readRoster(conversation)),

    async findByObjectId(conversation, objectId) {
      let next = '';
      for (let page = 0; page < MAX_PAGES; page += 1) {
        const { members, continuationToken } = await readPage(conversation, next);
        const found = members.find((member) => member.objectId === objectId.toLowerCase());
        if (found || !continuationToken) return found;
        next = continuationToken;
      }
      return undefined;
    },
  };
};
