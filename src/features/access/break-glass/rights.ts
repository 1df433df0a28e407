import { z } from 'zod';
import { questionOf } from '#engine/changes/decision/review.ts';
import { decidersOf, findRule } from '#engine/changes/decision/rules.ts';
import type { Audit } from '#platform/audit/audit.ts';
import type { RecordedEvent } from '#platform/audit/entries.ts';
import { endsOfUse } from '#platform/audit/events.ts';
import { AppError } from '#platform/lib/errors.ts';
import type { Db } from '#platform/storage/database.ts';
import type { Policy, PolicyPerson } from '#policy/policy.ts';
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

/** @param objectId of the reviewer */
export const mayReview = (policy: Policy, { person }: Pick<Use, 'person'>, objectId: string): boolean =>
  reviewingAccounts(policy, person).some((account) => account.objectId === objectId.toLowerCase());

/** The target of the audit's entries about the uses of an account. */
export const usesOf = (account: string): string => `break-glass ${account.toLowerCase()}`;

const used = z.object({ change: z.string() });
const CLOSED: ReadonlySet<string> = new Set(endsOfUse);

/**
 * The change of this person, by any of their accounts, that is not reviewed yet: by its row, or by the audit, which a row that was
 * edited does not change.
 * @throws AppError where the audit's own entries were altered
 */
export const unreviewedUse = async (
  audit: Pick<Audit, 'proven'>,
  db: Db,
  policy: Policy,
  person: string,
): Promise<string | undefined> => {
  const isTheirs = (account: string): boolean => policy.identityOf(account) === policy.identityOf(person);
  const open = (await openUses(db)).find((use) => isTheirs(use.person));
  if (open) return open.change;
  const accounts = [person, ...policy.people.map(({ objectId }) => objectId).filter(isTheirs)];
  for (const target of new Set(accounts.map(usesOf))) {
    for (const { detail } of await genuineEvents(audit, db, target)) {
      const { change } = used.parse(detail);
      const events = await genuineEvents(audit, db, change);
      if (!events.some(({ event }) => CLOSED.has(event))) return change;
    }
  }
  return undefined;
};

/** @throws AppError where they were altered */
export const genuineEvents = async (
  audit: Pick<Audit, 'proven'>,
  db: Db,
  target: string,
): Promise<readonly RecordedEvent[]> => {
  const { events, genuine } = await audit.proven(db, target);
  if (!genuine) throw new AppError({ code: 'Audit.Altered', text: 'access.breakGlass.altered' });
  return events;
};

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
