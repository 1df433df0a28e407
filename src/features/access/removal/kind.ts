import { createEligibilityRequest } from '#cloud/operations/role-eligibility.ts';
import type { EligibilityRequestAnswer } from '#cloud/operations/role-eligibility-schemas.ts';
import { defineChange } from '#engine/changes/change-kind.ts';
import { escapeMarkdown } from '#platform/lib/text.ts';
import { cancellation } from '../cancellation.ts';
import { conditionFact } from '../condition.ts';
import { confirmationOf, readRemovalError, reconcileRemoval } from '../confirmation.ts';
import { concernedByRemoval, mayRemovalGo } from '../ending/extension.ts';
import { nextTryText } from '../next-try.ts';
import { placesAndRoles, REMOVE } from '../requestable.ts';
import { followRemoval } from '../reviews/follow.ts';
import { checkReviewed } from '../reviews/reviewed-access.ts';
import { activeGrants, recordRemoval } from '../store.ts';
import { grantKey, type RemoveTerms, removeTerms, scopeOf } from '../terms.ts';

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
