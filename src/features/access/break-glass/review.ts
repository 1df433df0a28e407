import { z } from 'zod';
import { redrawCards } from '#engine/changes/card/posted-card.ts';
import type { Person } from '#engine/changes/change.ts';
import { questionOf } from '#engine/changes/decision/review.ts';
import { decidersOf, findRule } from '#engine/changes/decision/rules.ts';
import type { Services } from '#features/feature.ts';
import type { Audit } from '#platform/audit/audit.ts';
import type { RecordedEvent } from '#platform/audit/entries.ts';
import { endsOfUse } from '#platform/audit/events.ts';
import { AppError } from '#platform/lib/errors.ts';
import { clean } from '#platform/lib/text.ts';
import type { Db } from '#platform/storage/database.ts';
import { notAllowed, type Policy, type PolicyPerson } from '#policy/policy.ts';
import { grant } from '../grant.ts';
import { breakGlassOf } from '../policy.ts';
import type { GrantTerms } from '../terms.ts';
import { endReview, findUse, openUses, reviewSubject, type Use } from './store.ts';

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

export interface Reviewing {
  readonly change: string;
  readonly person: Person;
  readonly result: 'justified' | 'notJustified';
  readonly reason: string;
}

/**
 * Ends the review of a use, by one conditional update. Reviewers are those of the current policy and the present members of
 * its groups, never the person of the use. The same press again changes nothing.
 * @throws AppError where this person may not, where no review is due, or somebody else came first
 */
export const reviewUse = async (
  { database, outbox, audit, policy, clock }: Pick<Services, 'database' | 'outbox' | 'audit' | 'policy' | 'clock'>,
  { change, person, result, reason }: Reviewing,
): Promise<Use> => {
  const now = await policy.readNow(breakGlassOf(policy.current())?.review.by ?? []);
  return database.transaction(async (trx) => {
    const use = await findUse(trx, change);
    if (!use) throw refused('unknown');
    // Whose use it is, the audit says: nobody becomes the reviewer of their own by an edit of the row.
    const asked = (await genuineEvents(audit, trx, change)).find(({ event }) => event === 'asked');
    if (asked && asked.actor.toLowerCase() !== use.person.toLowerCase())
      throw new AppError({ code: 'Change.Altered', text: 'changes.refused.altered' });
    const current = now.current();
    if (!mayReview(current, use, person.objectId)) {
      throw notAllowed('access.breakGlass.refused.notReviewer', current, (objectId) =>
        mayReview(current, use, objectId),
      );
    }
    const said = clean(reason);
    if (result === 'notJustified' && said === '') throw refused('reasonMissing');
    const review = { by: { objectId: person.objectId, name: person.name }, reason: said, at: clock.now() };
    const ended = await endReview(trx, change, result, review);
    if (!ended) return alreadyEnded((await findUse(trx, change)) ?? use, person, result);
    await outbox.touch(trx, reviewSubject(change), ended.version);
    await redrawCards(outbox, trx, change);
    await audit.append(trx, {
      target: change,
      actor: person.objectId,
      event: result === 'justified' ? 'found justified' : 'found not justified',
      detail: { reason: said },
    });
    return ended;
  });
};

const alreadyEnded = (use: Use, person: Person, result: Reviewing['result']): Use => {
  const { review, state } = use;
  if (review?.by.objectId === person.objectId && state === result) return use;
  if (!review) throw refused('nothingDue');
  throw refused('reviewed', { by: review.by.name, at: new Date(review.at) });
};

const refused = (
  text: 'unknown' | 'reasonMissing' | 'nothingDue' | 'reviewed',
  values: Readonly<Record<string, string | Date>> = {},
): AppError => new AppError({ code: 'Change.NotReviewed', text: `access.breakGlass.refused.${text}`, values });
