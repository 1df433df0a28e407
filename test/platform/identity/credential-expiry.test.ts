import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createHttp } from '#platform/http/http.ts';
import type { Credential } from '#platform/identity/credential.ts';
import { credentialMigrations, watchCredentialExpiry } from '#platform/identity/credential-expiry.ts';
import { createJobs, jobsMigrations } from '#platform/jobs/jobs.ts';
import { DAY, HOUR } from '#platform/lib/clock.ts';
import type { TextValues } from '#platform/lib/errors.ts';
import { randomIds } from '#platform/lib/ids.ts';
import { silentLog } from '#platform/lib/logger.ts';
import { Secret } from '#platform/lib/secret.ts';
import { createAuthority } from '../../support/certificates.ts';
import { describeStores, type OpenStore } from '../../support/database.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { folderPerTest } from '../../support/temp-folder.ts';

const START = Date.parse('2026-03-02T09:00:00.000Z');
const folder = folderPerTest();
const file = (): string => join(folder(), 'steward.pem');
const authority = createAuthority();
const writeCertificate = (until: number): void => {
  const { key, cert } = authority.issueToApplication({ from: START - DAY, until });
  writeFileSync(file(), key + cert);
};
const secret = (endsAt?: number): Credential => ({
  kind: 'secret',
  clientId: 'c',
  secret: new Secret('canary'),
  ...(endsAt === undefined ? {} : { endsAt }),
});
const certificate = (): Credential => ({ kind: 'certificate', clientId: 'c', file: file() });

/** The warnings of one bot, on a clock that the test moves. */
const watch = async (open: OpenStore, ...credentials: readonly Credential[]) => {
  const clock = createManualClock(START);
  const database = await open({ ...jobsMigrations, ...credentialMigrations });
  const given: TextValues[] = [];
  const http = createHttp({ clock, log: silentLog });
  const signIns = credentials.map((credential, index) => {
    const owner = index === 0 ? 'bot' : 'cloud';
    return {
      http,
      clock,
      owner,
      credential,
      tokenUrl: 'https://login.example/t',
      scope: 'https://s/.default',
    } as const;
  });
  const create = () => {
    const jobs = createJobs({ database, clock, ids: randomIds, log: silentLog, pollMs: 60_000, random: () => 0 });
    const expiry = watchCredentialExpiry({ signIns, database, jobs, log: silentLog });
    expiry.onWarning(async (_trx, values) => void given.push(values));
    return { jobs, expiry };
  };
  let { jobs, expiry } = create();
  await expiry.start();
  const round = async (): Promise<void> => {
    jobs.start();
    await jobs.stop();
  };
  return {
    database,
    /** The days that the warnings since the last call name. */
    async after(ms: number): Promise<readonly unknown[]> {
      given.length = 0;
      clock.advance(ms);
      await round();
      return given.map(({ days }) => days);
    },
    last: () => given.at(-1),
    async restart() {
      ({ jobs, expiry } = create());
      await expiry.start();
    },
  };
};

describeStores((_, open) => {
  it('warns 30, 7 and 1 days before a certificate ends, once each', async () => {
    writeCertificate(START + 40 * DAY);
    const bot = await watch(open, certificate());
    expect(await bot.after(0)).toEqual([]);
    expect(await bot.after(9 * DAY)).toEqual([]);
    expect(await bot.after(DAY)).toEqual([30]);
    expect(bot.last()).toEqual({
      owner: 'bot',
      kind: 'certificate',
      setting: 'MicrosoftAppCertificatePath',
      date: '2026-04-11',
      days: 30,
    });
    expect(await bot.after(HOUR)).toEqual([]);
    expect(await bot.after(23 * DAY)).toEqual([7]);
    expect(await bot.after(HOUR)).toEqual([]);
    expect(await bot.after(6 * DAY)).toEqual([1]);
    expect(await bot.after(2 * HOUR)).toEqual([]);
  });

  it('gives only the most urgent warning of those that are due at once', async () => {
    const bot = await watch(open, secret(START + 5 * DAY));
    expect(await bot.after(0)).toEqual([5]);
    expect(await bot.after(2 * HOUR)).toEqual([]);
    expect(await bot.after(4 * DAY)).toEqual([1]);
  });

  it('warns once also over a restart', async () => {
    const bot = await watch(open, secret(START + 5 * DAY));
    expect(await bot.after(0)).toEqual([5]);
    await bot.restart();
    expect(await bot.after(HOUR)).toEqual([]);
  });

  it('warns of the bot’s and of the cloud’s credential apart', async () => {
    const bot = await watch(open, secret(START + 5 * DAY), secret(START + 6 * DAY));
    expect(await bot.after(0)).toEqual([5, 6]);
    expect(bot.last()).toMatchObject({ owner: 'cloud', setting: 'VENDOR_CLIENT_SECRET' });
  });

  it('a certificate that is renewed while Steward runs is warned of by its own date', async () => {
    writeCertificate(START + 20 * DAY);
    const bot = await watch(open, certificate());
    expect(await bot.after(0)).toEqual([20]);
    writeCertificate(START + 60 * DAY);
    expect(await bot.after(14 * DAY)).toEqual([]);
    expect(await bot.after(16 * DAY)).toEqual([30]);
  });

  it('a file that cannot be read is looked at again', async () => {
    writeCertificate(START + 20 * DAY);
    const bot = await watch(open, certificate());
    rmSync(file());
    expect(await bot.after(0)).toEqual([]);
    writeCertificate(START + 20 * DAY);
    expect(await bot.after(HOUR)).toEqual([20]);
  });

  it('where nothing ends, there is no job', async () => {
    const bot = await watch(open, secret(), { kind: 'managed' });
    await bot.after(DAY);
    expect(await bot.database.db.selectFrom('jobs').selectAll().execute()).toEqual([]);
  });
});
