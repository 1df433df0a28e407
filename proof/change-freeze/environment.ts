import { parseScope } from '../../src/cloud/request/path.ts';
import type { Person } from '../../src/engine/changes/change.ts';
import type { GrantTerms } from '../../src/features/access/terms.ts';
import { DAY, iso, SECOND } from '../../src/platform/lib/clock.ts';
import { AppError } from '../../src/platform/lib/errors.ts';
import { randomIds } from '../../src/platform/lib/ids.ts';
import { StoreError } from '../../src/platform/storage/failure.ts';
import type { PolicyPlace } from '../../src/policy/policy.ts';
import type { Store } from '../../test/support/database.ts';
import { createManualClock } from '../../test/support/manual-clock.ts';
import { violations as storeViolations } from '../../test/support/store-invariants.ts';
import { until } from '../../test/support/until.ts';
import { idOf } from '../policy-change/policy.ts';
import type { Environment } from '../prove-on-stores.ts';
import { startEngines } from './engines.ts';
import { type FreezeRecord, falseCopies, type Requested, type RevokedPerson, violationsOf } from './laws.ts';
import { type Act, type Plan, planOf, type Wish } from './plan.ts';
import { createService } from './service.ts';
import { ADMINISTRATOR, deciders, places, roleIds } from './world.ts';

const personOf = (key: string): Person => ({ objectId: idOf(key), name: key, language: 'en' });
const administrator = personOf(ADMINISTRATOR);
const ENDED: ReadonlySet<string> = new Set(['done', 'failed', 'denied', 'expired', 'cancelled', 'unconfirmed']);
/** More turns than anything of a run takes until it has ended. */
const MOST_WAITS = 40;
/** A machine under heavy load answers late. */
const MOST_TRIES = 30;

const termsOf = ({ asker, role, place }: Wish): GrantTerms => ({
  person: { objectId: idOf(asker), name: asker },
  place: { key: place, title: place, scope: places[place] ?? '' },
  role: { key: role, title: role, id: roleIds[role] },
  ...{ start: null, length: { kind: 'for', ms: DAY }, reason: 'because', ticket: '', window: null },
});

const placeOf = (key: string | undefined): PolicyPlace | undefined => {
  const scope = parseScope(key === undefined ? '' : (places[key] ?? ''));
  return key === undefined || !scope ? undefined : { key, title: key, scope };
};

/** One store with two engines; each run has requests of its own. */
export const openEnvironment = async (store: Store, seed: number): Promise<Environment> => {
  const clock = createManualClock();
  let count = 0;
  const tick = (): number => {
    count += 1;
    return count;
  };
  const service = createService(tick);
  const { engines, shown, end } = await startEngines(store.url, service, clock);
  const [first] = engines;
  const { db } = first.database;

  /** Nothing that is due is still to be done. */
  const rest = (): Promise<void> =>
    until('everything at rest', async () => {
      const due = iso(clock.now());
      for (const table of ['jobs', 'deliveries'] as const) {
        const rows = db.selectFrom(table).select('id').where('state', '=', 'ready');
        const open = rows.where(({ or, eb }) => or([eb('due_at', '<=', due), eb('lease_owner', 'is not', null)]));
        if (await open.limit(1).executeTakeFirst()) return false;
      }
      return true;
    });

  const play = async (plan: Plan, wrong: (words: string) => void): Promise<void> => {
    service.begin(plan.slow);
    const { seq: since = 0 } =
      (await db.selectFrom('audit').select('seq').orderBy('seq', 'desc').limit(1).executeTakeFirst()) ?? {};
    const ids: string[] = [];
    const freezes = new Map<string, FreezeRecord>();
    const revoked: RevokedPerson[] = [];

    const ask = async (wish: Wish, on: number): Promise<void> => {
      try {
        const draft = { kind: 'access.grant', terms: termsOf(wish), requester: personOf(wish.asker) };
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

    /** Whoever is told that the store is busy presses again. */
    const make = async (act: Act): Promise<void> => {
      for (let tries = 1; ; tries += 1) {
        try {
          return await makeOnce(act);
        } catch (error) {
          if (!(error instanceof StoreError) || tries === MOST_TRIES) throw error;
        }
      }
    };

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
      await rest();
      const frozen = (await first.changes.freezes.list(db)).map(({ place }) => place?.key);
      for (const { id, ref, place, state } of await requests()) {
        const copies = await first.outbox.copies(`change:${id}`);
        const texts = copies.map(({ activityId }) => shown.get(activityId) ?? '');
        for (const words of falseCopies(
          texts.map((text) => ({ ref, place, state, text })),
          frozen,
        ))
          wrong(words);
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
    for (let waits = 0; waits < MOST_WAITS; waits += 1) {
      await rest();
      if ((await requests()).every(({ state }) => ENDED.has(state))) break;
      clock.advance(SECOND);
    }
    const ended = await requests();
    for (const { ref, state } of ended) if (!ENDED.has(state)) wrong(`${ref} is stuck: ${state}`);
    for (const { ref, state, call } of ended) {
      if (state === 'done' && !call) wrong(`${ref} is done, and the service was not asked`);
      if (state === 'failed' && call) wrong(`${ref} has failed, and the service has it`);
    }
    const rows = await db.selectFrom('audit').selectAll().where('seq', '>', since).orderBy('seq').execute();
    const entries = rows.map(({ change_id: target, event, actor }) => ({ target, event, actor }));
    for (const words of violationsOf({ entries, freezes: [...freezes.values()], requests: ended, revoked }))
      wrong(words);
    for (const words of await storeViolations(db)) wrong(words);
    await forget(ids);
  };

  /** What a run granted would be in the way of the next one. */
  const forget = async (ids: readonly string[]): Promise<void> => {
    await db.deleteFrom('grants').execute();
    shown.clear();
    if (ids.length > 0) await db.deleteFrom('deliveries').execute();
  };

  return {
    async run(run) {
      const found: string[] = [];
      await play(planOf(seed, run), (words) => found.push(words));
      return found;
    },
    end,
  };
};
