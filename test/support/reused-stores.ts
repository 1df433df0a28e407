import pg from 'pg';
import { type Migrations, openDatabase } from '#platform/storage/database.ts';
import type { Store, Stores } from './database.ts';

/** Gives stores with these migrations made and no row but the migrations' own; a store that is removed may come again. */
export interface Supply {
  take(migrations: Migrations): Promise<Store>;
  /** Removes what lies there for the next test. */
  end(): Promise<void>;
}

/** Every store is new and as empty as can be. */
export const newStores = (stores: Stores): Supply => ({ take: stores.create, end: async () => {} });

const TABLES = `select quote_ident(tablename) as name from pg_tables
  where schemaname = 'public' and tablename not like 'kysely%'`;

/** To look for rows first is cheaper than to empty what is empty. */
const EMPTY = `do $$ declare name text; filled text[] := '{}'; one boolean; begin
  for name in ${TABLES} loop
    execute 'select exists (select from ' || name || ')' into one;
    if one then filled := filled || name; end if;
  end loop;
  if filled <> '{}' then execute 'truncate ' || array_to_string(filled, ',') || ' restart identity cascade'; end if;
end $$`;

/**
 * For PostgreSQL, where to make and to remove a database costs ten times what it costs to empty one: a store goes from
 * test to test, with the rows that its migrations wrote and no others.
 */
export const reusedStores = (stores: Stores): Supply => {
  const idle = new Map<string, Store[]>();
  const all: { end(): Promise<void> }[] = [];

  const make = async (migrations: Migrations, back: (store: Store) => void): Promise<Store> => {
    const { url, remove } = await stores.create();
    await (await openDatabase(url, migrations)).close();
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    all.push({
      end: async () => {
        await client.end();
        await remove();
      },
    });
    const refill = await fillingOf(client);
    const store: Store = {
      url,
      remove: async () => {
        await client.query(EMPTY);
        await refill();
        back(store);
      },
    };
    return store;
  };

  return {
    take: async (migrations) => {
      const names = Object.keys(migrations).toSorted().join();
      const lying = idle.get(names) ?? [];
      idle.set(names, lying);
      return lying.pop() ?? (await make(migrations, (store) => lying.push(store)));
    },
    end: async () => {
      await Promise.all(all.map((one) => one.end()));
    },
  };
};

/** What puts back the rows that are there now. */
const fillingOf = async (client: pg.Client): Promise<() => Promise<void>> => {
  const made: { readonly name: string; readonly rows: string }[] = [];
  for (const { name } of (await client.query<{ name: string }>(TABLES)).rows) {
    const [found] = (await client.query<{ rows: string | null }>(`select json_agg(t)::text as rows from ${name} t`))
      .rows;
    if (found?.rows) made.push({ name, rows: found.rows });
  }
  return async () => {
    for (const { name, rows } of made) {
      await client.query(`insert into ${name} select * from json_populate_recordset(null::${name}, $1::json)`, [rows]);
    }
  };
};
