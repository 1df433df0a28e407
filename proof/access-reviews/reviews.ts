import { accessReviewRenderer } from '../../src/features/access/cards/access-review-card.ts';
import { accessReportRenderer } from '../../src/features/access/cards/access-review-report-card.ts';
import { grant } from '../../src/features/access/grant.ts';
import { removal } from '../../src/features/access/removal/kind.ts';
import { answerFor } from '../../src/features/access/reviews/answer.ts';
import { beginAccessReview } from '../../src/features/access/reviews/begin.ts';
import { itemsOf } from '../../src/features/access/reviews/item-store.ts';
import { accessReviewJob } from '../../src/features/access/reviews/jobs.ts';
import { withOutcomes } from '../../src/features/access/reviews/outcome.ts';
import { reviewRemovalJob } from '../../src/features/access/reviews/removal-job.ts';
import { findReview } from '../../src/features/access/reviews/store.ts';
import type { Services } from '../../src/features/feature.ts';
import { createTtlCache } from '../../src/platform/lib/cache.ts';
import { DAY, HOUR, MINUTE } from '../../src/platform/lib/clock.ts';
import { AppError } from '../../src/platform/lib/errors.ts';
import { randomIds } from '../../src/platform/lib/ids.ts';
import { silentLog } from '../../src/platform/lib/logger.ts';
import type { Store } from '../../test/support/database.ts';
import { createManualClock } from '../../test/support/manual-clock.ts';
import { accessPolicy, forgetRequests, grants, removals, startAccess, termsOf } from '../lib/access-engine.ts';
import { createAccessService } from '../lib/access-service.ts';
import { defineProof } from '../lib/define-proof.ts';
import { passTime } from '../lib/pass-time.ts';
import { HERE, idOf, personOf } from '../lib/policy-text.ts';
import { type Accepted, faultsOf } from './laws.ts';
import {
  type Access,
  type Answer,
  PLACES,
  type Plan,
  planBy,
  policyText,
  REVIEW_DAYS,
  ROLES,
  type Rules,
  rules,
  type Step,
} from './plan.ts';

const kinds = [grants, removals];

