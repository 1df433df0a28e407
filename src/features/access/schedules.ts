import type { VendorClient } from '#cloud/client.ts';
import { VendorError } from '#cloud/errors/errors.ts';
import { getEligibilityRequest, listEligibilitySchedules } from '#cloud/operations/role-eligibility.ts';
import { roleGuid } from '#cloud/operations/role-eligibility-request.ts';
import type { EligibilityRequestAnswer, EligibilitySchedule } from '#cloud/operations/role-eligibility-schemas.ts';
import { isGuid, parseScope, sameScope } from '#cloud/request/path.ts';
import type { ChangeContext } from '#engine/changes/change-kind.ts';
import { SECOND } from '#platform/lib/clock.ts';
import type { Db } from '#platform/storage/database.ts';
import { findActiveGrant } from './store.ts';
import { type GrantTerms, grantKey, scopeOf, windowOf } from './terms.ts';
import { isRecentlyRemoved, LAG_MS, recentRemovals } from './unlisted-grants.ts';

/**
 * The direct assignments of this person, role and place. Reads schedules, not instances: these include future
 * assignments (docs/sources.md, What may be sent again).
 */
export const directSchedules = async (
  vendor: Pick<VendorClient, 'list'>,
  terms: Pick<GrantTerms, 'person' | 'place' | 'role'>,
  how: { readonly correlation: string; readonly endBy?: number },
): Promise<EligibilitySchedule[]> => {
  const scope = scopeOf(terms.place);
  const filter = { principalId: terms.person.objectId, atScope: true };
  const found: EligibilitySchedule[] = [];
  for await (const schedule of vendor.list(listEligibilitySchedules, { scope, filter }, how)) {
    const at = parseScope(schedule.scope);
    const same = at !== undefined && sameScope(at, scope) && roleGuid(schedule.roleDefinitionId) === terms.role.id;
    if (same && (schedule.memberType ?? 'Direct') === 'Direct') found.push(schedule);
  }
  return found;
};

export type Reading = Pick<ChangeContext, 'vendor' | 'correlation'>;

/**
 * A request by its GUID: the surest way to learn what became of it, long before a list shows it.
 * @returns undefined where the vendor has no request with this GUID, or does not show it: the list decides then
 * @throws VendorError where it cannot be read now
 */
export const findRequest = async (
  { place }: Pick<GrantTerms, 'place'>,
  name: string,
  { vendor, correlation }: Reading,
): Promise<EligibilityRequestAnswer | undefined> => {
  if (!isGuid(name)) return undefined;
  try {
    return await vendor.call(getEligibilityRequest, { scope: scopeOf(place), name }, { correlation });
  } catch (error) {
    if (error instanceof VendorError && !error.retryable) return undefined;
    throw error;
  }
};

/** When it was made, in milliseconds since 1970. */
export const createdAt = ({
  createdOn,
  startDateTime,
}: Pick<EligibilitySchedule, 'createdOn' | 'startDateTime'>): number =>
  Date.parse(createdOn ?? startDateTime ?? '') || 0;

/** The GUID of the request that created it. */
export const requestOf = (schedule: EligibilitySchedule): string =>
  schedule.roleEligibilityScheduleRequestId?.split('/').at(-1)?.toLowerCase() ?? '';

/** When the assignment ends, in milliseconds since 1970; undefined: permanent. */
export interface ExistingGrant {
  readonly end: number | undefined;
  /** Whether the vendor limits it by a condition: a grant of Steward's would not be limited. */
  readonly limited: boolean;
}

interface ListQuery {
  readonly vendor: Pick<VendorClient, 'list'>;
  readonly db: Db;
  readonly now: number;
  readonly correlation: string;
  /** The requester waits for the answer. */
  readonly answerBy: number;
}

/** The check is only a hint and ends after this time: the vendor makes the same check later. */
const PATIENCE_MS = 1.5 * SECOND;

/**
 * The person's assignment of the role at this place during the requested time, for which the vendor would refuse the grant.
 * @returns undefined where there is none, or where the vendor's list cannot be read now
 */
export const findExistingGrant = async (
  terms: GrantTerms,
  recognised: ListQuery,
): Promise<ExistingGrant | undefined> => {
  const { vendor, db, now, correlation, answerBy } = recognised;
  const requested = windowOf(terms, now);
  const overlaps = (start: number, end: number | undefined): boolean =>
    (end === undefined || end > requested.start) && (requested.end === null || start < requested.end);
  const ours = await findActiveGrant(db, grantKey(terms), now);
  if (ours && ours.start > now - LAG_MS && overlaps(ours.start, ours.end)) return { end: ours.end, limited: false };
  const removed = await recentRemovals(db, now);
  const endBy = Math.min(answerBy, now + PATIENCE_MS);
  const listed = await directSchedules(vendor, terms, { correlation, endBy }).catch(() => []);
  return listed
    .filter((schedule) => !isRecentlyRemoved(removed, grantKey(terms), createdAt(schedule), now))
    .map(({ startDateTime, endDateTime, condition }) => ({
      limited: condition !== undefined && condition !== '',
      start: startDateTime === undefined ? now : Date.parse(startDateTime),
      end: endDateTime ? Date.parse(endDateTime) : undefined,
    }))
    .find(({ start, end }) => overlaps(start, end));
};
