import type { Change } from '#engine/changes/change.ts';
import type { ChangeContext } from '#engine/changes/change-kind.ts';
import { findChange } from '#engine/changes/repository.ts';
import { AppError } from '#platform/lib/errors.ts';
import type { Db } from '#platform/storage/database.ts';
import { directSchedules, requestOf } from '../schedules.ts';
import { activeGrants, findActiveGrant } from '../store.ts';
import { grantKey, grantTerms, type RemoveTerms } from '../terms.ts';
import { findItem, type ReviewedAccess } from './item-store.ts';

type Reading = Pick<ChangeContext, 'db' | 'vendor' | 'now' | 'correlation'>;
type Found = 'same' | 'gone' | 'replaced';

/** What became of the access that was reviewed: it still stands, is gone, or is another by now. @throws VendorError */
export const findReviewed = (reading: Reading, access: ReviewedAccess): Promise<Found> =>
  access.grant === null ? foundAtVendor(reading, access) : foundInGrants(reading, access);

/**
 * A removal that a review decided may wait for an approval or for the vendor: what has been replaced meanwhile is not removed.
 * @throws AppError where it is another access by now
 */
export const checkReviewed = async (
  { terms }: Change<RemoveTerms>,
  reading: Reading,
): Promise<Record<string, never>> => {
  const item = terms.review === undefined ? undefined : await findItem(reading.db, terms.review);
  if (item && (await findReviewed(reading, item.access)) === 'replaced')
    throw new AppError({ code: 'Access.Replaced', text: 'access.failure.replaced' });
  return {};
};

/** For what Steward granted: by its own record, and by the vendor's list, where somebody else may have granted it anew. */
const foundInGrants = async (reading: Reading, access: ReviewedAccess): Promise<Found> => {
  const { vendor, db, now, correlation } = reading;
  const standing = await activeGrants(db, grantKey(access), now);
  if (standing.length === 0) return 'gone';
  const goOn = await Promise.all(standing.map(({ change }) => goesOnFrom(db, change, access.grant)));
  if (!goOn.includes(true)) return 'replaced';
  const listed = await directSchedules(vendor, access, { correlation });
  const ours = await Promise.all(standing.map(({ change }) => findChange(db, change)));
  const isOurs = listed.some((schedule) => ours.some((change) => change?.guid?.toLowerCase() === requestOf(schedule)));
  // A list lags: what is not on it yet says nothing.
  return listed.length === 0 || isOurs ? 'same' : 'replaced';
};

/** Longer chains of extensions are cut off: then it is another access. */
const LONGEST_CHAIN = 100;

/** Whether a grant is the reviewed one, or extends it. */
const goesOnFrom = async (db: Db, change: string, reviewed: string | null): Promise<boolean> => {
  let id: string | null = change;
  for (let count = 0; id !== null && count < LONGEST_CHAIN; count += 1) {
    if (id === reviewed) return true;
    const granted = await findChange(db, id);
    id = granted ? (grantTerms.parse(granted.terms).extends?.grant ?? null) : null;
  }
  return false;
};

/** Whether the grant that stands is the reviewed one, or extends it; null: nobody's of ours. */
export const isStillThat = async (db: Db, standing: string | null, reviewed: string | null): Promise<boolean> =>
  standing === null || reviewed === null ? standing === reviewed : goesOnFrom(db, standing, reviewed);

/** For what Steward did not grant. */
const foundAtVendor = async ({ vendor, db, now, correlation }: Reading, access: ReviewedAccess): Promise<Found> => {
  if (await findActiveGrant(db, grantKey(access), now)) return 'replaced';
  const listed = await directSchedules(vendor, access, { correlation });
  if (listed.length === 0) return 'gone';
  return listed.some(({ id }) => id.toLowerCase() === access.id.toLowerCase()) ? 'same' : 'replaced';
};
