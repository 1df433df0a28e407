import { isGuid, parseScope } from '#cloud/request/path.ts';
import { iso } from '#platform/lib/clock.ts';
import { normalise } from '#platform/lib/text.ts';
import type { Db, Migrations, Trx } from '#platform/storage/database.ts';
import { createIndex, createTable } from '#platform/storage/schema.ts';
import type { Policy } from '#policy/policy.ts';
import { findNamed, subscriptionsOf } from './policy.ts';
import { CREATED, OTHER } from './terms.ts';

/** Subscriptions that the vendor confirmed: created, given an alias or accepted through Steward. */
interface SubscriptionTable {
  /** The vendor's id, in lower case. */
  id: string;
  name: string;
  /** Ids of the changes whose cards show it, separated by spaces: its creation and its aliases. */
  told_by: string | null;
  /** Null for a subscription that existed before. */
  made_at: string | null;
  /** Short name of the change that accepted its ownership. */
  accepted_ref: string | null;
  accepted_at: string | null;
}

declare module '#platform/storage/database.ts' {
  interface Tables {
    subscriptions: SubscriptionTable;
  }
}

export const subscriptionMigrations: Migrations = {
  'subscriptions-001': async (db) => {
    await createTable(db, 'subscriptions', {
      key: 'id',
      texts: ['name'],
      optional: ['told_by', 'made_at', 'accepted_ref', 'accepted_at'],
    }).execute();
  },
  'subscriptions-002-newest': async (db) => {
    await createIndex(db, 'subscriptions_newest', 'subscriptions', ['made_at']);
  },
};

export interface KnownSubscription {
  readonly id: string;
  readonly name: string;
  /** Ids of the changes whose cards show it. */
  readonly toldBy: readonly string[];
  /** Whether it was created through Steward. */
  readonly created: boolean;
  readonly accepted: { readonly ref: string; readonly at: number } | undefined;
}

const toKnown = (row: SubscriptionTable): KnownSubscription => ({
  id: row.id,
  name: row.name,
  toldBy: row.told_by?.split(' ') ?? [],
  created: row.made_at !== null,
  accepted: row.accepted_ref === null ? undefined : { ref: row.accepted_ref, at: Date.parse(row.accepted_at ?? '') },
});

/** @param id the vendor's id */
export const findKnown = async (db: Db, id: string): Promise<KnownSubscription | undefined> => {
  const row = await db.selectFrom('subscriptions').selectAll().where('id', '=', id.toLowerCase()).executeTakeFirst();
  return row && toKnown(row);
};

/** The most subscriptions that are searched for a name. */
const MOST = 500;

/** Subscriptions created through Steward, newest first. */
export const listCreated = async (db: Db): Promise<KnownSubscription[]> => {
  const created = db.selectFrom('subscriptions').selectAll().where('made_at', 'is not', null);
  return (await created.orderBy('made_at', 'desc').limit(MOST).execute()).map(toKnown);
};

type RecordedFields = Partial<Omit<SubscriptionTable, 'id'>>;

const record = async (trx: Trx, id: string, name: string, fields: RecordedFields): Promise<void> => {
  await trx
    .insertInto('subscriptions')
    .values({ ...fields, id: id.toLowerCase(), name })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...fields, name }))
    .execute();
};

/** @param change id of the change that created it */
export const recordCreated = (trx: Trx, id: string, name: string, change: string, now: number): Promise<void> =>
  record(trx, id, name, { told_by: change, made_at: iso(now) });

/** @param change id of the change that created an alias for it */
export const recordAlias = async (trx: Trx, id: string, name: string, change: string): Promise<void> => {
  const tellers = (await findKnown(trx, id))?.toldBy ?? [];
  await record(trx, id, name, { told_by: [...tellers, change].join(' ') });
};

/** @param ref short name of the change that accepted its ownership */
export const recordAccepted = (trx: Trx, id: string, name: string, ref: string, now: number): Promise<void> =>
  record(trx, id, name, { accepted_ref: ref, accepted_at: iso(now) });

interface FoundSubscription {
  readonly id: string;
  readonly title: string;
  /** The word in rules: a key of the policy, `made`, or `other`. */
  readonly known: string;
  /** Ids of the changes whose cards show it. */
  readonly toldBy: readonly string[];
}

/** A name in the policy, the name of one created through Steward, its id, or its path at the vendor. */
export const findSubscription = async (
  db: Db,
  policy: Policy,
  text: string,
): Promise<FoundSubscription | undefined> => {
  const name = text.trim();
  const id = idIn(name);
  const named = subscriptionsOf(policy);
  const entry = id === undefined ? findNamed(named, name) : named.find((one) => one.id === id);
  const known = entry
    ? await findKnown(db, entry.id)
    : await (id === undefined ? createdWithName(db, name) : findKnown(db, id));
  const toldBy = known?.toldBy ?? [];
  if (entry) return { id: entry.id, title: entry.title, known: entry.key, toldBy };
  if (known?.created) return { id: known.id, title: known.name, known: CREATED, toldBy };
  return id === undefined ? undefined : { id, title: known?.name ?? id, known: OTHER, toldBy };
};

const idIn = (text: string): string | undefined => {
  if (isGuid(text)) return text.toLowerCase();
  const scope = parseScope(text);
  return scope?.kind === 'subscription' ? scope.subscriptionId.toLowerCase() : undefined;
};

/** Only an unambiguous name. */
const createdWithName = async (db: Db, wanted: string): Promise<KnownSubscription | undefined> => {
  const found = (await listCreated(db)).filter(({ name }) => normalise(name) === normalise(wanted));
  return found.length === 1 ? found[0] : undefined;
};
