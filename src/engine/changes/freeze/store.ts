import { z } from 'zod';
import { parseScope, type Scope, scopeContains, scopeKey } from '#cloud/request/path.ts';
import type { Audit } from '#platform/audit/audit.ts';
import type { RecordedEvent } from '#platform/audit/entries.ts';
import { iso } from '#platform/lib/clock.ts';
import { AppError } from '#platform/lib/errors.ts';
import { lockExclusive, lockShared } from '#platform/storage/claim.ts';
import type { Db, Trx } from '#platform/storage/database.ts';
import type { Policy } from '#policy/policy.ts';
import type { Change, Person } from '../change.ts';
import type { ChangeKind, Forbidden } from '../change-kind.ts';
import type { ChangesCore } from '../core.ts';
import { type DecisionRefusal, refuse } from '../decision/outcome.ts';
import type { Stopped } from '../decision/review.ts';
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
const LOCK = 7_461_647;

/** Until the transaction ends no freeze begins or ends and nobody is revoked: that comes wholly before this or wholly after. Take it first. */
export const shareDecisions = (trx: Trx): Promise<void> => lockShared(trx, LOCK);

/** Waits for the requests and decisions that are being made, and lets no other one begin before the transaction ends. */
export const holdDecisions = (trx: Trx): Promise<void> => lockExclusive(trx, LOCK);

const EVERYWHERE = 'everywhere';

/** Only one freeze of a place can last at a time. */
export const freezeKey = (scope: Scope | undefined): string => (scope ? scopeKey(scope) : EVERYWHERE);

type Rows = ReadonlyMap<string, ChangeFreeze>;

/** The freezes whose rows last. */
const rowsThatLast = async (db: Db): Promise<Rows> => {
  // Not `is not null`: SQLite has no index for that.
  const rows = await db.selectFrom('change_freezes').selectAll().where('open_key', '>', '').execute();
  return new Map(rows.map((row) => [row.id, toFreeze(row)]));
};

/** The freezes that last by the audit, whatever their rows say, that of everything first. @throws AppError where its entries were altered */
export const listFreezes = async (audit: Pick<Audit, 'provenFreezes'>, db: Db): Promise<readonly ChangeFreeze[]> => {
  const { events, genuine } = await audit.provenFreezes(db);
  if (!genuine) throw new AppError({ code: 'Audit.Altered', text: 'changes.refused.auditAltered' });
  const rows = await rowsThatLast(db);
  const over = new Set(events.filter(({ event }) => event === 'unfrozen').map(({ target }) => target));
  const begun = events.filter(({ event, target }) => event === 'frozen' && !over.has(target));
  const weight = ({ place, at }: ChangeFreeze): number => (place ? at : 0);
  return begun.map((entry) => freezeIn(entry, rows.get(entry.target))).toSorted((a, b) => weight(a) - weight(b));
};

const frozen = z.object({ place: z.string().nullable(), scope: z.string().nullable(), reason: z.string() });

/** A freeze as the audit has it; names are the row's. A place that cannot be told any more is everywhere. */
const freezeIn = ({ target, actor, at, detail }: RecordedEvent, row: ChangeFreeze | undefined): ChangeFreeze => {
  const { place: key, scope: text, reason } = frozen.parse(detail);
  const scope = parseScope(text ?? '');
  const title = row?.place?.key === key ? row?.place?.title : undefined;
  return {
    ...{ id: target, version: row?.version ?? 1, reason, at, ended: undefined },
    place: key !== null && scope ? { key, title: title ?? key, scope } : undefined,
    by: { objectId: actor, name: row?.by.objectId === actor ? row.by.name : actor },
  };
};

export const findFreeze = async (db: Db, id: string): Promise<ChangeFreeze | undefined> => {
  const row = await db.selectFrom('change_freezes').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toFreeze(row);
};

/** @returns undefined where its row was deleted */
export const endFreeze = async (db: Db, id: string, by: Who, now: number): Promise<ChangeFreeze | undefined> => {
  const row = await db
    .updateTable('change_freezes')
    .set((eb) => ({
      version: eb('version', '+', 1),
      open_key: null,
      ...{ ended_by_id: by.objectId, ended_by_name: by.name, ended_at: iso(now) },
    }))
    .where('id', '=', id)
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

/** The code of a refusal, and of what was not sent. */
export const FROZEN = 'Policy.Frozen';

type RequestedChange = Pick<Change, 'kind' | 'terms'>;

/** The freeze that stops this now; always read from the audit. @returns undefined where none does */
export const freezeOf = async (
  { policy, kindOf, audit }: Pick<ChangesCore, 'policy' | 'kindOf' | 'audit'>,
  db: Db,
  { kind, terms }: RequestedChange,
): Promise<ChangeFreeze | undefined> => {
  if (kindOf(kind).takesAway) return undefined;
  return (await listFreezes(audit, db)).find((freeze) => isStopped(freeze, kindOf(kind), terms, policy.current()));
};

/** Whether a freeze is about this: of everything, or of a place at or above which it gives something. */
export const isStopped = (
  { place }: Pick<ChangeFreeze, 'place'>,
  kind: ChangeKind,
  terms: unknown,
  policy: Policy,
): boolean => {
  if (kind.takesAway) return false;
  // Ids do not show what a management group contains: it may be any subscription.
  if (!place || place.scope.kind === 'managementGroup') return true;
  return scopesOf(kind, terms, policy).some((scope) => !scope || scopeContains(place.scope, scope));
};

/** @returns undefined for one that is no longer known */
const scopesOf = (kind: ChangeKind, terms: unknown, policy: Policy): readonly (Scope | undefined)[] => {
  if (kind.scopes) return kind.scopes(terms).map(parseScope);
  const { place } = kind.facets(terms);
  return place === undefined ? [] : [policy.place(place)?.scope];
};

/** What texts say of a freeze. */
const freezeValues = ({ place, by, reason }: ChangeFreeze): Forbidden['values'] => ({
  who: by.name,
  everywhere: place === undefined,
  place: place?.title ?? '',
  reason,
});

/** Why it cannot be requested or approved now: who stopped it, since when, and why. */
export const frozenRefusal = (freeze: ChangeFreeze): DecisionRefusal =>
  refuse('frozen', { ...freezeValues(freeze), when: new Date(freeze.at) });

/** The same of a waiting request, for its card, which has the moment beside it. */
export const frozenNews = (freeze: ChangeFreeze): Forbidden => ({
  text: 'changes.why.frozen',
  values: freezeValues(freeze),
});

/** Why an approved change is not sent. */
export const stoppedByFreeze = (freeze: ChangeFreeze): Stopped => ({
  code: FROZEN,
  text: 'changes.failure.frozen',
  values: { ...freezeValues(freeze), at: iso(freeze.at) },
  rules: [],
});
