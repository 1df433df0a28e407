import { VendorError } from '#cloud/errors/errors.ts';
import { cancelEligibilityRequest } from '#cloud/operations/role-eligibility.ts';
import { hasNotBegun } from '#cloud/operations/role-eligibility-request.ts';
import type { FrozenCall } from '#cloud/request/freeze.ts';
import { isGuid } from '#cloud/request/path.ts';
import type { Change } from '#engine/changes/change.ts';
import type { ChangeContext } from '#engine/changes/change-kind.ts';
import { requestsOf } from './ending/extension.ts';
import { directSchedules, findRequest, requestOf } from './schedules.ts';
import { type RemoveTerms, scopeOf } from './terms.ts';

/**
 * AdminRemove does not find what has not begun: such an assignment ends with its request. The status at the vendor decides.
 * @returns undefined where the assignment is in force, is not there, or cannot be read now
 */
export const cancellation = async (
  { terms }: Change<RemoveTerms>,
  context: ChangeContext,
): Promise<FrozenCall | undefined> => {
  const name = await pendingRequest(terms, context).catch(async (error: unknown) => {
    // One of several that cannot be read now could begin later: the job comes again.
    if (error instanceof VendorError && (await requestsOf(terms, context)).length < 2) return undefined;
    throw error;
  });
  return name === undefined
    ? undefined
    : context.vendor.freeze(cancelEligibilityRequest, { scope: scopeOf(terms.place), name });
};

/**
 * The GUID of the request of an assignment that has not begun. Our own requests are read themselves, since lists lag: an
 * extension is cancelled before what it extends is removed.
 */
const pendingRequest = async (terms: RemoveTerms, context: ChangeContext): Promise<string | undefined> => {
  const { vendor, correlation } = context;
  const names = await requestsOf(terms, context);
  for (const name of names) {
    const request = await findRequest(terms, name, context);
    if (request && hasNotBegun(request)) return name;
  }
  if (names.length > 0 && terms.grant !== null) return undefined;
  const pending = (await directSchedules(vendor, terms, { correlation })).find(hasNotBegun);
  const listed = pending && requestOf(pending);
  return listed !== undefined && isGuid(listed) ? listed : undefined;
};
