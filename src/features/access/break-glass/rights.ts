import { questionOf } from '../../../changes/decision/review.ts';
import { decidersOf, findRule } from '../../../changes/decision/rules.ts';
import { AppError } from '../../../lib/errors.ts';
import type { Policy, PolicyPerson } from '../../../policy/policy.ts';
import type { Db } from '../../../storage/database.ts';
import { grant } from '../grant.ts';
import { breakGlassOf } from '../policy.ts';
import type { GrantTerms } from '../terms.ts';
import { openUses, type Use } from './store.ts';

/** One account of each person: everybody is told once. */
const oneEach = (policy: Policy, accounts: readonly PolicyPerson[]): readonly PolicyPerson[] =>
  [...new Map(accounts.toReversed().map((one) => [policy.identityOf(one.objectId), one])).values()].toReversed();

/** Everybody who would decide the same as an ordinary request, in any stage. @param person who uses it, a directory object id */
export const skippedApprovers = (policy: Policy, terms: GrantTerms, person: string): readonly PolicyPerson[] => {
  const question = questionOf(policy, grant, terms, person);
  const rule = findRule(policy, question);
  return rule ? oneEach(policy, decidersOf(policy, rule, question)) : [];
};

/** Every account that may review what this person used; none of their own. */
const reviewingAccounts = (policy: Policy, person: string): readonly PolicyPerson[] =>
  (breakGlassOf(policy)?.review.by ?? [])
    .flatMap((name) => policy.membersOf(name))
    .filter(({ objectId }) => policy.identityOf(objectId) !== policy.identityOf(person));

/** The people who review it, each once. */
export const reviewersOf = (policy: Policy, person: string): readonly PolicyPerson[] =>
  oneEach(policy, reviewingAccounts(policy, person));

/** @param objectId of whoever wants to review it */
export const mayReview = (policy: Policy, { person }: Pick<Use, 'person'>, objectId: string): boolean =>
  reviewingAccounts(policy, person).some((account) => account.objectId === objectId.toLowerCase());

/** The use of this person, by any of their accounts, that is not reviewed yet. */
export const unreviewedUse = async (db: Db, policy: Policy, person: string): Promise<Use | undefined> =>
  (await openUses(db)).find((use) => policy.identityOf(use.person) === policy.identityOf(person));

/** Why there is no second use. @param ref of the first one */
export const reviewFirst = (policy: Policy, person: string, ref: string): AppError =>
  new AppError({
    code: 'Policy.ReviewFirst',
    text: 'access.breakGlass.reviewFirst',
    values: {
      ref,
      reviewers: reviewersOf(policy, person)
        .map(({ name }) => name)
        .join(', '),
    },
  });
