import type { BatchDraft, BatchLineDraft } from '../../src/engine/changes/batch/submit-batch.ts';
import type { ChangeKind } from '../../src/engine/changes/change-kind.ts';
import { rulesSection } from '../../src/engine/changes/decision/check-rules.ts';
import { noticeJob } from '../../src/features/access/ending/notice.ts';
import { grant } from '../../src/features/access/grant.ts';
import { accessSection } from '../../src/features/access/policy.ts';
import type { GrantTerms } from '../../src/features/access/terms.ts';
import { DAY, MINUTE } from '../../src/platform/lib/clock.ts';
import { migrations } from '../../src/features/migrations.ts';
import { limitsSection } from '../../src/policy/model/limits.ts';
import { openDatabase } from '../../src/platform/storage/database.ts';
import { connectEngine } from '../../test/engine/changes/engine.ts';
import type { Store } from '../../test/support/database.ts';
import { createFakeConnector } from '../../test/support/fake-connector.ts';
import { createManualClock } from '../../test/support/manual-clock.ts';
import { createTestPolicy } from '../../test/support/policy.ts';
import { until } from '../../test/support/until.ts';
import { createService } from '../access-reviews/service.ts';
import { checkCase } from '../check-case.ts';
import type { StoreRuns } from '../run-on-stores.ts';
import { killable, ProcessEnded } from './killable.ts';
import { faultsAtEnd, faultsOfStored } from './laws.ts';
import { createModel } from './model.ts';
import { type PersonKey, type Plan, plans, type Step, type WantedLine } from './plan.ts';
import { idOf, MOST_DAYS, placeOf, policyText, roleId } from './world.ts';

const kinds = [grant as ChangeKind];
const sections = [rulesSection(kinds), accessSection, limitsSection];
const TABLES = [
  ...(['deliveries', 'jobs', 'change_notices', 'notice_messages', 'change_claims'] as const),
  ...(['decisions', 'grants', 'changes', 'change_batches'] as const),
] as const;

/** Longer than the service's troubles and the lease of a job that a process left. */
const STEP_MS = 20 * MINUTE;

const personOf = (who: PersonKey) => ({ objectId: idOf(who), name: who, language: 'en' });

const termsOf = ({ role, at, who, tooLong }: WantedLine): GrantTerms => ({
  ...{ person: { objectId: idOf(who), name: who }, place: placeOf(at) },
  role: { key: role, title: role, id: roleId(role) },
  ...{ start: null, length: { kind: 'for', ms: (tooLong ? MOST_DAYS + 1 : MOST_DAYS - 1) * DAY } },
  ...{ reason: 'because', ticket: '', window: null },
});

