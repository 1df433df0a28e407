import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TOKEN_KEYS_FILE } from '../src/teams/fresh-sign-in/token-keys.ts';
import { openApproverEnvironment } from './approver-permission/approver-permission.ts';
import { type SignInKillPoint, signInKillPoints } from './approver-permission/points.ts';
import type { Cluster } from './cluster/cluster.ts';
import { useKilledRuns } from './lib/testing.ts';

jest.setTimeout(300_000);

describe('the proof of the approver’s permission reports', () => {
  const run = useKilledRuns(openApproverEnvironment);
  const point = (name: string): SignInKillPoint => {
    const found = signInKillPoints.find((one) => one.name === name);
    if (!found) throw new Error(`no kill point is called ${name}`);
    return found;
  };

  it('a kill point that is never reached', async () => {
    const never: SignInKillPoint = { ...point('P10'), moments: [{ on: 'call', edge: 'leaving', to: '^PATCH ' }] };
    expect(await run(1, never)).toContain('kill point never reached');
  });

  it('a token in clear', async () => {
    const sealed = `${`eyJ${'a'.repeat(30)}.`.repeat(2)}x`;
    const reveal = (cluster: Cluster) =>
      cluster.inStore(async (db) => {
        await db.updateTable('person_tokens').set({ change_id: 'another', sealed }).execute();
      });
    expect(await run(2, point('P10'), reveal)).toContain('person_tokens has a token in clear');
  });

  it('a key that does not open what was kept', async () => {
    const loseKey = async ({ secretsDir }: Cluster) =>
      writeFileSync(join(secretsDir, TOKEN_KEYS_FILE), `${'0'.repeat(64)}\n`);
    expect(await run(4, point('P8'), loseKey)).toContain('what is kept of a token does not open');
  });
});
