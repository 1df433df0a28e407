import type { BatchDraft, BatchLineDraft } from '../../src/engine/changes/batch/submit-batch.ts';
import { grant } from '../../src/features/access/grant.ts';
import { DAY, MINUTE } from '../../src/platform/lib/clock.ts';
import type { Database } from '../../src/platform/storage/database.ts';
import type { Store } from '../../test/support/database.ts';
import { createFakeConnector } from '../../test/support/fake-connector.ts';
import { createManualClock } from '../../test/support/manual-clock.ts';
import { accessPolicy, forgetRequests, grants, startAccess, termsOf } from '../lib/access-engine.ts';
import { createAccessService } from '../lib/access-service.ts';
import { defineProof } from '../lib/define-proof.ts';
import { passTime } from '../lib/pass-time.ts';
import { idOf, personOf } from '../lib/policy-text.ts';
import { faultsAtEnd, faultsOfStored } from './laws.ts';
import { createModel } from './model.ts';
import {
  MOST_DAYS,
  type Plan,
  placeOf,
  places,
  planBy,
  policyText,
  roleId,
  roles,
  type Step,
  type WantedLine,
} from './plan.ts';

/** What a process that ended leaves undone throws this. */
class ProcessEnded extends Error {
  constructor() {
    super('the process ended');
  }
}

interface Killable {
  readonly database: Database;
  /** The process ends at the so-many-th transaction from now; `stored`: right after it is committed, before anybody hears of it. */
  arm(transaction: number, stored: boolean): void;
  isOver(): boolean;
}

/** A store for one process that can end at any transaction: it is rolled back or committed, and nothing comes after it. */
const killable = (store: Database): Killable => {
  let left = Number.POSITIVE_INFINITY;
  let after = false;
  let over = false;
  return {
    isOver: () => over,
    arm(transaction, stored) {
      [left, after] = [transaction, stored];
    },
    database: {
      ...store,
      health: store.health,
      async transaction(work) {
        if (over) throw new ProcessEnded();
        left -= 1;
        if (left > 0) return store.transaction(work);
        over = true;
        await store.transaction(async (trx) => {
          await work(trx);
          if (!after) throw new ProcessEnded();
        });
        throw new ProcessEnded();
      },
      write: (...args) => {
        if (over) throw new ProcessEnded();
        return store.write(...args);
      },
    },
  };
};

const kinds = [grants];

/** Longer than the service's troubles and the lease of a job that a process left. */
const STEP_MS = 20 * MINUTE;

const lineOf = (line: WantedLine): BatchLineDraft => {
  const { role, at, who, tooLong } = line;
  return {
    what: { text: 'access.form.offer', values: { role, place: at } },
    kind: grant.name,
    terms: termsOf({
      ...{ person: { objectId: idOf(who), name: who }, place: placeOf(at) },
      ...{ role: { key: role, title: role, id: roleId(role) }, ms: (tooLong ? MOST_DAYS + 1 : MOST_DAYS - 1) * DAY },
    }),
  };
};

const draftOf = ({ lines }: Plan, source: string): BatchDraft => ({
  ...{ title: { text: 'access.several.name', values: { kit: 'On-call' } }, source, requester: personOf('ana') },
  asked: { conversationId: '19:asked@thread.tacv2' },
  lines: lines.map(lineOf),
});

