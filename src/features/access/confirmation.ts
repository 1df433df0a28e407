import type { VendorError } from '#cloud/errors/errors.ts';
import { requestState } from '#cloud/operations/role-eligibility-request.ts';
import type { EligibilityRequestAnswer, EligibilitySchedule } from '#cloud/operations/role-eligibility-schemas.ts';
import type { Change } from '#engine/changes/change.ts';
import { type ChangeContext, type Confirmation, failedBy } from '#engine/changes/change-kind.ts';
import { iso, MINUTE, SECOND } from '#platform/lib/clock.ts';
import { type ExtensionTerms, isExtension } from './ending/extension.ts';
import { createdAt, directSchedules, findRequest, type Reading, requestOf } from './schedules.ts';
import { activeGrants, findActiveGrant } from './store.ts';
import { type GrantTerms, grantKey, type RemoveTerms } from './terms.ts';
import { isRecentlyRemoved, LAG_MS, recentRemovals } from './unlisted-grants.ts';

type Terms = GrantTerms | RemoveTerms;

const listSchedules = (terms: Terms, { vendor, correlation }: Reading) =>
  directSchedules(vendor, terms, { correlation });

/**
 * What became of our own request: itself, or our schedule, which carries its GUID. Reads lag behind writes, so a missing
 * schedule proves nothing.
 */
export const reconcileGrant = async (change: Change<GrantTerms>, context: ChangeContext): Promise<Confirmation> => {
  const request = await findRequest(change.terms, change.guid ?? '', context);
  if (request) return confirmationOf(request);
  const schedules = await listSchedules(change.terms, context);
  if (schedules.some((schedule) => requestOf(schedule) === change.guid)) return { is: 'done' };
  if (change.phase === 'arrived') return { is: 'unsettled', arrived: true };
  // A lagging list may still show an assignment that we removed.
  const removed = await recentRemovals(context.db, context.now);
  const key = grantKey(change.terms);
  const standing = schedules.filter((schedule) => !isRecentlyRemoved(removed, key, createdAt(schedule), context.now));
  const other = standing.find((schedule) => isInTheWay(schedule, change.terms));
  if (!other && isExtension(change.terms) && (await context.mayStillBeSent(change))) return takenAtTheEnd(change.terms);
  if (!other) return { is: 'unsettled', arrived: false };
  const values = other.endDateTime ? { end: iso(Date.parse(other.endDateTime)) } : {};
  const text = other.endDateTime ? 'access.failure.existsUntil' : 'access.failure.exists';
  return { is: 'failed', failure: { code: 'RoleAssignmentExists', text, values, rules: [] } };
};

/** What an extension goes on from is not in its way: the vendor refuses it only until then. */
const isInTheWay = ({ endDateTime }: EligibilitySchedule, terms: GrantTerms): boolean =>
  !isExtension(terms) || !endDateTime || Date.parse(endDateTime) > terms.extends.end;

/** The vendor takes no second assignment while the first one stands: the stored call is sent again when that one ends. */
const takenAtTheEnd = (terms: ExtensionTerms): Confirmation => ({
  ...{ is: 'later', code: EXISTS, notBefore: terms.extends.end },
});

/**
 * An access that anyone removed is removed. The vendor does not have our request and still lists the assignment, or may not list it
 * yet: the removal is sent again.
 */
export const reconcileRemoval = async (change: Change<RemoveTerms>, context: ChangeContext): Promise<Confirmation> => {
  const request = await findRequest(change.terms, change.guid ?? '', context);
  if (request) return confirmationOf(request);
  const left = await currentSchedules(change.terms, context);
  if (left.length === 0 && !(await mayNotBeListedYet(change.terms, context))) return { is: 'done' };
  if (change.phase === 'arrived') return { is: 'unsettled', arrived: true };
  const several = (await activeGrants(context.db, grantKey(change.terms), context.now)).length > 1;
  return { is: 'later', code: several ? ONE_OF_SEVERAL : DOES_NOT_EXIST };
};