/** A team that asks for several roles at once, over a store; each run is one batch from its request to its end. */
export const openEnvironment = async (
  store: Store,
  seed: number,
  complain: (run: number, words: string) => void,
): Promise<StoreRuns> => {
  const clock = createManualClock();
  const service = createService(clock);
  const connector = createFakeConnector();
  const policy = createTestPolicy(policyText('usual'), sections);

  const start = async () => {
    const opened = await openDatabase(store.url, migrations);
    const life = killable(opened);
    const { database } = life;
    const engine = await connectEngine({ database, clock, policy, vendor: service.client, connector }, kinds);
    engine.jobs.define(noticeJob({ database, outbox: engine.outbox, policy, clock }));
    engine.jobs.start();
    engine.outbox.start();
    return { ...engine, life, db: opened.db, close: opened.close };
  };
  let engine = await start();
  const end = async (): Promise<void> => {
    await Promise.all([engine.jobs.stop(), engine.outbox.stop()]);
    await engine.close();
  };
  /** What a killed process had in hand is free again when its leases end. */
  const restart = async (): Promise<void> => {
    await end();
    clock.advance(2 * MINUTE);
    engine = await start();
  };

  /** @returns when something falls due next; undefined where nothing will, or where the process ended */
  const nextDue = async (): Promise<number | undefined> => {
    let next: number | undefined;
    await until('everything at rest', async () => {
      if (engine.life.isOver()) return true;
      const jobs = await engine.db
        .selectFrom('jobs')
        .select(['due_at', 'lease_owner'])
        .where('state', '=', 'ready')
        .execute();
      const cards = await engine.db
        .selectFrom('deliveries')
        .select(['due_at', 'lease_owner'])
        .where('state', '=', 'ready')
        .execute();
      const rows = [...jobs, ...cards];
      const due = rows.map(({ due_at }) => Date.parse(due_at));
      next = due.length === 0 ? undefined : Math.min(...due);
      return rows.every(({ lease_owner }) => lease_owner === null) && due.every((at) => at > clock.now());
    });
    return next;
  };

  /** Time goes on, and whatever falls due is done at its moment; a process that ends meanwhile starts again. */
  const pass = async (ms: number): Promise<void> => {
    const target = clock.now() + ms;
    for (;;) {
      const next = await nextDue();
      if (engine.life.isOver()) {
        await restart();
        continue;
      }
      if (next === undefined || next > target) break;
      clock.advance(next - clock.now());
    }
    if (target > clock.now()) clock.advance(target - clock.now());
    await nextDue();
    if (engine.life.isOver()) await pass(0);
  };

  const draftOf = ({ lines }: Plan, source: string): BatchDraft => ({
    ...{ title: { text: 'access.several.name', values: { kit: 'On-call' } }, source, requester: personOf('ana') },
    asked: { conversationId: '19:asked@thread.tacv2' },
    lines: lines.map(
      (line): BatchLineDraft => ({
        what: { text: 'access.form.offer', values: { role: line.role, place: line.at } },
        ...{ kind: grant.name, terms: termsOf(line) },
      }),
    ),
  });

  const batchId = async (): Promise<string | undefined> =>
    (await engine.db.selectFrom('change_batches').select('id').executeTakeFirst())?.id;

  const press = async ({ by, verdict, line, twice }: Extract<Step, { kind: 'press' }>, sent: readonly number[]) => {
    const batch = await batchId();
    if (batch === undefined) return;
    const changes = await engine.changes.changesOn(`batch:${batch}`);
    const lines = changes
      .filter((_change, position) => line === undefined || sent[position] === line)
      .map(({ ref, termsVersion }) => ({ ref, terms: termsVersion }));
    const deciding = { batch, lines, person: personOf(by), verdict, reason: 'because' };
    const pressed = () => engine.changes.decideBatch(deciding);
    await (twice ? Promise.all([pressed(), pressed()]) : pressed());
  };

  const play = async (plan: Plan, run: number): Promise<readonly string[]> => {
    for (const table of TABLES) await engine.db.deleteFrom(table).execute();
    service.begin({ lagMinutes: 0 });
    const replace = (rules: Parameters<typeof policyText>[0]): void => policy.replace(policyText(rules));
    replace('usual');
    for (const { role, at, who } of plan.lines.filter(({ taken }) => taken)) {
      const what = { person: idOf(who), role: roleId(role), scope: placeOf(at).scope };
      if (
        !service.assignments.some(
          (one) => one.person === what.person && one.role === what.role && one.scope === what.scope,
        )
      )
        service.make({ ...what, end: clock.now() + 90 * DAY });
    }
    service.plan(plan.tries);
    const model = createModel(plan);
    const sent = model.lines.flatMap(({ state }, position) => (state === 'refused' ? [] : [position]));
    const wrong: string[] = [];

    /** What a person or Teams does once more when the process ended under it. */
    const survive = async (step: number, act: () => Promise<unknown>): Promise<void> => {
      const [kill] = plan.kills.filter((one) => one.step === step);
      if (kill) engine.life.arm(kill.transaction, kill.stored);
      for (;;) {
        try {
          await act();
          break;
        } catch (error) {
          if (!(error instanceof ProcessEnded)) throw error;
          await restart();
          if (step === 0) wrong.push(...(await faultsOfStored(engine.db, sent.length)));
        }
      }
      await pass(STEP_MS);
      // A kill that came too late for this step is over.
      engine.life.arm(Number.POSITIVE_INFINITY, false);
    };

    const draft = draftOf(plan, `run ${run}`);
    await survive(0, () => engine.changes.submitBatch(draft));
    wrong.push(...(await faultsOfStored(engine.db, sent.length)));
    for (const [index, step] of plan.steps.entries()) {
      if (step.kind === 'restart') await restart();
      else if (step.kind === 'policy') {
        replace(step.rules);
        model.follow(step.rules);
        await pass(MINUTE);
      } else {
        await survive(index + 1, () => press(step, sent));
        model.press(step);
      }
    }
    await pass(2 * DAY);
    model.expire();
    const isCalm = plan.steps.every(({ kind }) => kind !== 'policy');
    return [
      ...wrong,
      ...(await faultsAtEnd({ db: engine.db, changes: engine.changes, model, service, connector, isCalm })),
    ];
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
