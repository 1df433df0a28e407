import { z } from 'zod';
import { VendorError } from '#cloud/errors/errors.ts';
import { removeAppUser } from '#cloud/operations/app-management.ts';
import { type Confirmation, defineChange, failedBy, forbiddenAsRenamed } from '#engine/changes/change-kind.ts';
import { mailboxOf } from '#platform/lib/email.ts';
import { escapeMarkdown } from '#platform/lib/text.ts';
import type { Policy, PolicyPerson } from '#policy/policy.ts';
import { appsOf } from './policy.ts';

const removeUserTerms = z.object({
  app: z.object({ key: z.string(), title: z.string(), owner: z.string(), name: z.string() }),
  email: z.string(),
  reason: z.string(),
});
export type RemoveUserTerms = z.infer<typeof removeUserTerms>;

/** The people in the policy who may receive mail at this address: none of them decides. */
export const peopleOf = (policy: Policy, email: string): readonly PolicyPerson[] =>
  policy.people.filter((person) => person.email !== undefined && mailboxOf(person.email) === mailboxOf(email));

/** Whether the policy gives this address to this person alone. @param objectId of the directory */
const ownsAddress = (policy: Policy, objectId: string, email: string): boolean => {
  const owners = policy.people.filter((person) => person.email?.toLowerCase() === email.toLowerCase());
  return owners.length === 1 && owners[0]?.objectId === objectId;
};

export const REMOVE_USER = 'apps.removeUser';

const NOT_THERE = 'apps.failure.notThere';
const unsettled: Confirmation = { is: 'unsettled', arrived: false };

const isNotFound = (error: VendorError): boolean => error.textKey === 'vendor.appManagement.notFound';

/** Removes a user from an app (docs/sources.md, App management). */
export const removeUser = defineChange<RemoveUserTerms>({
  name: REMOVE_USER,
  terms: removeUserTerms,
  takesAway: true,
  facets: ({ app }) => ({ app: app.key }),
  facetWords: (policy) => ({ app: appsOf(policy).map(({ key }) => key) }),
  concerns: ({ email }, policy) => peopleOf(policy, email).map(({ objectId }) => objectId),
  isFor: ({ email }, objectId, policy) => ownsAddress(policy, objectId, email),
  concernsByEmail: true,
  forbids: ({ app }, policy) =>
    appsOf(policy).some(({ key, owner, name }) => key === app.key && owner === app.owner && name === app.name)
      ? undefined
      : forbiddenAsRenamed(app.title),
  openKey: ({ app, email }) => [app.owner, app.name, email].join(' ').toLowerCase(),

  freeze(terms, _intent, vendor) {
    const { app, email } = terms;
    return { call: vendor.freeze(removeAppUser, { ownerName: app.owner, appName: app.name, userEmail: email }), terms };
  },

  readAnswer: () => ({ is: 'done' }),

  /** On a first attempt, NotFound may also mean a misspelt address or a wrong app: nobody was removed, and the card says so. */
  readError(error, { terms }) {
    if (!isNotFound(error)) return failedBy(error);
    const values = { email: terms.email, app: terms.app.title };
    return { is: 'failed', failure: { code: error.vendorCode, text: NOT_THERE, values, rules: [] } };
  },

  /**
   * Nothing can be read, because the service lists no app's users. So the same DELETE is sent again; a user it no longer finds was
   * removed by an earlier attempt (docs/sources.md, What may be sent again). Only within the policy's time limit, because later the user may have
   * been added again, and only if the policy still allows it. While the engine itself retries the call, this does nothing.
   */
  async reconcile(change, { vendor, now, correlation, mayStillBeSent }) {
    const { phase, frozen, finishBy = 0 } = change;
    if (phase === 'send' || !frozen || now >= finishBy || !(await mayStillBeSent(change))) return unsettled;
    try {
      await vendor.callFrozen(frozen, { correlation });
      return { is: 'done' };
    } catch (error) {
      if (!(error instanceof VendorError) || error.retryable) throw error;
      return isNotFound(error) ? { is: 'done' } : unsettled;
    }
  },

  async describe({ terms: { app, email, reason }, failure }, _context, words) {
    const named = { email, app: app.title };
    const notThere = failure?.text === NOT_THERE;
    return {
      title: words.markdown('apps.removeUser.title', named),
      summary: words.plain('apps.removeUser.summary', named),
      facts: [
        { title: words.plain('apps.label.user'), value: escapeMarkdown(email) },
        { title: words.plain('apps.label.app'), value: escapeMarkdown(`${app.owner}/${app.name}`) },
      ],
      reason,
      ...(notThere ? { headline: { text: words.markdown('apps.headline.notThere'), tone: 'warning' } } : {}),
      buttons: [],
    };
  },
});
