import { z } from 'zod';
import { scopePath } from '#cloud/request/path.ts';
import { profileOf } from '#cloud/services/profile.ts';
import type { JobKind } from '#platform/jobs/jobs.ts';
import { iso } from '#platform/lib/clock.ts';
import { clean } from '#platform/lib/text.ts';
import type { Db, Trx } from '#platform/storage/database.ts';
import type { PolicyPlace } from '#policy/policy.ts';
import { redrawWaiting } from '../card/posted-card.ts';
import type { Change, Person } from '../change.ts';
import type { ChangesCore } from '../core.ts';
import { changesOf } from '../listing.ts';
import { type ChangeFreeze, endFreeze, findFreeze, freezeKey, holdDecisions, isStopped, listFreezes } from './store.ts';

interface NewFreeze {
  /** Absent: everywhere. */
  readonly place?: PolicyPlace | undefined;
  readonly by: Person;
  readonly reason: string;
}

/** What administrators stop. The caller checks that the person is one of them. */
export interface Freezes {
  /** In the caller's transaction; the cards of what waits are drawn again after it. @returns the one that lasts already, if there is one */
  begin(trx: Trx, freeze: NewFreeze): Promise<{ readonly freeze: ChangeFreeze; readonly isNew: boolean }>;
  /** The same. @returns undefined where it is over already */
  end(trx: Trx, id: string, by: Person): Promise<ChangeFreeze | undefined>;
  /** Those that last: the one of everything first, then in order of time. */
  list(db: Db): Promise<readonly ChangeFreeze[]>;
  find(db: Db, id: string): Promise<ChangeFreeze | undefined>;
  /** The waiting requests that a freeze stops: of one person, by any of their accounts, and for them, where one is given. */
  stopped(db: Db, freeze: Pick<ChangeFreeze, 'place'>, objectId?: string): Promise<readonly Change[]>;
}

export const createFreezes = (core: ChangesCore): Freezes => ({
  async begin(trx, { place, by, reason }) {
    await holdDecisions(trx);
    const key = freezeKey(place?.scope);
    const before = (await listFreezes(core.audit, trx)).find((one) => freezeKey(one.place?.scope) === key);
    if (before) return { freeze: before, isNew: false };
    const id = core.ids.opaque();
    const where = {
      place: place?.key ?? null,
      place_title: place?.title ?? null,
      scope: place ? scopePath(place.scope, profileOf('Vendor')) : null,
    };
    const at = iso(core.clock.now());
    const who = { by_id: by.objectId, by_name: by.name, ended_by_id: null, ended_by_name: null, ended_at: null };
    const row = { id, version: 1, open_key: key, ...where, ...who, reason: clean(reason), at };
    await trx.insertInto('change_freezes').values(row).execute();
    const detail = { place: where.place, scope: where.scope, reason: clean(reason) };
    await core.audit.append(trx, { target: id, actor: by.objectId, event: 'frozen', detail });
    await scheduleRedraw(core, trx, id);
    const freeze = await findFreeze(trx, id);
    if (!freeze) throw new Error('a freeze disappeared in its own transaction');
    return { freeze, isNew: true };
  },

  async end(trx, id, by) {
    await holdDecisions(trx);
    const lasting = (await listFreezes(core.audit, trx)).find((one) => one.id === id);
    if (!lasting) return undefined;
    const ended = (await endFreeze(trx, id, by, core.clock.now())) ?? lasting;
    const detail = { place: ended.place?.key ?? null };
    await core.audit.append(trx, { target: id, actor: by.objectId, event: 'unfrozen', detail });
    await scheduleRedraw(core, trx, id);
    return ended;
  },

  list: (db) => listFreezes(core.audit, db),
  find: findFreeze,

  async stopped(db, freeze, objectId) {
    const policy = core.policy.current();
    return (await changesOf(core, db, ['waiting'], objectId)).filter(({ kind, terms }) =>
      isStopped(freeze, core.kindOf(kind), terms, policy),
    );
  },
});

const REDRAW = 'changes.freeze';
const payload = z.object({ freeze: z.string() });

/** A freeze that ends while its beginning is drawn is drawn once more. */
const scheduleRedraw = ({ jobs, clock }: ChangesCore, trx: Trx, freeze: string): Promise<void> =>
  jobs.schedule(trx, { kind: REDRAW, key: `${REDRAW}:${freeze}`, dueAt: clock.now(), payload: { freeze } });

/** Every waiting card says whether it is frozen. */
export const freezeJob = (core: ChangesCore): JobKind<z.infer<typeof payload>> => ({
  name: REDRAW,
  payload,
  maxAttempts: 1_000,
  async handle() {
    await redrawWaiting(core);
    return { end: 'done' };
  },
});