/** A place whose access is reviewed, over a store; each run is one review from its beginning to its end. */
const openWorld = async ({ url }: Store) => {
  const clock = createManualClock();
  const service = createAccessService(clock);
  let [unanswered, current]: [Plan['unanswered'], Rules] = ['keep', 'usual'];
  let killAfter = 0;

  const start = async () => {
    const policy = accessPolicy(policyText(unanswered, current), kinds);
    const started = await startAccess({ url, clock, policy, vendor: service.client, kinds });
    const { changes, jobs, outbox } = started;
    const submit: Services['changes']['submit'] = async (draft) => {
      const submitted = await changes.submit(draft);
      if (draft.kind !== removal.name) return submitted;
      killAfter -= 1;
      if (killAfter === 0) throw new Error('the process ended');
      return submitted;
    };
    const services = {
      ...{ ...started, clock, policy, vendor: service.client, ids: randomIds, log: silentLog },
      ...{ changes: { ...changes, submit }, cache: createTtlCache(clock) },
    } as unknown as Services;
    for (const job of [accessReviewJob(services), reviewRemovalJob(services)]) jobs.define(job);
    for (const renderer of [accessReviewRenderer(services), accessReportRenderer(services)]) outbox.define(renderer);
    jobs.start();
    return { ...started, services, policy };
  };
  let engine = await start();
  const restart = async (): Promise<void> => {
    await engine.end();
    engine = await start();
  };
  const pass = passTime({ clock, db: () => engine.db });
  const follow = (rules: Rules): void => {
    current = rules;
    engine.policy.replace(policyText(unanswered, current));
  };

  const approve = async (): Promise<void> => {
    for (const { id: change, termsVersion: terms } of await engine.changes.list({ states: ['waiting'] }, 20)) {
      for (const who of ['bo', 'cy'] as const) {
        const deciding = {
          change,
          terms,
          person: personOf(who),
          verdict: 'approve',
          reason: '',
          narrowed: {},
        } as const;
        await engine.changes.decide(deciding);
      }
    }
  };

  const give = async ({ who, role, at, ours, days }: Access): Promise<void> => {
    const place = PLACES[at];
    const what = { person: idOf(who), role: ROLES[role], scope: place.scope };
    if (service.standing(what)) return;
    if (!ours) {
      service.make({ ...what, end: clock.now() + days * DAY });
      return;
    }
    const terms = termsOf({
      ...{ person: { objectId: idOf(who), name: who }, place, role: { key: role, title: role, id: ROLES[role] } },
      ...{ ms: days * DAY, reason: '' },
    });
    await engine.changes.submit({ kind: grant.name, terms, requester: personOf(who), source: randomIds.opaque() });
    await approve();
    await pass(0);
  };

  const accepted: Accepted[] = [];
  let review = '';
  const answerOne = async ({ by, row, says }: Answer): Promise<void> => {
    const items = await itemsOf(engine.db, review);
    const item = items[row % Math.max(1, items.length)];
    if (!item) return;
    try {
      await answerFor(engine.services, { item: item.id, person: personOf(by), says, reason: 'because' });
      accepted.push({ item: item.id, by, says });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  };

  /** Somebody else ends access, or makes it anew with another end: nobody reviewed that. */
  const interfere = async (row: number, isMadeAnew: boolean): Promise<void> => {
    // No call is on its way in this moment: the service removes whatever it has when one arrives.
    await pass(0);
    const { person, role, place } = (await itemsOf(engine.db, review))[row]?.access ?? {};
    if (!person || !role || !place) return;
    const there = service.standing({ person: person.objectId, role: role.id, scope: place.scope });
    if (!there) return;
    there.over = clock.now();
    if (isMadeAnew) service.make({ ...there, end: clock.now() + 90 * DAY });
  };

  const make = async (step: Step): Promise<void> => {
    switch (step.kind) {
      case 'wait':
        return pass(step.hours * HOUR);
      case 'restart':
        return restart();
      case 'approve':
        return approve();
      case 'policy':
        return follow(step.rules);
      case 'answer':
      case 'answer and restart':
        await Promise.all(step.answers.map(answerOne));
        return step.kind === 'answer' ? undefined : restart();
      default:
        return interfere(step.row, step.kind === 'replace');
    }
  };

  const begin = async (plan: Plan): Promise<number> => {
    service.begin({ lagMinutes: plan.lagMinutes });
    await forgetRequests(engine.db);
    accepted.length = 0;
    killAfter = plan.killAfter;
    unanswered = plan.unanswered;
    follow('usual');
    for (const access of plan.access) await give(access);
    await pass(20 * MINUTE);
    service.plan(plan.tries);
    follow(plan.rules);
    const place = engine.policy.current().place('payments');
    if (!place) throw new Error('no place');
    const begun = await beginAccessReview(engine.services, {
      ...{ place, askedBy: { objectId: idOf('bo'), name: 'bo' }, reportTo: HERE, language: 'en' },
      endBy: clock.now() + MINUTE,
    });
    review = begun?.review.id ?? '';
    return clock.now();
  };

  return {
    /** Brings one review to its end. */
    async review(plan: Plan) {
      const startedAt = await begin(plan);
      // What is made from now on was made after the review began.
      await pass(MINUTE);
      for (const step of plan.steps) await make(step);
      await pass((REVIEW_DAYS + 4) * DAY);
      const { db } = engine;
      const ended = await findReview(db, review);
      const reports = await db
        .selectFrom('deliveries')
        .select('id')
        .where('subject', '=', `accessReviewReport:${review}`)
        .execute();
      const isCalm =
        plan.tries.length === 0 && plan.rules === 'usual' && plan.steps.every(({ kind }) => kind !== 'policy');
      const seen = ended && {
        ...{ review: ended, rows: await withOutcomes(db, ended, await itemsOf(db, review)) },
        ...{ accepted, startedAt, reports: reports.length, isCalm },
      };
      return { seen, service, changes: await engine.changes.list({}, 200) };
    },
    end: () => engine.end(),
  };
};

/**
 * Reviews of people with grants of Steward's and of others, answered by several at once, under policies that change, restarts, lost
 * answers of the service and access that ends or is made anew meanwhile.
 */
export const reviewsProof = defineProof({
  name: 'access/reviews',
  says: 'a review removes what somebody decided to remove, and nothing else',
  short: { runs: 12, seed: 7 },
  runs: 1_000,
  runsEach: 50,
  shrinks: true,
  plan: planBy,
  kinds: {
    of: ({ steps, rules: first, access }) => [
      ...steps.map(({ kind }) => kind),
      ...[first, ...access.map(({ at, ours }) => `${at} ${ours}`)],
    ],
    every: [
      ...['answer', 'answer and restart', 'approve', 'policy', 'replace', 'restart', 'vanish', 'wait', ...rules],
      ...['below true', 'below false', 'here true', 'here false', 'above true', 'above false'],
    ],
  },
  world: openWorld,
  evidence: (world, plan) => world.review(plan),
  laws: {
    'the service, the answers and the report agree': ({ seen, service, changes }) =>
      seen ? faultsOf(seen, service, changes) : ['the review is gone'],
  },
});
