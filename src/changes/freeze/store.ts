import { parseScope, type Scope, scopeKey } from '../../api/request/path.ts';
import { iso } from '../../lib/clock.ts';
import { holdLine, shareLine } from '../../storage/claim.ts';
import type { Db, Trx } from '../../storage/database.ts';
import type { Person } from '../change.ts';
import type { FreezeTable } from './tables.ts';

type Who = Pick<Person, 'objectId' | 'name'>;

/** Administrators stop what gives access or creates something: everywhere, or at a place and below it. */
export interface ChangeFreeze {
  readonly id: string;
  readonly version: number;
  /** Undefined: everywhere. */
  readonly place: { readonly key: string; readonly title: string; readonly scope: Scope } | undefined;
  readonly by: Who;
  /** As typed. */
  readonly reason: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Undefined while it lasts. */
  readonly ended: { readonly by: Who; readonly at: number } | undefined;
}

/** The number of the lock that requests and decisions share, and that freezes and revocations hold alone (PostgreSQL). */
const LINE = 7_461_647;

/** Until the transaction ends no freeze begins or ends and nobody is revoked: that comes wholly before this or wholly after. Take it first. */
export const shareDecisions = (trx: Trx): Promise<void> => shareLine(trx, LINE);

/** Waits for the requests and decisions that are being made, and lets no other one begin before the transaction ends. */
export const holdDecisions = (trx: Trx): Promise<void> => holdLine(trx, LINE);

const EVERYWHERE = 'everywhere';

/** Only one freeze of a place can last at a time. */
export const freezeKey = (scope: Scope | undefined): string => (scope ? scopeKey(scope) : EVERYWHERE);

export const insertFreeze = async (db: Db, row: FreezeTable): Promise<void> => {
  await db.insertInto('change_freezes').values(row).execute();
};

/** The freezes that last: the one of everything first, then in order of time. */
export const listFreezes = async (db: Db): Promise<readonly ChangeFreeze[]> => {
  // Not `is not null`: SQLite has no index for that.
  const rows = await db.selectFrom('change_freezes').selectAll().where('open_key', '>', '').execute();
  const weight = ({ place, at }: ChangeFreeze): number => (place ? at : 0);
  return rows.map(toFreeze).toSorted((a, b) => weight(a) - weight(b));
};

export const findFreeze = async (db: Db, id: string): Promise<ChangeFreeze | undefined> => {
  const row = await db.selectFrom('change_freezes').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toFreeze(row);
};

/** @returns undefined where it is over already */
export const endFreeze = async (db: Db, id: string, by: Who, now: number): Promise<ChangeFreeze | undefined> => {
  const row = await db
    .updateTable('change_freezes')
    .set((eb) => ({
      version: eb('version', '+', 1),
      open_key: null,
      ...{ ended_by_id: by.objectId, ended_by_name: by.name, ended_at: iso(now) },
    }))
    .where('id', '=', id)
    .where('open_key', 'is not', null)
    .returningAll()
    .executeTakeFirst();
  return row && toFreeze(row);
};

const toFreeze = (row: FreezeTable): ChangeFreeze => ({
  id: row.id,
  version: row.version,
  place: placeOf(row),
  by: { objectId: row.by_id, name: row.by_name },
  reason: row.reason,
  at: Date.parse(row.at),
  ended:
    row.ended_at === null
      ? undefined
      : { by: { objectId: row.ended_by_id ?? '', name: row.ended_by_name ?? '' }, at: Date.parse(row.ended_at) },
});

/** @throws Error for a scope that does not parse: a freeze of a place must not become one of nothing */
const placeOf = ({ place, place_title, scope }: FreezeTable): ChangeFreeze['place'] => {
  if (place === null) return undefined;
  const parsed = parseScope(scope ?? '');
  if (!parsed) throw new Error('a stored freeze names no scope');
  return { key: place, title: place_title ?? place, scope: parsed };
};
