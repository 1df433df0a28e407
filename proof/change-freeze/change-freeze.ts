import { parseScope } from '../../src/cloud/request/path.ts';
import type { GrantTerms } from '../../src/features/access/terms.ts';
import { DAY, HOUR } from '../../src/platform/lib/clock.ts';
import { AppError } from '../../src/platform/lib/errors.ts';
import { randomIds } from '../../src/platform/lib/ids.ts';
import { StoreError } from '../../src/platform/storage/failure.ts';
import type { PolicyPlace } from '../../src/policy/policy.ts';
import type { Store } from '../../test/support/database.ts';
import { createManualClock } from '../../test/support/manual-clock.ts';
import { violations as storeViolations } from '../../test/support/store-invariants.ts';
import { accessPolicy, createTeams, grants, startAccess, termsOf } from '../lib/access-engine.ts';
import { defineProof } from '../lib/define-proof.ts';
import { passTime, patiently } from '../lib/pass-time.ts';
import { idOf, personOf } from '../lib/policy-text.ts';
import {
  type FreezeRecord,
  falseCopies,
  type Requested,
  type RevokedPerson,
  type Trace,
  violationsOf,
} from './laws.ts';
import {
  type Act,
  ADMINISTRATOR,
  deciders,
  type Plan,
  places,
  planBy,
  policyText,
  roleIds,
  type Wish,
} from './plan.ts';
import { createService } from './service.ts';

const administrator = personOf(ADMINISTRATOR);
const ENDED: ReadonlySet<string> = new Set(['done', 'failed', 'denied', 'expired', 'cancelled', 'unconfirmed']);
/** Longer than Steward tries to have a grant done. */
const LONGEST_MS = 2 * HOUR;

const wantedBy = ({ asker, role, place }: Wish): GrantTerms =>
  termsOf({
    person: { objectId: idOf(asker), name: asker },
    place: { key: place, title: place, scope: places[place] ?? '' },
    role: { key: role, title: role, id: roleIds[role] },
    ms: DAY,
  });

/** What a run leaves: what its cards and requests lack, what the store does, and what happened in which order. */
interface Evidence {
  readonly wrong: readonly string[];
  readonly store: readonly string[];
  readonly trace: Trace;
}

const placeOf = (key: string | undefined): PolicyPlace | undefined => {
  const scope = parseScope(key === undefined ? '' : (places[key] ?? ''));
  return key === undefined || !scope ? undefined : { key, title: key, scope };
};

