import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TOKEN_KEYS_FILE } from '../../src/sign-in/token-keys.ts';
import { sqliteStores } from '../support/database.ts';
import { approverPermissionAt } from './approver-permission/approver-permission.ts';
import { type ApproverOptions, openApproverEnvironment } from './approver-permission/environment.ts';
import { type SignInKillPoint, signInKillPoints } from './approver-permission/points.ts';
import type { Environment } from './prove-on-stores.ts';
import { testProof } from './testing.ts';

jest.setTimeout(300_000);

/** Each of another kind: a row, a code, a token, a decision, the vendor's call, a refused token. */
const few = ['P2', 'P6', 'P8', 'P10', 'P14', 'P19', 'P23'];

testProof(
  'a bot that is killed between a sign-in and the grant in its person’s name loses nothing and does nothing twice',
  approverPermissionAt(signInKillPoints.filter(({ name }) => few.includes(name))),
  { runs: few.length, seed: 3, on: 'sqlite' },
);

describe('the proof of the approver’s permission reports', () => {
  const stores = sqliteStores();
  let environment: Environment;
  let point: SignInKillPoint;
  let meanwhile: NonNullable<ApproverOptions['meanwhile']>;
  let remove: () => Promise<void>;
  beforeAll(async () => {
    const store = await stores.create();
    remove = store.remove;
    environment = await openApproverEnvironment(store.url, {
      seed: 1,
      pointOf: () => point,
      meanwhile: (cluster) => meanwhile(cluster),
    });
  });
  beforeEach(() => {
    point = signInKillPoints[9] as SignInKillPoint;
    meanwhile = async () => {};
  });
  afterAll(async () => {
    await environment.end();
    await remove();
  });

  it('a kill point that is never reached', async () => {
    point = { ...point, moments: [{ on: 'call', edge: 'leaving', to: '^PATCH ' }] };
    expect(await environment.run(1)).toContain('kill point never reached');
  });

  it('a token in clear', async () => {
    meanwhile = (cluster) =>
      cluster.inStore(async (db) => {
        await db
          .updateTable('person_tokens')
          .set({ change_id: 'another', sealed: `${`eyJ${'a'.repeat(30)}.`.repeat(2)}x` })
          .execute();
      });
    const wrong = await environment.run(2);
    expect(wrong).toContain('person_tokens has a token in clear');
  });

  it('a key that does not open what was kept', async () => {
    point = signInKillPoints[7] as SignInKillPoint;
    meanwhile = async ({ secretsDir }) => writeFileSync(join(secretsDir, TOKEN_KEYS_FILE), `${'0'.repeat(64)}\n`);
    expect(await environment.run(4)).toContain('what is kept of a token does not open');
  });
});
