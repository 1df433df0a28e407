import { isOpen } from '../../src/engine/changes/change.ts';
import { extensionOf } from '../../src/features/access/ending/extension.ts';
import { grant } from '../../src/features/access/grant.ts';
import { removal } from '../../src/features/access/removal/kind.ts';
import { activeGrants } from '../../src/features/access/store.ts';
import { type GrantTerms, grantKey, type RemoveTerms } from '../../src/features/access/terms.ts';
import { DAY, MINUTE } from '../../src/platform/lib/clock.ts';
import { AppError } from '../../src/platform/lib/errors.ts';
import { randomIds } from '../../src/platform/lib/ids.ts';
import type { Store } from '../../test/support/database.ts';
import { createManualClock } from '../../test/support/manual-clock.ts';
import { accessPolicy, forgetRequests, grants, removals, startAccess, termsOf } from '../lib/access-engine.ts';
import { createAccessService } from '../lib/access-service.ts';
import { defineProof } from '../lib/define-proof.ts';
import { passTime } from '../lib/pass-time.ts';
import { personOf, policyOf } from '../lib/policy-text.ts';
import { faultsOf } from './laws.ts';
import { type Schedule, type Step, scheduleBy } from './plan.ts';

const ana = personOf('ana');
const bo = personOf('bo');
const place = { key: 'payments', title: 'Payments', scope: '/subscriptions/0d5f6a11-7c3e-4b59-9a41-5e2f8b7c1d01' };
const role = { key: 'reader', title: 'Reader', id: 'acdd72a7-3385-48ef-bd42-f606fba81ae7' };

const POLICY = policyOf(['ana', 'bo'], {
  groups: { askers: ['ana'], leads: ['bo'] },
  places: { payments: { scope: place.scope } },
  access: { roles: { reader: { id: role.id, title: 'Reader' } } },
  changes: {
    answerWithin: '20 days',
    rules: [
      { name: 'grants', change: 'access.grant', ask: ['askers'], decide: ['leads'], approvals: 1, card: 'here' },
      { name: 'removals', change: 'access.remove', ask: ['askers', 'leads'], approvals: 0 },
    ],
  },
});

const kinds = [grants, removals];

/** A person, a role and a place over a store; each run is one life of the role there. */
const openWorld = async ({ url }: Store) => {
  const clock = createManualClock();
  const service = createAccessService(clock);
  const start = async () => {
    const policy = accessPolicy(POLICY, kinds);
    const started = await startAccess({ url, clock, policy, vendor: service.client, kinds });
    started.jobs.start();
    return started;
  };
  let engine = await start();
  const pass = passTime({ clock, db: () => engine.db });

  const terms = (minutes: number): GrantTerms =>
    termsOf({ person: ana, place, role, ms: minutes * MINUTE, reason: '' });
  const submit = async (kind: string, wanted: unknown): Promise<void> => {
    await engine.changes
      .submit({ kind, terms: wanted, requester: kind === grant.name ? ana : bo, source: randomIds.opaque() })
      .catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error;
      });
  };
  const active = () => activeGrants(engine.db, grantKey(terms(1)), clock.now());
  const waiting = async () => (await engine.changes.list({ states: ['waiting'] }, 10))[0];
  const decide = async (verdict: 'approve' | 'deny'): Promise<void> => {
    const change = await waiting();
    if (!change) return;
    const deciding = { change: change.id, terms: change.termsVersion, person: bo, verdict, reason: 'because' };
    await engine.changes.decide({ ...deciding, narrowed: {} });
  };
  const withdraw = async (): Promise<void> => {
    const change = await waiting();
    if (change) await engine.changes.cancel(change.id, ana);
  };
  const remove = async (): Promise<void> => {
    const all = await active();
    const standing = all.findLast(({ start: from }) => from <= clock.now()) ?? all[0];
    if (!standing) return;
    const wanted: RemoveTerms = {
      ...{ person: ana, place, role },
      reason: 'done',
      ticket: '',
      by: 'Bo',
      grant: standing.change,
    };
    await submit(removal.name, { ...wanted, began: standing.start });
  };
  const extend = async (minutes: number): Promise<void> => {
    // A grant that is confirmed between this look and the request would get a second one beside it instead of an extension.
    if ((await active()).length === 0) await pass(0);
    const last = (await active()).at(-1);
    const wanted = terms(minutes);
    if (last?.end === undefined) return submit(grant.name, wanted);
    return submit(grant.name, extensionOf(wanted, { grant: last.change, end: last.end }, wanted.length));
  };

  const make = async (step: Step): Promise<void> => {
    switch (step.kind) {
      case 'wait':
        return pass(step.minutes * MINUTE);
      case 'extend':
        return extend(step.minutes);
      case 'remove':
        return remove();
      case 'withdraw':
        return withdraw();
      case 'approve and remove':
        await Promise.all([decide('approve'), remove()]);
        return;
      case 'restart':
        await engine.end();
        engine = await start();
        return;
      default:
        return decide(step.kind);
    }
  };

  return {
    /** Lives one life of the role to its end. */
    async live(schedule: Schedule) {
      service.begin(schedule);
      await forgetRequests(engine.db);
      await submit(grant.name, terms(schedule.minutes));
      await decide('approve');
      for (const step of schedule.steps) await make(step);
      await withdraw();
      await pass(4 * DAY);
      return { changes: await engine.changes.list({}, 100), service };
    },
    end: () => engine.end(),
  };
};

/**
 * Extensions approved, denied and withdrawn, removals, restarts and lost answers in any order, at a service that takes what
 * follows an assignment and at one that does not.
 */
export const extensionProof = defineProof({
  name: 'access-14',
  says: 'access ends at the latest approved end, not sooner and not later',
  short: { runs: 24, seed: 7 },
  runs: 5_000,
  runsEach: 150,
  shrinks: true,
  plan: scheduleBy,
  kinds: {
    of: ({ steps, adjacent }) => [...steps.map(({ kind }) => kind), `adjacent ${adjacent}`],
    every: [
      ...['approve', 'approve and remove', 'deny', 'extend', 'remove', 'restart', 'wait', 'withdraw'],
      ...['adjacent true', 'adjacent false'],
    ],
  },
  world: openWorld,
  evidence: (world, schedule) => world.live(schedule),
  laws: {
    'nothing is stuck': ({ changes }) =>
      changes.filter(({ state }) => isOpen(state)).map(({ kind, state }) => `${kind} is ${state}`),
    'the record of the service': ({ changes, service }, schedule) => faultsOf(changes, service, schedule),
  },
});
