import { z } from 'zod';
import type { Person } from '#engine/changes/change.ts';
import { findChange, findChangeBySource } from '#engine/changes/repository.ts';
import { ALREADY_OPEN } from '#engine/changes/submit.ts';
import type { Services } from '#features/feature.ts';
import { STEWARD } from '#platform/audit/chain.ts';
import type { JobKind, Jobs } from '#platform/jobs/jobs.ts';
import { iso, MINUTE } from '#platform/lib/clock.ts';
import { AppError } from '#platform/lib/errors.ts';
import type { Db } from '#platform/storage/database.ts';
import { loadTexts } from '#platform/texts/texts.ts';
import { mayRequest, REMOVE } from '../requestable.ts';
import { findActiveGrant } from '../store.ts';
import { grantKey, grantTerms, type RemoveTerms } from '../terms.ts';
import { touchCards } from './cards.ts';
import { findItem, noteProblem, type Problem, type ReviewedAccess, type ReviewItem } from './item-store.ts';
import { findReviewed, isStillThat } from './reviewed-access.ts';
import { reviewersOfAccess } from './reviewers.ts';
import { type AccessReview, findReview, raiseReview } from './store.ts';

const REMOVAL_JOB = 'access.reviewRemoval';
const payload = z.object({ item: z.string() });

/** What the removal that a review decided is unique by. */
export const removalSource = (item: string): string => `accessReview:${item}`;

/** One job for each removal that a review decided. */
export const scheduleRemoval = (jobs: Pick<Jobs, 'schedule'>, db: Db, item: string, now: number): Promise<void> =>
  jobs.schedule(db, { kind: REMOVAL_JOB, key: `${REMOVAL_JOB}:${item}`, dueAt: now, payload: { item } });

/** Errors after which the same removal may be accepted later. */
const LATER: ReadonlySet<string> = new Set([ALREADY_OPEN, 'Change.TooManyOpen', 'Change.Busy']);
const PAUSE_MS = 2 * MINUTE;

/**
 * Asks for the removal that a review decided, in the reviewer's name: rules, approvals, call and confirmation are those of
 * every removal. What is not the access that was reviewed any more stays.
 */
export const reviewRemovalJob = (services: Services): JobKind<unknown> => ({
  name: REMOVAL_JOB,
  payload,
  maxAttempts: 1_000,
  async handle(given, { id: correlation }) {
    const { item: id } = payload.parse(given);
    const { db } = services.database;
    const item = await findItem(db, id);
    const review = item && (await findReview(db, item.review));
    if (!item || !review || item.problem || (await findChangeBySource(db, removalSource(id)))) return { end: 'done' };
    const problem = await obstacle(services, item.access, correlation);
    if (problem) return note(services, item, problem);
    const requester = requesterOf(services, review, item);
    if (!requester) return note(services, item, { text: 'access.reviews.problem.nobodyRemoves', values: {} });
    try {
      const terms = await termsOf(services, review, item, requester);
      await services.changes.submit({ kind: REMOVE, terms, requester, source: removalSource(id) });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (LATER.has(error.code)) return { again: services.clock.now() + PAUSE_MS };
      if (error.retryable) throw error;
      return note(services, item, problemOf(error));
    }
    return { end: 'done' };
  },
});

const problemOf = ({ textKey, values }: AppError): Problem => ({
  text: textKey,
  values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, plainOf(value)])),
});

const plainOf = (value: unknown): string => (value instanceof Date ? iso(value.getTime()) : String(value));

const note = async (services: Services, item: ReviewItem, problem: Problem): Promise<{ readonly end: 'done' }> => {
  const { database, audit } = services;
  await database.transaction(async (trx) => {
    const review = await raiseReview(trx, item.review);
    if (!review || !(await noteProblem(trx, item.id, problem))) return;
    await touchCards(services, trx, review);
    const { person, role, place } = item.access;
    await audit.append(trx, {
      target: item.review,
      actor: item.answer?.by.objectId ?? STEWARD,
      event: 'access not removed',
      detail: { item: item.id, person: person.objectId, role: role.id, place: place.scope, text: problem.text },
    });
  });
  return { end: 'done' };
};

/** Why this access is not removed: it is gone, or is another than the one that was reviewed. */
const obstacle = async (
  { database: { db }, vendor, clock }: Services,
  access: ReviewedAccess,
  correlation: string,
): Promise<Problem | undefined> => {
  const found = await findReviewed({ db, vendor, now: clock.now(), correlation }, access);
  return found === 'same' ? undefined : { text: `access.reviews.problem.${found}`, values: {} };
};

const busy = (): AppError => new AppError({ code: 'Change.Busy', text: 'changes.refused.busy', retryable: true });

/** The reviewer who decided it; without an answer, a reviewer who may ask for it. */
const requesterOf = (
  services: Services,
  { place }: AccessReview,
  { access, answer }: ReviewItem,
): Person | undefined => {
  if (answer) return answer.by;
  const facets = { place: access.place.key, role: access.role.key };
  const asker = reviewersOfAccess(services.policy.current(), place.key, access).find(({ objectId }) =>
    mayRequest(services, REMOVE, facets, objectId, access.person.objectId),
  );
  return asker && { objectId: asker.objectId, name: asker.name, language: 'en' };
};

/** @throws AppError where it is another access by now */
const termsOf = async (
  { database, clock }: Services,
  review: AccessReview,
  { id, access, answer }: ReviewItem,
  requester: Person,
): Promise<RemoveTerms> => {
  const { person, place, role, condition } = access;
  const standing = await findActiveGrant(database.db, grantKey(access), clock.now());
  // Granted or removed since the look a moment ago: the next look decides.
  if (!(await isStillThat(database.db, standing?.change ?? null, access.grant))) throw busy();
  const words = loadTexts(clock).for(review.language);
  const granted = standing && (await findChange(database.db, standing.change));
  return {
    ...{ person, place, role, review: id },
    by: answer ? requester.name : words.plain('access.reviews.by'),
    reason: answer?.reason ?? words.plain('access.reviews.noAnswer', { place: review.place.title }),
    // A policy that required a ticket for the grant may require one for the removal: the same ticket is used.
    ticket: granted ? grantTerms.parse(granted.terms).ticket : '',
    grant: standing?.change ?? null,
    ...(standing ? { began: standing.start } : {}),
    ...(condition === undefined ? {} : { condition }),
  };
};
