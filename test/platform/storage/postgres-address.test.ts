import pg from 'pg';
import { isProtected } from '#platform/storage/postgres-address.ts';
import cases from '../../fixtures/storage/postgres-address.json' with { type: 'json' };

/** What pg itself makes of an address: where it goes, and whether a certificate is checked there. */
const byPg = (url: string): { readonly host: string; readonly verifies: boolean } => {
  const client = new pg.Client({ connectionString: url });
  const { ssl } = client as unknown as { ssl: boolean | { rejectUnauthorized?: boolean } };
  return { host: client.host, verifies: ssl !== false && (ssl === true || ssl.rejectUnauthorized !== false) };
};

beforeAll(() => {
  // pg warns of modes that will mean something else in its next major version.
  jest.spyOn(process, 'emitWarning').mockImplementation(() => {});
});

it.each([
  'postgres://u:p@db.example/steward?sslmode=verify-full',
  'postgres://u:p@db.example:5433/steward?sslmode=verify-ca',
  'postgresql://u:p@db.example/steward?sslmode=disable&sslmode=verify-full',
  'postgres://u:p@db.example/steward?ssl=0&sslmode=verify-full',
])('%s is accepted, and pg checks the certificate', (url) => {
  expect([isProtected(url), byPg(url).verifies]).toEqual([true, true]);
});

it.each([
  ['postgres://u:p@localhost/steward', 'localhost'],
  ['postgres://u:p@127.0.0.1:5432/steward', '127.0.0.1'],
  ['postgres://u:p@[::1]/steward', '::1'],
  ['postgres://u:p@localhost/steward?host=%2Ftmp%2Fsocket', '/tmp/socket'],
  ['postgres://u:p@%2Fvar%2Frun%2Fpostgresql/steward', '/var/run/postgresql'],
  ['postgres://u:p@db.example/steward?host=127.0.0.1', '127.0.0.1'],
])('%s stays on this machine, where pg goes to %s, and needs no TLS', (url, host) => {
  expect([isProtected(url), byPg(url).host]).toEqual([true, host]);
});

it.each(cases.unprotected)('an address $what is refused as unprotected', ({ url }) => {
  expect(isProtected(url)).toBe(false);
});