/** One store with two engines, each with connections of its own as a process has; each run has requests of its own. */
const openWorld = async ({ url }: Store) => {
  const clock = createManualClock();
  let count = 0;
  const tick = (): number => {
    count += 1;
    return count;
  };
  const service = createService(tick);
  const { connector, copies } = createTeams();
  const start = async () => {
    const policy = accessPolicy(policyText, [grants]);
    const started = await startAccess({ url, clock, policy, vendor: service.client, connector, kinds: [grants] });
    started.jobs.start();
    started.outbox.start();
    return started;
  };
  const engines = [await start(), await start()] as const;
  const [first] = engines;
  const { db } = first;

  const pass = passTime({ clock, db: () => db, tables: ['jobs', 'deliveries'] });

  const play = async (plan: Plan): Promise<Evidence> => {
    const wrong: string[] = [];
    service.begin(plan.slow);
    const { seq: since = 0 } =
      (await db.selectFrom('audit').select('seq').orderBy('seq', 'desc').limit(1).executeTakeFirst()) ?? {};
    const ids: string[] = [];
    const freezes = new Map<string, FreezeRecord>();
    const revoked: RevokedPerson[] = [];

    const ask = async (wish: Wish, on: number): Promise<void> => {
      try {
        const draft = { kind: 'access.grant', terms: wantedBy(wish), requester: personOf(wish.asker) };
        ids.push((await engines[on as 0 | 1].changes.submit({ ...draft, source: randomIds.opaque() })).change.id);
      } catch (error) {
        if (!(error instanceof AppError) || error instanceof StoreError) throw error;
      }
    };

    const press = async (id: string, as: string, verdict: 'approve' | 'deny', on: number): Promise<void> => {
      const deciding = { change: id, terms: 1, person: personOf(as), verdict, reason: 'because', narrowed: {} };
      await engines[on as 0 | 1].changes.decide(deciding);
    };

    const freeze = async (place: string | undefined, on: number): Promise<void> => {
      const { changes, database } = engines[on as 0 | 1];
      const begun = await database.transaction((trx) =>
        changes.freezes.begin(trx, { place: placeOf(place), by: administrator, reason: 'because' }),
      );
      if (!begun.isNew) return;
      freezes.set(begun.freeze.id, { id: begun.freeze.id, place, confirmed: tick(), ending: Number.POSITIVE_INFINITY });
    };

    const unfreeze = async (on: number): Promise<void> => {
      const { changes, database } = engines[on as 0 | 1];
      for (const { id } of await changes.freezes.list(database.db)) {
        const ending = tick();
        // Its beginning may not be known here yet; then its calls are not counted.
        const before = freezes.get(id);
        if (before) freezes.set(id, { ...before, ending: Math.min(before.ending, ending) });
        await database.transaction((trx) => changes.freezes.end(trx, id, administrator));
        const after = freezes.get(id);
        if (after && !before) freezes.set(id, { ...after, ending });
      }
    };

    const revoke = async (person: string, on: number): Promise<void> => {
      const { changes, database, audit } = engines[on as 0 | 1];
      const target = `${person} ${tick()}`;
      const { underWay } = await database.transaction(async (trx) => {
        const found = await changes.revoke(trx, { person: idOf(person), by: administrator, reason: 'because' });
        await audit.append(trx, { target, actor: administrator.objectId, event: 'access revoked' });
        return found;
      });
      revoked.push({ person: idOf(person), target, underWay });
    };

    const make = (act: Act): Promise<void> => patiently(() => makeOnce(act));

    const makeOnce = (act: Act): Promise<void> => {
      switch (act.kind) {
        case 'ask':
          return ask(act.wish, act.on);
        case 'freeze':
          return freeze(act.place, act.on);
        case 'unfreeze':
          return unfreeze(act.on);
        case 'revoke':
          return revoke(act.person, act.on);
        default:
          return press(ids[act.wish] ?? '', act.as, act.kind, act.on);
      }
    };

    const requests = async (): Promise<Requested[]> => {
      const all = await Promise.all(ids.map((id) => first.changes.find(id)));
      return all.flatMap((change) => {
        if (!change) return [];
        const { person, place } = change.terms as GrantTerms;
        const call = service.calls.find(({ name }) => name === change.guid);
        return [
          {
            ...{ id: change.id, ref: change.ref, place: place.key, asker: person.objectId, state: change.state },
            ...{ code: change.failure?.code, call },
          },
        ];
      });
    };

    const checkCopies = async (): Promise<void> => {
      await pass(0);
      const frozen = (await first.changes.freezes.list(db)).map(({ place }) => place?.key);
      for (const { id, ref, place, state } of await requests()) {
        const known = await first.outbox.copies(`change:${id}`);
        const texts = known.map(({ activityId }) => copies.get(activityId)?.card ?? '');
        wrong.push(
          ...falseCopies(
            texts.map((text) => ({ ref, place, state, text })),
            frozen,
          ),
        );
      }
    };

    for (const wish of plan.wishes) await make({ on: 0, kind: 'ask', wish });
    for (const { as, wish } of plan.before) await make({ on: 0, kind: 'approve', as, wish });
    await Promise.all(plan.acts.map(make));
    await checkCopies();
    await make({ on: 0, kind: 'unfreeze' });
    await checkCopies();
    // Nobody is stuck: everybody who may decides, and what is under way comes to its end.
    for (const { id, state } of await requests()) {
      if (state !== 'waiting') continue;
      for (const as of deciders) await make({ on: 1, kind: 'approve', as, wish: ids.indexOf(id) });
    }
    await pass(LONGEST_MS);
    const ended = await requests();
    for (const { ref, state } of ended) if (!ENDED.has(state)) wrong.push(`${ref} is stuck: ${state}`);
    for (const { ref, state, call } of ended) {
      if (state === 'done' && !call) wrong.push(`${ref} is done, and the service was not asked`);
      if (state === 'failed' && call) wrong.push(`${ref} has failed, and the service has it`);
    }
    const rows = await db.selectFrom('audit').selectAll().where('seq', '>', since).orderBy('seq').execute();
    const entries = rows.map(({ change_id: target, event, actor }) => ({ target, event, actor }));
    const store = await storeViolations(db);
    await forget(ids);
    return { wrong, store, trace: { entries, freezes: [...freezes.values()], requests: ended, revoked } };
  };

  /** What a run granted would be in the way of the next one. */
  const forget = async (ids: readonly string[]): Promise<void> => {
    await db.deleteFrom('grants').execute();
    copies.clear();
    if (ids.length > 0) await db.deleteFrom('deliveries').execute();
  };

  return {
    play,
    async end() {
      for (const { end } of engines) await end();
    },
  };
};

/** Approvals, new requests, revocations, freezes and their ends at the same moment, in two engines on one store. */
export const changeFreeze = defineProof({
  name: 'change-freeze',
  says: 'of a freeze and an approval at the same moment one comes first, and all cards agree',
  short: { runs: 12, seed: 3 },
  runs: 1_000,
  runsEach: 50,
  plan: planBy,
  kinds: {
    of: ({ acts }) => acts.map(({ kind }) => kind),
    every: ['approve', 'ask', 'deny', 'freeze', 'revoke', 'unfreeze'],
  },
  world: openWorld,
  evidence: (world, plan) => world.play(plan),
  laws: {
    'of two that exclude each other one comes first': ({ trace }) => violationsOf(trace),
    'every card says so, and nothing is stuck': ({ wrong }) => wrong,
    'the store is whole': ({ store }) => store,
  },
});