/** A team that asks for several roles at once, over a store; each run is one batch from its request to its end. */
const openWorld = async ({ url }: Store) => {
  const clock = createManualClock();
  const service = createAccessService(clock);
  const connector = createFakeConnector();
  const policy = accessPolicy(policyText('usual'), kinds);

  let life: Killable;
  const start = async () => {
    const over: Parameters<typeof startAccess>[0]['over'] = (opened) => {
      life = killable(opened);
      return life.database;
    };
    const started = await startAccess({ ...{ url, clock, policy, vendor: service.client, connector, kinds }, over });
    started.jobs.start();
    started.outbox.start();
    return started;
  };
  let engine = await start();
  /** What a killed process had in hand is free again when its leases end. */
  const restart = async (): Promise<void> => {
    await engine.end();
    clock.advance(2 * MINUTE);
    engine = await start();
  };
  const fallen = { is: () => life.isOver(), restart };
  const pass = passTime({ clock, db: () => engine.db, tables: ['jobs', 'deliveries'], fallen });

  const press = async ({ by, verdict, line, twice }: Extract<Step, { kind: 'press' }>, sent: readonly number[]) => {
    const batch = (await engine.db.selectFrom('change_batches').select('id').executeTakeFirst())?.id;
    if (batch === undefined) return;
    const changes = await engine.changes.changesOn(`batch:${batch}`);
    const lines = changes
      .filter((_change, position) => line === undefined || sent[position] === line)
      .map(({ ref, termsVersion }) => ({ ref, terms: termsVersion }));
    const deciding = { batch, lines, person: personOf(by), verdict, reason: 'because' };
    const pressed = () => engine.changes.decideBatch(deciding);
    await (twice ? Promise.all([pressed(), pressed()]) : pressed());
  };

  const takeByOthers = (lines: readonly WantedLine[]): void => {
    for (const { role, at, who } of lines.filter(({ taken }) => taken)) {
      const what = { person: idOf(who), role: roleId(role), scope: placeOf(at).scope };
      if (!service.standing(what)) service.make({ ...what, end: clock.now() + 90 * DAY });
    }
  };

  return {
    /** Brings one batch to its end. */
    async decide(plan: Plan, run: number) {
      await forgetRequests(engine.db);
      service.begin();
      policy.replace(policyText('usual'));
      takeByOthers(plan.lines);
      service.plan(plan.tries);
      const model = createModel(plan);
      const sent = model.lines.flatMap(({ state }, position) => (state === 'refused' ? [] : [position]));
      const inPart: string[] = [];

      /** What a person or Teams does once more when the process ended under it. */
      const survive = async (step: number, act: () => Promise<unknown>): Promise<void> => {
        const [kill] = plan.kills.filter((one) => one.step === step);
        if (kill) life.arm(kill.transaction, kill.stored);
        for (;;) {
          try {
            await act();
            break;
          } catch (error) {
            if (!(error instanceof ProcessEnded)) throw error;
            await restart();
            if (step === 0) inPart.push(...(await faultsOfStored(engine.db, sent.length)));
          }
        }
        await pass(STEP_MS);
        // A kill that came too late for this step is over.
        life.arm(Number.POSITIVE_INFINITY, false);
      };

      const draft = draftOf(plan, `run ${run}`);
      await survive(0, () => engine.changes.submitBatch(draft));
      inPart.push(...(await faultsOfStored(engine.db, sent.length)));
      for (const [index, step] of plan.steps.entries()) {
        if (step.kind === 'restart') await restart();
        else if (step.kind === 'policy') {
          policy.replace(policyText(step.rules));
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
      return { inPart, db: engine.db, changes: engine.changes, model, service, connector, isCalm };
    },
    end: () => engine.end(),
  };
};

/**
 * Batches of one to twenty lines for several people, some refused by the policy, decided by different people line by line or all at
 * once, withdrawn, under policies that change, at a service that refuses some and loses answers, while the process ends at any
 * transaction.
 */
export const bulkProof = defineProof({
  name: 'access/bulk',
  says: 'each line of a batch ends as if it had been asked for alone, and every copy says so',
  short: { runs: 8, seed: 7 },
  runs: 1_000,
  runsEach: 50,
  shrinks: true,
  plan: planBy,
  kinds: {
    of: ({ lines, steps, kills }) => [
      ...lines.flatMap(({ role, at, taken }) => [role, at, `taken ${taken}`]),
      ...steps.map((step) => (step.kind === 'press' ? step.verdict : step.kind)),
      ...kills.map(({ stored }) => `stored ${stored}`),
      ...(lines.length > 15 ? ['many lines'] : []),
    ],
    every: [
      ...[...roles, ...places, 'taken true', 'taken false', 'stored true', 'stored false', 'many lines'],
      ...['approve', 'cancel', 'deny', 'policy', 'restart'],
    ],
  },
  world: openWorld,
  evidence: (world, plan, run) => world.decide(plan, run),
  laws: {
    'stored whole or not at all': ({ inPart }) => inPart,
    'the end of each line and copy': faultsAtEnd,
  },
});
