import { isOpen } from '../../src/engine/changes/change.ts';
import type { ChangeKind } from '../../src/engine/changes/change-kind.ts';
import { rulesSection } from '../../src/engine/changes/decision/check-rules.ts';
import { extensionOf } from '../../src/features/access/ending/extension-status.ts';
import { noticeJob } from '../../src/features/access/ending/notice.ts';
import { grant } from '../../src/features/access/grant.ts';
import { accessSection } from '../../src/features/access/policy.ts';
import { removal } from '../../src/features/access/removal.ts';
import { activeGrants } from '../../src/features/access/store.ts';
import { type GrantTerms, grantKey, type RemoveTerms } from '../../src/features/access/terms.ts';
import { DAY, MINUTE } from '../../src/platform/lib/clock.ts';
import { AppError } from '../../src/platform/lib/errors.ts';
import { randomIds } from '../../src/platform/lib/ids.ts';
import { migrations } from '../../src/features/migrations.ts';
import { limitsSection } from '../../src/policy/model/limits.ts';
import { openDatabase } from '../../src/platform/storage/database.ts';
import { connectEngine } from '../../test/engine/changes/engine.ts';
import type { Store } from '../../test/support/database.ts';
import { createManualClock } from '../../test/support/manual-clock.ts';
import { createTestPolicy } from '../../test/support/policy.ts';
import { checkCase } from '../check-case.ts';
import { passTime } from '../pass-time.ts';
import type { StoreRuns } from '../run-on-stores.ts';
import { faultsOf } from './laws.ts';
import { type Schedule, type Step, schedules } from './plan.ts';
import { createService } from './service.ts';

const ana = { objectId: '616ec0de-0000-4000-8000-000000000000', name: 'Ana', language: 'en' };
const bo = { objectId: '626fc0de-0000-4000-8000-000000000000', name: 'Bo', language: 'en' };

const POLICY = `people:
  ana: { id: ${ana.objectId}, name: Ana }
  bo: { id: ${bo.objectId}, name: Bo }
groups: { askers: [ana], leads: [bo] }
places: { payments: { scope: /subscriptions/0d5f6a11-7c3e-4b59-9a41-5e2f8b7c1d01 } }
conversations: { here: { id: "19:here@thread.tacv2" } }
operators: here
access: { roles: { reader: { id: acdd72a7-3385-48ef-bd42-f606fba81ae7, title: Reader } } }
changes:
  answerWithin: 20 days
  rules:
    - { name: grants, change: access.grant, ask: [askers], decide: [leads], approvals: 1, card: here }
    - { name: removals, change: access.remove, ask: [askers, leads], approvals: 0 }
`;

const kinds = [grant as ChangeKind, removal as ChangeKind];
const sections = [rulesSection(kinds), accessSection, limitsSection];
const TABLES = [
  'jobs',
  'change_notices',
  'notice_messages',
  'change_claims',
  'decisions',
  'grants',
  'changes',
] as const;

/** A person, a role and a place over a store; each run is one life of the role there. */
export const openEnvironment = async (
  store: Store,
  seed: number,
  complain: (run: number, words: string) => void,
): Promise<StoreRuns> => {
  const clock = createManualClock();
  const service = createService(clock);
  const start = async () => {
    const database = await openDatabase(store.url, migrations);
    const policy = createTestPolicy(POLICY, sections);
    const engine = await connectEngine({ database, clock, policy, vendor: service.client }, kinds);
    engine.jobs.define(noticeJob({ database, outbox: engine.outbox, policy, clock }));
    engine.jobs.start();
    return { ...engine, database };
  };
  let engine = await start();
  const end = async (): Promise<void> => {
    await engine.jobs.stop();
    await engine.database.close();
  };

  const pass = passTime({ clock, db: () => engine.database.db });

  const terms = (minutes: number): GrantTerms => ({
    person: ana,
    place: { key: 'payments', title: 'Payments', scope: '/subscriptions/0d5f6a11-7c3e-4b59-9a41-5e2f8b7c1d01' },
    role: { key: 'reader', title: 'Reader', id: 'acdd72a7-3385-48ef-bd42-f606fba81ae7' },
    start: null,
    length: { kind: 'for', ms: minutes * MINUTE },
    reason: '',
    ticket: '',
    window: null,
  });
  const refusals: string[] = [];
  const submit = async (kind: string, wanted: unknown): Promise<void> => {
    await engine.changes
      .submit({ kind, terms: wanted, requester: kind === grant.name ? ana : bo, source: randomIds.opaque() })
      .catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error;
        refusals.push(error.code);
      });
  };
  const active = () => activeGrants(engine.database.db, grantKey(terms(1)), clock.now());
  const waiting = async () => (await engine.changes.list({ states: ['waiting'] }, 10))[0];
  const decide = async (verdict: 'approve' | 'deny'): Promise<void> => {
    const change = await waiting();
    if (!change) return;
    const deciding = { change: change.id, terms: change.termsVersion, person: bo, verdict, reason: 'because' };
    await engine.changes.decide({ ...deciding, narrowed: {} });
  };
  const remove = async (): Promise<void> => {
    const all = await active();
    const standing = all.findLast(({ start: from }) => from <= clock.now()) ?? all[0];
    if (!standing) return;
    const { person, place, role } = terms(1);
    const wanted: RemoveTerms = { person, place, role, reason: 'done', ticket: '', by: 'Bo', grant: standing.change };
    await submit(removal.name, { ...wanted, began: standing.start });
  };

  const make = async (step: Step): Promise<void> => {
    if (step.kind === 'wait') return pass(step.minutes * MINUTE);
    if (step.kind === 'approve' || step.kind === 'deny') return decide(step.kind);
    if (step.kind === 'remove') return remove();
    if (step.kind === 'approve and remove') return void (await Promise.all([decide('approve'), remove()]));
    if (step.kind === 'restart') {
      await end();
      engine = await start();
      return;
    }
    if (step.kind !== 'extend') {
      const change = await waiting();
      if (change) await engine.changes.cancel(change.id, ana);
      return;
    }
    let last = (await active()).at(-1);
    if (!last) {
      // A grant that is confirmed between this look and the request would get a second one beside it instead of an extension.
      await pass(0);
      last = (await active()).at(-1);
    }
    const wanted = terms(step.minutes);
    if (last?.end === undefined) return submit(grant.name, wanted);
    return submit(grant.name, extensionOf(wanted, { grant: last.change, end: last.end }, wanted.length));
  };

  const play = async (schedule: Schedule): Promise<readonly string[]> => {
    service.begin(schedule);
    for (const table of TABLES) await engine.database.db.deleteFrom(table).execute();
    await submit(grant.name, terms(schedule.minutes));
    await decide('approve');
    for (const step of schedule.steps) await make(step);
    const open = await waiting();
    if (open) await engine.changes.cancel(open.id, ana);
    await pass(4 * DAY);
    const changes = await engine.changes.list({}, 100);
    const stuck = changes.filter(({ state }) => isOpen(state)).map(({ kind, state }) => `stuck: ${kind} is ${state}`);
    return [...stuck, ...faultsOf(changes, service, schedule)];
  };

  return {
    async run(run) {
      const found = await checkCase(seed, run, schedules, play);
      for (const words of found) complain(run, words);
      return found.length === 0;
    },
    end,
  };
};