/** The assignments that the list shows, without those whose request was cancelled: the list shows these for a while. */
const currentSchedules = async (terms: RemoveTerms, context: Reading): Promise<readonly EligibilitySchedule[]> => {
  const standing: EligibilitySchedule[] = [];
  for (const schedule of await listSchedules(terms, context)) {
    const request = await findRequest(terms, requestOf(schedule), context);
    if (request?.status !== 'Canceled') standing.push(schedule);
  }
  return standing;
};

const mayNotBeListedYet = async (terms: RemoveTerms, { db, now }: ChangeContext): Promise<boolean> => {
  const grant = await findActiveGrant(db, grantKey(terms), now);
  return grant !== undefined && grant.start > now - LAG_MS && grant.start <= now;
};

const EXISTS = 'RoleAssignmentExists';
const DOES_NOT_EXIST = 'RoleAssignmentDoesNotExist';
/** An extension was cancelled: what it would have extended is removed next. */
const ONE_OF_SEVERAL = 'Access.OneOfSeveral';
const TOO_SHORT = 'ActiveDurationTooShort';

/** An assignment can be removed after so long, unless the vendor says otherwise. */
const USUAL_MINIMUM_MS = 5 * MINUTE;
/** The vendor counts from the moment in which the grant took effect. */
const MARGIN_MS = 5 * SECOND;

/** What a refused removal means: not yet, not there, or no. */
export const readRemovalError = (error: VendorError, { terms }: Pick<Change<RemoveTerms>, 'terms'>): Confirmation => {
  const code = error.vendorCode.toLowerCase();
  if (code === TOO_SHORT.toLowerCase()) {
    const notBefore = terms.began === undefined ? 0 : terms.began + minimumOf(error.vendorMessage) + MARGIN_MS;
    return { is: 'later', code: TOO_SHORT, notBefore };
  }
  // It has ended, has not begun, has not reached every part of the vendor, or is there from an attempt whose answer was lost.
  if (error.is === 'done' && !knowsRequest(error)) return { is: 'unsettled', arrived: false };
  return refusedByVendor(error);
};

/** “… Required is 5 minutes.” */
const minimumOf = (message: string): number => {
  const [, count, unit] = /(\d{1,4}) (minute|second)s?\b/i.exec(message) ?? [];
  return count === undefined ? USUAL_MINIMUM_MS : Number(count) * (unit?.toLowerCase() === 'second' ? SECOND : MINUTE);
};

/** One attempt before the end of what is extended, and some around it; after these the list shows whether another assignment is in the way. */
const TRIES_BEFORE_READING = 5;

/** What a refused grant means. */
export const readGrantError = (
  error: VendorError,
  { attempts, maybeSent, terms }: Pick<Change<GrantTerms>, 'attempts' | 'maybeSent' | 'terms'>,
): Confirmation => {
  if (error.vendorCode.toLowerCase() === EXISTS.toLowerCase() && !knowsRequest(error)) {
    // In the way is most likely what it extends: where no attempt can have arrived, nothing needs to be read.
    if (isExtension(terms) && !maybeSent && attempts < TRIES_BEFORE_READING) return takenAtTheEnd(terms);
    // The assignment is ours, from an attempt whose answer was lost, or somebody else's: a read decides.
    return { is: 'unsettled', arrived: false };
  }
  return refusedByVendor(error);
};

/** The vendor's refusal is final, unless it reports that it already has the request. */
const refusedByVendor = (error: VendorError): Confirmation =>
  // The vendor knows the request's GUID: an earlier attempt arrived, so a read decides.
  knowsRequest(error) ? { is: 'unsettled', arrived: true } : failedBy(error);

const knowsRequest = ({ textKey }: VendorError): boolean => textKey === 'vendor.error.requestNameReused';

/** The meaning of the vendor's answer to a request; the client has validated it by the operation's schema. */
export const confirmationOf = (answer: EligibilityRequestAnswer): Confirmation => {
  const state = requestState(answer);
  if (state === 'done') return { is: 'done' };
  if (state === 'open') return { is: 'unsettled', arrived: true };
  const status = answer.status ?? '';
  return { is: 'failed', failure: { code: status, text: 'access.failure.status', values: { status }, rules: [] } };
};
