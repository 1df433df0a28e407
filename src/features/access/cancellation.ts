import { VendorError } from '../../api/errors/errors.ts';
import { cancelEligibilityRequest } from '../../api/operations/role-eligibility.ts';
import { hasNotBegun } from '../../api/operations/role-eligibility-request.ts';
import type { FrozenCall } from '../../api/request/freeze.ts';
import { isGuid } from '../../api/request/path.ts';
import type { Change } from '../../changes/change.ts';
import type { ChangeContext } from '../../changes/change-kind.ts';
import { directSchedules, findRequest, requestOf } from './schedules.ts';
import { grantRequest } from './store.ts';
import { type RemoveTerms, scopeOf } from './terms.ts';

/**
 * AdminRemove does not find what has not begun: such an assignment ends with its request. The status at the vendor decides.
 * @returns undefined where the assignment is in force, is not there, or cannot be read now
 */
export const cancellation = async (
  { terms }: Change<RemoveTerms>,
  context: ChangeContext,
): Promise<FrozenCall | undefined> => {
  const name = await pendingRequest(terms, context).catch((error: unknown) => {
    if (error instanceof VendorError) return undefined;
    throw error;
  });
  return name === undefined
    ? undefined
    : context.vendor.freeze(cancelEligibilityRequest, { scope: scopeOf(terms.place), name });
};

/** The GUID of the request of an assignment that has not begun; our own grant's request is read itself, since lists lag. */
const pendingRequest = async (terms: RemoveTerms, context: ChangeContext): Promise<string | undefined> => {
  const { db, vendor, correlation } = context;
  const name = terms.grant === null ? undefined : await grantRequest(db, terms.grant);
  if (name !== undefined) {
    const request = await findRequest(terms, name, context);
    return request && hasNotBegun(request) ? name : undefined;
  }
  const pending = (await directSchedules(vendor, terms, { correlation })).find(hasNotBegun);
  const listed = pending && requestOf(pending);
  return listed !== undefined && isGuid(listed) ? listed : undefined;
};
