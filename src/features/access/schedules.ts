import type { VendorClient } from '../../api/client.ts';
import { listEligibilitySchedules } from '../../api/operations/role-eligibility.ts';
import { roleGuid } from '../../api/operations/role-eligibility-request.ts';
import type { EligibilitySchedule } from '../../api/operations/role-eligibility-schemas.ts';
import { parseScope, sameScope } from '../../api/request/path.ts';
import { MINUTE, SECOND } from '../../lib/clock.ts';
import type { Db } from '../../storage/database.ts';
import { findActiveGrant, removedRequests } from './store.ts';
import { type GrantTerms, grantKey, type RemoveTerms, scopeOf, windowOf } from './terms.ts';

/**
 * The direct assignments of this very person, role and place. Schedules are read, not instances: they hold what starts
 * later too (vendor-facts section 4).
 */
export const directSchedules = async (
  vendor: Pick<VendorClient, 'list'>,
  terms: GrantTerms | RemoveTerms,
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

/** The GUID of the request that made it. */
export const requestOf = (schedule: EligibilitySchedule): string =>
  schedule.roleEligibilityScheduleRequestId?.split('/').at(-1)?.toLowerCase() ?? '';

/** Until when something is held, in milliseconds since 1970; undefined: without an end. */
export interface ExistingGrant {
  readonly end: number | undefined;
}

interface LookUp {
  readonly vendor: Pick<VendorClient, 'list'>;
  readonly db: Db;
  readonly now: number;
  readonly correlation: string;
  /** Whoever asks waits for it. */
  readonly answerBy: number;
}

/** The vendor's list shows after so long what was granted here. */
const LAG_MS = 15 * MINUTE;
/** Longer than this nobody waits for a hint: the vendor says the same later. */
const PATIENCE_MS = 1.5 * SECOND;

/**
 * What the person holds of the role at this very place in the time that is asked for: the vendor would refuse the grant.
 * @returns undefined for nothing, and where the vendor's list cannot be read now
 */
export const findExistingGrant = async (terms: GrantTerms, looking: LookUp): Promise<ExistingGrant | undefined> => {
  const { vendor, db, now, correlation, answerBy } = looking;
  const asked = windowOf(terms, now);
  const overlaps = (start: number, end: number | undefined): boolean =>
    (end === undefined || end > asked.start) && (asked.end === null || start < asked.end);
  const ours = await findActiveGrant(db, grantKey(terms), now);
  if (ours && ours.start > now - LAG_MS && overlaps(ours.start, ours.end)) return { end: ours.end };
  const removed = await removedRequests(db, grantKey(terms));
  const endBy = Math.min(answerBy, now + PATIENCE_MS);
  const listed = await directSchedules(vendor, terms, { correlation, endBy }).catch(() => []);
  return listed
    .filter((schedule) => !removed.includes(requestOf(schedule)))
    .map(({ startDateTime, endDateTime }) => ({
      start: startDateTime === undefined ? now : Date.parse(startDateTime),
      end: endDateTime ? Date.parse(endDateTime) : undefined,
    }))
    .find(({ start, end }) => overlaps(start, end));
};
