import type { ChangeKind } from '../../src/engine/changes/change-kind.ts';
import { rulesSection } from '../../src/engine/changes/decision/check-rules.ts';
import { accessReviewRenderer } from '../../src/features/access/cards/access-review-card.ts';
import { accessReportRenderer } from '../../src/features/access/cards/access-review-report-card.ts';
import { noticeJob } from '../../src/features/access/ending/notice.ts';
import { grant } from '../../src/features/access/grant.ts';
import { accessSection } from '../../src/features/access/policy.ts';
import { removal } from '../../src/features/access/removal.ts';
import { answerFor } from '../../src/features/access/reviews/answer.ts';
import { beginAccessReview } from '../../src/features/access/reviews/begin.ts';
import { itemsOf } from '../../src/features/access/reviews/item-store.ts';
import { withOutcomes } from '../../src/features/access/reviews/outcome.ts';
import { reviewRemovalJob } from '../../src/features/access/reviews/removal-job.ts';
import { accessReviewJob } from '../../src/features/access/reviews/review-job.ts';
import { findReview } from '../../src/features/access/reviews/store.ts';
import type { GrantTerms } from '../../src/features/access/terms.ts';
import type { Services } from '../../src/features/feature.ts';
import { createTtlCache } from '../../src/platform/lib/cache.ts';
import { DAY, HOUR, MINUTE } from '../../src/platform/lib/clock.ts';
import { AppError } from '../../src/platform/lib/errors.ts';
import { randomIds } from '../../src/platform/lib/ids.ts';
import { silentLog } from '../../src/platform/lib/logger.ts';
import { migrations } from '../../src/features/migrations.ts';
import { limitsSection } from '../../src/policy/model/limits.ts';
import { openDatabase } from '../../src/platform/storage/database.ts';
import { connectEngine } from '../../test/engine/changes/engine.ts';
import { openTestAudit } from '../../test/support/audit.ts';
import type { Store } from '../../test/support/database.ts';
import { createManualClock } from '../../test/support/manual-clock.ts';
import { createTestPolicy } from '../../test/support/policy.ts';
import { until } from '../../test/support/until.ts';
import { checkCase } from '../check-case.ts';
import type { StoreRuns } from '../run-on-stores.ts';
import { type Accepted, faultsOf } from './laws.ts';
import { type Access, type Answer, type Plan, plans, type Rules, type Step } from './plan.ts';
import { createService } from './service.ts';
import { idOf, PLACES, policyText, REVIEW_DAYS, ROLES } from './world.ts';

const kinds = [grant as ChangeKind, removal as ChangeKind];
const sections = [rulesSection(kinds), accessSection, limitsSection];
const TABLES = [
  ...([
    'access_review_items',
    'access_review_cards',
    'access_reviews',
    'deliveries',
    'jobs',
    'change_notices',
  ] as const),
  ...(['notice_messages', 'change_claims', 'decisions', 'grants', 'changes'] as const),
] as const;

