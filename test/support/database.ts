import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import pg from 'pg';
import { type Database, type Migrations, openDatabase, type Tables } from '#platform/storage/database.ts';
import { isFirst } from '../tiers.ts';
import { findPostgres, type PostgresServer, startPostgres } from './postgres.ts';
import { newStores, reusedStores, type Supply } from './reused-stores.ts';

/** Opens the store of the running test: without rows at the first call, one more handle on the same store at each further call. */
export type OpenStore = <T = Tables>(migrations: Migrations) => Promise<Database<T>>;

export interface Store {
  readonly url: string;
  remove(): Promise<void>;
}

/** A kind of store, and where to get one. */
export interface Stores {
  readonly kind: Database['kind'];
  start(): Promise<void>;
  /** A new, empty store. */
  create(): Promise<Store>;
  stop(): Promise<void>;
}

/**
 * Runs a suite on SQLite, and on PostgreSQL when TEST_DATABASE_URL names a server or its programs are installed; otherwise
 * PostgreSQL's tests stand in the report as skipped. A whole `npm test` runs it on SQLite alone, and the rest the other half.
 */
export const describeStores = (suite: (kind: Database['kind'], open: OpenStore) => void): void =>
  describeEach((kind, stores) => {
    const supply = kind === 'postgres' ? reusedStores : newStores;
    suite(kind, stores ? storePerTest(stores, supply(stores)) : noStore);
  });

/** The same for what is about the making of a store: its first `open` finds nothing at all. */
export const describeEmptyStores = (suite: (kind: Database['kind'], open: OpenStore) => void): void =>
  describeEach((kind, stores) => suite(kind, stores ? storePerTest(stores, newStores(stores)) : noStore));

/** The same for what opens the store by its address: one store, empty at first, for the whole suite. */
export const describeStoreUrls = (suite: (kind: Database['kind'], url: () => string) => void): void =>
  describeEach((kind, stores) => {
    let store: Store | undefined;
    beforeAll(async () => {
      await stores?.start();
      store = await stores?.create();
    });
    suite(kind, () => store?.url ?? '');
    // After the suite's own, which close what they opened: these run in the order in which they stand.
    afterAll(async () => {
      await store?.remove();
      await stores?.stop();
    });
  });

const ROOT = join(import.meta.dirname, '..', '..');

/** Whether `npm test` has run this file already, and this is the rest. */
const hasRunOnSqlite = (): boolean =>
  process.env['TEST_TIER'] === 'rest' && isFirst(relative(ROOT, expect.getState().testPath ?? ''));

const describeEach = (suite: (kind: Database['kind'], stores: Stores | undefined) => void): void => {
  if (!hasRunOnSqlite()) describe('on SQLite', () => suite('sqlite', sqliteStores()));
  if (process.env['TEST_STORES'] === 'sqlite') return;
  const stores = postgresStores();
  if (stores) describe('on PostgreSQL', () => suite('postgres', stores));
  else describe.skip('on PostgreSQL: no TEST_DATABASE_URL and no programs found', () => suite('postgres', undefined));
};

const storePerTest = (stores: Stores, supply: Supply): OpenStore => {
  let store: Promise<Store> | undefined;
  let handles: { close(): Promise<void> }[] = [];
  beforeAll(stores.start);
  afterEach(async () => {
    await Promise.all(handles.map((handle) => handle.close()));
    handles = [];
    const used = await store;
    store = undefined;
    await used?.remove();
  });
  afterAll(async () => {
    await supply.end();
    await stores.stop();
  });
  return async <T>(migrations: Migrations) => {
    store ??= supply.take(migrations);
    const database = await openDatabase<T>((await store).url, migrations);
    let closed: Promise<void> | undefined;
    const handle = {
      ...database,
      close: () => {
        closed ??= database.close();
        return closed;
      },
    };
    handles.push(handle);
    return handle;
  };
};

const noStore: OpenStore = () => Promise.reject(new Error('there is no PostgreSQL here'));

export const sqliteStores = (): Stores => ({
  kind: 'sqlite',
  start: async () => {},
  create: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'steward-store-'));
    return {
      url: `sqlite:${join(folder, 'store.db')}`,
      remove: async () => rmSync(folder, { recursive: true, force: true }),
    };
  },
  stop: async () => {},
});

/** @returns undefined where there is no server and no program to start one */
export const postgresStores = (): Stores | undefined => {
  const address = process.env['TEST_DATABASE_URL'];
  const programs = findPostgres();
  if (!address && !programs) return undefined;
  let server: PostgresServer | undefined;
  let admin: pg.Client;
  const url = (name: string): string => server?.url(name) ?? withDatabase(address ?? '', name);
  return {
    kind: 'postgres',
    start: async () => {
      if (!address && programs) server = await startPostgres(programs);
      admin = new pg.Client({ connectionString: server?.url('postgres') ?? address });
      await admin.connect();
    },
    create: async () => {
      const name = `steward_${randomUUID().replaceAll('-', '')}`;
      await admin.query(`create database ${name}`);
      return {
        url: url(name),
        remove: async () => {
          await admin.query(`drop database ${name} with (force)`);
        },
      };
    },
    stop: async () => {
      await admin.end();
      await server?.stop();
    },
  };
};

const withDatabase = (address: string, name: string): string => {
  const url = new URL(address);
  url.pathname = `/${name}`;
  return url.href;
};
