import type { Services } from '#features/feature.ts';
import { STEWARD } from '#platform/audit/chain.ts';
import type { Trx } from '#platform/storage/database.ts';
import type { Policy, PolicyPlace } from '#policy/policy.ts';
import { type Assignment, assignmentsIn } from '../assignments.ts';
import { reviewEntryOf } from '../policy.ts';
import { scopePathOf } from '../requestable.ts';
import { findActiveGrant } from '../store.ts';
import { grantKey } from '../terms.ts';
import { keyOf } from '../unlisted-grants.ts';
import { deliverCards } from './cards.ts';
import { insertItems, type ReviewedAccess, type ReviewItem } from './item-store.ts';
import { scheduleReviewJob } from './jobs.ts';
import { endReviewIn } from './outcome.ts';
import { reviewersOfAll } from './reviewers.ts';
import { type AccessReview, findOpenReview, findReview, insertReview } from './store.ts';

interface Beginning {
  readonly place: PolicyPlace;
  /** Absent for a review that begins by itself. */
  readonly askedBy?: { readonly objectId: string; readonly name: string };
  /** The conversation that gets the report, by its id, and its language. */
  readonly reportTo: string | undefined;
  readonly language: string;
  /** When the vendor's lists must have been read, in milliseconds since 1970. */
  readonly endBy: number;
}

export interface Begun {
  readonly review: AccessReview;
  /** False for one that was under way already. */
  readonly isNew: boolean;
  readonly items: readonly ReviewItem[];
}

/**
 * Begins a review of everybody's access at a place and below, or finds the one that is under way.
 * @param also what else belongs into the same transaction; false: nothing is begun
 * @throws VendorError where the lists cannot be read
 */
export const beginAccessReview = async (
  services: Services,
  { place, askedBy, reportTo, language, endBy }: Beginning,
  also: (trx: Trx) => Promise<boolean> = async () => true,
): Promise<Begun | undefined> => {
  const { database, clock, ids, policy } = services;
  const scope = scopePathOf(place);
  const open = await findOpenReview(database.db, scope);
  if (open) return { review: open, isNew: false, items: [] };
  const all = await accessIn(services, place, endBy);
  const current = policy.current();
  const { within, unanswered } = reviewEntryOf(current, place.key);
  const [id, startedAt] = [ids.opaque(), clock.now()];
  const items = all.map((access, position) =>
    newItem(current, { id: ids.opaque(), review: id, position }, place, access),
  );
  return database.transaction(async (trx) => {
    if (!(await also(trx))) return undefined;
    const made = { id, place: { key: place.key, title: place.title, scope }, askedBy, reportTo, language, unanswered };
    if (!(await insertReview(trx, { ...made, startedAt, endsAt: startedAt + within }))) {
      const other = await findOpenReview(trx, scope);
      return other && { review: other, isNew: false, items: [] };
    }
    await insertItems(trx, items);
    await services.audit.append(trx, {
      target: id,
      actor: askedBy?.objectId ?? STEWARD,
      event: 'access review begun',
      detail: { place: place.key, rows: items.length, asked: items.filter(({ state }) => state === 'open').length },
    });
    const review = await findReview(trx, id);
    if (!review) throw new Error('a review disappeared in its own transaction');
    await begin(services, trx, review, items);
    return { review, isNew: true, items };
  });
};

/** Cards and timer; where nobody is asked anything, it ends at once. */
const begin = async (
  services: Services,
  trx: Trx,
  review: AccessReview,
  items: readonly ReviewItem[],
): Promise<void> => {
  if (items.every(({ state }) => state !== 'open')) return void (await endReviewIn(services, trx, review.id));
  await deliverCards(services, trx, review, items, 'review');
  await scheduleReviewJob(services.jobs, trx, review);
};

/** One row for each person, role and place: an extension that follows is part of what it extends. */
const accessIn = async (
  services: Services,
  { scope }: PolicyPlace,
  endBy: number,
): Promise<readonly ReviewedAccess[]> => {
  const { database, clock } = services;
  const rows = new Map<string, Assignment>();
  for (const one of await assignmentsIn(services, scope, endBy)) {
    const key = one.held === 'direct' ? keyOf(one) || one.id : `${one.held} ${one.id}`;
    const other = rows.get(key);
    rows.set(key, other ? joined(other, one) : one);
  }
  const found: ReviewedAccess[] = [];
  for (const { id, person, role, place, held, through, start, end, condition } of rows.values()) {
    const own = held === 'direct' && keyOf({ person, role, place, held } as Assignment) !== '';
    const grant = own ? await findActiveGrant(database.db, grantKey({ person, role, place }), clock.now()) : undefined;
    found.push({
      ...{ id, person, role, place, held, through, grant: grant?.change ?? null },
      ...(start === undefined ? {} : { start }),
      ...(end === undefined ? {} : { end }),
      ...(condition === undefined ? {} : { condition }),
    });
  }
  return found.toSorted(byPerson);
};

/** The one that is in force, until the later end. */
const joined = (one: Assignment, other: Assignment): Assignment => {
  const [first, last] = (one.start ?? 0) <= (other.start ?? 0) ? [one, other] : [other, one];
  if (first.end === undefined || last.end === undefined) return { ...first, end: undefined };
  return { ...first, end: Math.max(first.end, last.end) };
};

const byPerson = (a: ReviewedAccess, b: ReviewedAccess): number =>
  a.person.name.localeCompare(b.person.name) ||
  a.place.title.localeCompare(b.place.title) ||
  a.role.title.localeCompare(b.role.title) ||
  a.id.localeCompare(b.id);

/**
 * What a group has is reviewed at the group, what comes from above is reviewed there, and nobody reviews their own: where nobody
 * else may, it is not asked about, and the report says so.
 */
const newItem = (
  policy: Policy,
  ids: Pick<ReviewItem, 'id' | 'review' | 'position'>,
  place: PolicyPlace,
  access: ReviewedAccess,
): ReviewItem => {
  const { held, through } = access;
  const item = { ...ids, access, answer: undefined };
  if (held !== 'direct') {
    const problem = { text: `access.reviews.problem.${held}`, values: { through } } as const;
    return { ...item, state: 'notAsked', problem };
  }
  if (reviewersOfAll(policy, place.key, [item]).length > 0) return { ...item, state: 'open', problem: undefined };
  return { ...item, state: 'notAsked', problem: { text: 'access.reviews.problem.nobody', values: {} } };
};