/** A place whose access is reviewed, over a store; each run is one review from its beginning to its end. */
export const openEnvironment = async (
  store: Store,
  seed: number,
  complain: (run: number, words: string) => void,
): Promise<StoreRuns> => {
  const clock = createManualClock();
  const service = createService(clock);
  let [unanswered, current]: [Plan['unanswered'], Rules] = ['keep', 'usual'];
  let killAfter = 0;

  const start = async () => {
    const database = await openDatabase(store.url, migrations);
    const policy = createTestPolicy(policyText(unanswered, current), sections);
    const engine = await connectEngine({ database, clock, policy, vendor: service.client }, kinds);
    const { changes, jobs, outbox } = engine;
    const submit: Services['changes']['submit'] = async (draft) => {
      const submitted = await changes.submit(draft);
      if (draft.kind !== removal.name) return submitted;
      killAfter -= 1;
      if (killAfter === 0) throw new Error('the process ended');
      return submitted;
    };
    const services = {
      ...{ database, clock, jobs, outbox, policy, vendor: service.client, ids: randomIds, log: silentLog },
      ...{ changes: { ...changes, submit }, audit: await openTestAudit(database, clock), kept: createTtlCache(clock) },
    } as unknown as Services;
    for (const job of [noticeJob(services), accessReviewJob(services), reviewRemovalJob(services)]) jobs.define(job);
    for (const renderer of [accessReviewRenderer(services), accessReportRenderer(services)]) outbox.define(renderer);
    jobs.start();
    return { changes, jobs, services, policy, database };
  };
  let engine = await start();
  const end = async (): Promise<void> => {
    await engine.jobs.stop();
    await engine.database.close();
  };
  const restart = async (): Promise<void> => {
    await end();
    engine = await start();
  };

  const nextDue = async (): Promise<number | undefined> => {
    let next: number | undefined;
    await until('the jobs at rest', async () => {
      const open = engine.database.db.selectFrom('jobs').select(['due_at', 'lease_owner']).where('state', '=', 'ready');
      const rows = await open.execute();
      const due = rows.map(({ due_at }) => Date.parse(due_at));
      next = due.length === 0 ? undefined : Math.min(...due);
      return rows.every(({ lease_owner }) => lease_owner === null) && due.every((at) => at > clock.now());
    });
    return next;
  };

  /** Time goes on, and whatever falls due is done at its moment. */
  const pass = async (ms: number): Promise<void> => {
    const target = clock.now() + ms;
    for (;;) {
      const next = await nextDue();
      if (next === undefined || next > target) break;
      clock.advance(next - clock.now());
    }
    clock.advance(target - clock.now());
    await nextDue();
  };

  const personOf = (who: Access['who']) => ({ objectId: idOf(who), name: who, language: 'en' });

  const approve = async (): Promise<void> => {
    for (const change of await engine.changes.list({ states: ['waiting'] }, 20)) {
      for (const who of ['bo', 'cy'] as const) {
        const deciding = {
          change: change.id,
          terms: change.termsVersion,
          person: personOf(who),
          verdict: 'approve' as const,
        };
        await engine.changes.decide({ ...deciding, reason: '', narrowed: {} });
      }
    }
  };

  const give = async ({ who, role, at, ours, days }: Access): Promise<void> => {
    const place = PLACES[at];
    const what = { person: idOf(who), role: ROLES[role], scope: place.scope };
    if (
      service.assignments.some(
        (one) => one.person === what.person && one.role === what.role && one.scope === what.scope,
      )
    )
      return;
    if (!ours) {
      service.make({ ...what, end: clock.now() + days * DAY });
      return;
    }
    const terms: GrantTerms = {
      ...{ person: { objectId: idOf(who), name: who }, place, role: { key: role, title: role, id: ROLES[role] } },
      ...{ start: null, length: { kind: 'for', ms: days * DAY }, reason: '', ticket: '', window: null },
    };
    await engine.changes.submit({ kind: grant.name, terms, requester: personOf(who), source: randomIds.opaque() });
    await approve();
    await nextDue();
  };

  const accepted: Accepted[] = [];
  let review = '';
  const answerOne = async ({ by, row, says }: Answer): Promise<void> => {
    const items = await itemsOf(engine.database.db, review);
    const item = items[row % Math.max(1, items.length)];
    if (!item) return;
    try {
      await answerFor(engine.services, { item: item.id, person: personOf(by), says, reason: 'because' });
      accepted.push({ item: item.id, by, says });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  };

  const make = async (step: Step): Promise<void> => {
    if (step.kind === 'wait') return pass(step.hours * HOUR);
    if (step.kind === 'restart') return restart();
    if (step.kind === 'approve') return approve();
    if (step.kind === 'answer' || step.kind === 'answer and restart') {
      await Promise.all(step.answers.map(answerOne));
      return step.kind === 'answer' ? undefined : restart();
    }
    if (step.kind === 'policy') {
      current = step.rules;
      engine.policy.replace(policyText(unanswered, current));
      return;
    }
    if (step.kind !== 'vanish' && step.kind !== 'replace') return;
    // No call is on its way in this moment: the service removes whatever it has when one arrives.
    await nextDue();
    const item = (await itemsOf(engine.database.db, review))[step.row];
    const { person, role, place } = item?.access ?? {};
    const there = service.assignments.find(
      (one) =>
        one.over === undefined &&
        one.person === person?.objectId &&
        one.role === role?.id &&
        one.scope === place?.scope,
    );
    if (!there) return;
    there.over = clock.now();
    // Anew with another end, as somebody else's: nobody reviewed it.
    if (step.kind === 'replace') service.make({ ...there, end: clock.now() + 90 * DAY });
  };

  const play = async (plan: Plan): Promise<readonly string[]> => {
    service.begin(plan);
    for (const table of TABLES) await engine.database.db.deleteFrom(table).execute();
    accepted.length = 0;
    killAfter = plan.killAfter;
    [unanswered, current] = [plan.unanswered, 'usual'];
    engine.policy.replace(policyText(unanswered, current));
    for (const access of plan.access) await give(access);
    await pass(20 * MINUTE);
    service.plan(plan.tries);
    current = plan.rules;
    engine.policy.replace(policyText(unanswered, current));
    const place = engine.policy.current().place('payments');
    if (!place) throw new Error('no place');
    const begun = await beginAccessReview(engine.services, {
      ...{ place, askedBy: { objectId: idOf('bo'), name: 'bo' }, reportTo: '19:here@thread.tacv2', language: 'en' },
      endBy: clock.now() + MINUTE,
    });
    review = begun?.review.id ?? '';
    const startedAt = clock.now();
    // What is made from now on was made after the review began.
    await pass(MINUTE);
    for (const step of plan.steps) await make(step);
    await pass((REVIEW_DAYS + 4) * DAY);
    const { db } = engine.database;
    const ended = await findReview(db, review);
    if (!ended) return ['the review is gone'];
    const rows = await withOutcomes(db, ended, await itemsOf(db, review));
    const reports = await db
      .selectFrom('deliveries')
      .select('id')
      .where('subject', '=', `accessReviewReport:${review}`)
      .execute();
    const isCalm =
      plan.tries.length === 0 && plan.rules === 'usual' && plan.steps.every(({ kind }) => kind !== 'policy');
    const seen = { review: ended, rows, accepted, startedAt, reports: reports.length, isCalm };
    return faultsOf(seen, service, await engine.changes.list({}, 200));
  };

  return {
    async run(run) {
      const found = await checkCase(seed, run, plans, play);
      for (const words of found) complain(run, words);
      return found.length === 0;
    },
    end,
  };
};
