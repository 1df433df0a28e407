import { VendorError } from '#cloud/errors/errors.ts';
import { cancelEligibilityRequest, createEligibilityRequest } from '#cloud/operations/role-eligibility.ts';
import { hasNotBegun } from '#cloud/operations/role-eligibility-request.ts';
import type { EligibilityRequestAnswer } from '#cloud/operations/role-eligibility-schemas.ts';
import type { FrozenCall } from '#cloud/request/freeze.ts';
import { isGuid } from '#cloud/request/path.ts';
import type { Change } from '#engine/changes/change.ts';
import { type ChangeContext, defineChange } from '#engine/changes/change-kind.ts';
import { escapeMarkdown } from '#platform/lib/text.ts';
import { conditionFact } from '../assignments.ts';
import { confirmationOf, readRemovalError, reconcileRemoval } from '../confirmation.ts';
import { concernedByRemoval, mayRemovalGo, requestsOf } from '../ending/extension.ts';
import { nextTryText } from '../refusal.ts';
import { placesAndRoles, REMOVE } from '../requestable.ts';
import { followRemoval } from '../reviews/outcome.ts';
import { checkReviewed } from '../reviews/reviewed-access.ts';
import { directSchedules, findRequest, requestOf } from '../schedules.ts';
import { activeGrants, recordRemoval } from '../store.ts';
import { grantKey, type RemoveTerms, removeTerms, scopeOf } from '../terms.ts';

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

/** Removes a person's eligibility (docs/sources.md, Roles: AdminRemove). */
export const removal = defineChange<RemoveTerms>({
  name: REMOVE,
  terms: removeTerms,
  takesAway: true,
  sentByApprover: true,
  facets: ({ place, role }) => ({ place: place.key, role: role.key }),
  facetWords: placesAndRoles,
  concerns: ({ person }) => [person.objectId],
  isFor: ({ person, askedBy }, objectId) => person.objectId === objectId || askedBy === objectId,
  openKey: grantKey,
  async isStillValid(trx, terms, now) {
    if (terms.grant === null) return true;
    return (await activeGrants(trx, grantKey(terms), now)).some(({ change }) => change === terms.grant);
  },
  touches: ({ grant }) => (grant ? [grant] : []),
  relation: () => ({ is: 'removal' }),
  isShownByRelated: ({ grant }) => grant !== null,

  freeze(terms, { guid }, vendor) {
    const call = vendor.freeze(createEligibilityRequest, {
      type: 'AdminRemove',
      name: guid,
      scope: scopeOf(terms.place),
      principalId: terms.person.objectId,
      roleDefinitionId: terms.role.id,
      ...(terms.reason === '' ? {} : { justification: terms.reason }),
      ...(terms.ticket === '' ? {} : { ticket: { number: terms.ticket } }),
    });
    return { call, terms };
  },

  follow: (trx, { terms }, step) => followRemoval(trx, terms.review, step),

  mayGo: mayRemovalGo,
  checkBefore: checkReviewed,
  callInstead: cancellation,

  readAnswer(answer) {
    return confirmationOf(answer as EligibilityRequestAnswer);
  },

  readError: readRemovalError,

  reconcile: reconcileRemoval,

  async describe(change, { now }, words) {
    const { terms, state } = change;
    const { person, place, role } = terms;
    const next = nextTryText(change, words, now);
    return {
      ...(next === undefined ? {} : { next }),
      ...(state === 'done' && terms.condition !== undefined
        ? { next: words.markdown('access.condition.removed') }
        : {}),
      // Good news to nobody: the colour of what is over.
      ...(state === 'done'
        ? { headline: { text: words.markdown('access.status.removed', { by: terms.by }), tone: 'default' as const } }
        : {}),
      title: words.markdown('access.remove.title', { role: role.title, place: place.title }),
      summary: words.plain('access.remove.summary', { role: role.title, place: place.title, who: person.name }),
      facts: [
        { title: words.plain('access.label.who'), value: escapeMarkdown(person.name) },
        ...conditionFact(terms.condition, words),
      ],
      reason: terms.reason,
      buttons: [],
    };
  },

  onDone: recordRemoval,
  concerned: concernedByRemoval,
});
