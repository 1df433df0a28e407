import { z } from 'zod';
import { VendorError } from '../../api/errors/errors.ts';
import { removeAppUser } from '../../api/operations/app-management.ts';
import { type Confirmation, defineChange, failedBy, forbiddenAsRenamed } from '../../changes/change-kind.ts';
import { mailboxOf } from '../../lib/email.ts';
import { escapeMarkdown } from '../../lib/text.ts';
import type { Policy, PolicyPerson } from '../../policy/policy.ts';
import { appsOf } from './policy.ts';

const removeUserTerms = z.object({
  app: z.object({ key: z.string(), title: z.string(), owner: z.string(), name: z.string() }),
  email: z.string(),
  reason: z.string(),
});
export type RemoveUserTerms = z.infer<typeof removeUserTerms>;

/** The people of the policy who may get mail at this address: none of them decides. */
export const peopleOf = (policy: Policy, email: string): readonly PolicyPerson[] =>
  policy.people.filter((person) => person.email !== undefined && mailboxOf(person.email) === mailboxOf(email));

/** Whether the policy gives this very address to this person alone. @param objectId of the directory */
const ownsAddress = (policy: Policy, objectId: string, email: string): boolean => {
  const owners = policy.people.filter((person) => person.email?.toLowerCase() === email.toLowerCase());
  return owners.length === 1 && owners[0]?.objectId === objectId;
};

export const REMOVE_USER = 'apps.removeUser';

const NOT_THERE = 'apps.failure.notThere';
const unsettled: Confirmation = { is: 'unsettled', arrived: false };

const isNotFound = (error: VendorError): boolean => error.textKey === 'vendor.appManagement.notFound';

/** Taking a user out of an app (document 3, Endpoints 2). */
export const removeUser = defineChange<RemoveUserTerms>({
  name: REMOVE_USER,
  terms: removeUserTerms,
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

  /** At a first try NotFound may as well mean a misspelt address or a wrong app: nobody was taken out, and that is said. */
  readError(error, { terms }) {
    if (!isNotFound(error)) return failedBy(error);
    const values = { email: terms.email, app: terms.app.title };
    return { is: 'failed', failure: { code: error.vendorCode, text: NOT_THERE, values, rules: [] } };
  },

  /**
   * There is nothing to read: the service tells of no app's users. So the same DELETE goes out once more, and whom it does not
   * find any more an earlier try has taken out (vendor-facts section 4). Not beyond the time that the policy gives: by then
   * somebody may have let the user in again; nor beyond the policy itself. While the engine itself still repeats the call there is nothing to add.
   */
  async reconcile(change, { vendor, now, correlation, mayGoOut }) {
    const { phase, frozen, finishBy = 0 } = change;
    if (phase === 'send' || !frozen || now >= finishBy || !(await mayGoOut(change))) return unsettled;
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
