import { MINUTE } from '#platform/lib/clock.ts';
import type { Policy } from '#policy/policy.ts';
import type { Assignment } from '../assignments.ts';
import { forbiddenGrant } from '../grant.ts';
import { grantKey } from '../terms.ts';
import { isRecentlyRemoved, LAG_MS, type RecentRemoval } from '../unlisted-grants.ts';
import { type Difference, type Mismatch, type MismatchKind, withMark } from './mismatch.ts';
import type { RecordedGrant } from './store.ts';

/** An eligibility that the vendor lists. */
export interface Listed {
  readonly assignment: Assignment;
  /** Person, role and place. */
  readonly key: string;
  /** The GUID of the request that made it, in lower case; empty where the vendor names none. */
  readonly request: string;
  /** When it was made, in milliseconds since 1970. */
  readonly created: number;
}

/** All that is compared. */
export interface Comparison {
  readonly listed: readonly Listed[];
  /** Grants whose approved end has not passed or whose request is listed. */
  readonly grants: readonly RecordedGrant[];
  /** Requests of grants that are being carried out, by their GUIDs in lower case. */
  readonly granting: ReadonlySet<string>;
  /** Keys of grants that are being removed: what should be listed is unknown so far. */
  readonly removing: ReadonlySet<string>;
  /** What Steward removed of late. */
  readonly removed: readonly RecentRemoval[];
  readonly policy: Policy;
  /** Whether the list of this grant's place was read to its end. */
  isRead(grant: RecordedGrant): boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Moments that differ by less are equal: the vendor counts from when it carries out a request. */
const TOLERANCE_MS = 5 * MINUTE;

/**
 * Every difference between what the vendor lists, what Steward granted and what the policy allows. What began or ended within
 * the lag of the vendor's lists is not compared yet.
 */
export const compare = (comparison: Comparison): readonly Mismatch[] => {
  const { grants, now, removing } = comparison;
  const settled = comparison.listed.filter((one) => isSettled(one, comparison));
  const byRequest = new Map(grants.map((grant) => [grant.request, grant] as const));
  const ours = settled.flatMap((listed) => {
    const grant = byRequest.get(listed.request);
    return grant ? [{ listed, grant }] : [];
  });
  const listedGrants = new Set(comparison.listed.flatMap(({ request }) => byRequest.get(request)?.change ?? []));
  const missing = grants.filter(
    (grant) =>
      !listedGrants.has(grant.change) &&
      !removing.has(grantKey(grant.terms)) &&
      shouldBeListed(grant, comparison) &&
      comparison.isRead(grant),
  );
  const foreign = settled.filter(({ request }) => !byRequest.has(request));
  const replaced = missing.flatMap((grant) => {
    const listed = foreign.find(({ key, assignment }) => assignment.held === 'direct' && key === grantKey(grant.terms));
    return listed ? [{ listed, grant }] : [];
  });
  const replacing = new Set(replaced.map(({ listed }) => listed));
  const replacedGrants = new Set(replaced.map(({ grant }) => grant));
  const gone = missing.filter((grant) => !replacedGrants.has(grant));
  const standing = grants.filter((grant) => isInForce(grant, now) && !grant.removed && !gone.includes(grant));
  return [
    ...foreign.filter((listed) => !replacing.has(listed)).map(({ assignment }) => outside(assignment)),
    ...gone.map(goneOf),
    ...ours.flatMap(({ listed, grant }) => changed(listed, grant, now)),
    ...replaced.map(({ listed, grant }) => changedFrom(listed, grant, replacedBy(listed, grant))),
    ...standing.flatMap((grant) => forbiddenNow(grant, comparison)),
  ].toSorted(byUrgency);
};

/** What was made outside comes last: where Steward is new, there is much of it. */
const order: readonly MismatchKind[] = ['gone', 'changed', 'forbidden', 'outside'];

const byUrgency = (a: Mismatch, b: Mismatch): number =>
  order.indexOf(a.kind) - order.indexOf(b.kind) ||
  a.place.title.localeCompare(b.place.title) ||
  a.role.title.localeCompare(b.role.title) ||
  a.person.name.localeCompare(b.person.name) ||
  a.mark.localeCompare(b.mark);

/** Neither so new nor so recently removed that a list may lag behind, nor being changed now. */
const isSettled = (
  { assignment, key, request, created }: Listed,
  { now, granting, removing, removed }: Comparison,
): boolean => {
  if (created > now - LAG_MS || granting.has(request) || (assignment.end !== undefined && assignment.end <= now))
    return false;
  return assignment.held === 'group' || !(removing.has(key) || isRecentlyRemoved(removed, key, created, now));
};

const isInForce = ({ end }: RecordedGrant, now: number): boolean => end === undefined || end > now;

/** Also what was found gone before, unless it was granted anew since. */
const shouldBeListed = (grant: RecordedGrant, { grants, now }: Comparison): boolean => {
  if (!isInForce(grant, now) || grant.grantedAt > now - LAG_MS) return false;
  if (!grant.removed) return true;
  const key = grantKey(grant.terms);
  return (
    grant.removed.outside && !grants.some((other) => other.grantedAt > grant.grantedAt && grantKey(other.terms) === key)
  );
};

const currentOf = ({ id, start, end, held, through, condition }: Assignment): NonNullable<Mismatch['current']> => ({
  ...{ id, start, end, held, through },
  ...(condition === undefined ? {} : { condition }),
});

const outside = (assignment: Assignment): Mismatch => {
  const { person, role, place } = assignment;
  return withMark({ kind: 'outside', person, role, place, current: currentOf(assignment), differences: [] });
};

const approvedOf = ({ change, ref, start, end }: RecordedGrant): NonNullable<Mismatch['approved']> => ({
  ...{ change, ref, start, end },
});

const ofGrant = (grant: RecordedGrant) => {
  const { person, role, place } = grant.terms;
  return { person, role, place, approved: approvedOf(grant) };
};

const goneOf = (grant: RecordedGrant): Mismatch => withMark({ kind: 'gone', ...ofGrant(grant), differences: [] });

const isFar = (a: number | undefined, b: number | undefined): boolean =>
  a === undefined || b === undefined ? a !== b : Math.abs(a - b) > TOLERANCE_MS;

const windowDifferences = ({ assignment }: Listed, { start, end }: RecordedGrant): readonly Difference[] => [
  ...(assignment.start !== undefined && isFar(assignment.start, start) ? (['start'] as const) : []),
  ...(isFar(assignment.end, end) ? (['end'] as const) : []),
  ...(assignment.condition === undefined ? [] : (['condition'] as const)),
];

const changed = (listed: Listed, grant: RecordedGrant, now: number): readonly Mismatch[] => {
  const { removed } = grant;
  // What was found gone and is listed once more, is there.
  const isLeft = removed !== undefined && !removed.outside && removed.at <= now - LAG_MS;
  const differ = [...windowDifferences(listed, grant), ...(isLeft ? (['removed'] as const) : [])];
  return differ.length === 0 ? [] : [changedFrom(listed, grant, differ)];
};

/** Somebody removed ours and made another one, or the vendor names the request of a later change. */
const replacedBy = (listed: Listed, grant: RecordedGrant): readonly Difference[] => {
  const differ = windowDifferences(listed, grant);
  return differ.length === 0 ? ['request'] : differ;
};

const changedFrom = ({ assignment }: Listed, grant: RecordedGrant, differ: readonly Difference[]): Mismatch =>
  withMark({ kind: 'changed', ...ofGrant(grant), current: currentOf(assignment), differences: [...differ] });

const forbiddenNow = (grant: RecordedGrant, { policy, now }: Comparison): readonly Mismatch[] => {
  const { start, end, terms } = grant;
  // A start that has passed is no start too far ahead.
  const forbidden = forbiddenGrant({ ...terms, window: { start, end: end ?? null } }, policy, Math.max(now, start));
  return forbidden
    ? [withMark({ kind: 'forbidden', ...ofGrant(grant), differences: [], forbidden: { ...forbidden } })]
    : [];
};
