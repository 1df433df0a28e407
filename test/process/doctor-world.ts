import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { begin } from '#cli/doctor/begin.ts';
import { createReport, type Finding } from '#cli/doctor/report.ts';
import { migrations } from '#features/migrations.ts';
import { iso, SECOND, systemClock } from '#platform/lib/clock.ts';
import { openDatabase } from '#platform/storage/database.ts';
import { loadTexts } from '#platform/texts/texts.ts';
import { demoSecrets } from '../../sandbox/world.ts';
import { createAuthority } from '../support/certificates.ts';
import { type ProxyProcess, startProxy } from '../support/connect-proxy-process.ts';
import { coreSettings } from '../support/core-settings.ts';
import { createSandboxCloud, type SandboxCloud } from '../support/sandbox-cloud.ts';
import { type Ended, type StartProgram, startProgram } from '../support/steward-process.ts';

export type Settings = Readonly<Record<string, string>>;

/** In place of a setting's value. */
export const NOT_SET = 'not set';

/** A Steward that runs in production behind a company's proxy, with the sandbox as the public cloud, and its doctor. */
export interface DoctorWorld {
  readonly cloud: SandboxCloud;
  readonly proxy: ProxyProcess;
  readonly folder: string;
  /** The text of the policy. */
  readonly policy: string;
  readonly settings: Settings;
  /** @returns the path of the file in the folder */
  write(name: string, text: string): string;
  /** A folder with the secrets that the policy names. */
  writeSecrets(name: string): string;
  /** Runs the program. */
  doctor(args?: readonly string[], own?: Settings): Promise<Ended>;
  /** Its findings, found in this process, which is faster; it trusts the company's authority. */
  findings(own: Settings): Promise<readonly Finding[]>;
  /** Settings with a database and secrets of their own, in which Steward was heard from in this channel, if it is given. */
  copy(channel?: string): Promise<Settings>;
  stop(): Promise<void>;
}

const CREDENTIALS = 'steward:canary-proxy-password';
const PATIENCE = 5 * SECOND;

/** @param start starts the programs, from their source when absent */
export const startDoctorWorld = async (start: StartProgram = startProgram): Promise<DoctorWorld> => {
  const authority = createAuthority();
  const trusted = getCACertificates('default');
  setDefaultCACertificates([authority.cert]);
  const folder = mkdtempSync(join(tmpdir(), 'steward-doctor-'));
  const policy = readFileSync(join(import.meta.dirname, '../../sandbox/policy.yaml'), 'utf8');
  const cloud = await createSandboxCloud(authority);
  const proxy = await startProxy(cloud.port, CREDENTIALS);

  const write = (name: string, text: string): string => {
    const file = join(folder, name);
    writeFileSync(file, text);
    return file;
  };
  const writeSecrets = (name: string): string => {
    mkdirSync(join(folder, name));
    for (const secret of demoSecrets) write(join(name, secret), `canary-${secret}\n`);
    return join(folder, name);
  };
  const settings: Settings = {
    ...cloud.settings,
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: '0',
    POLICY_FILE: write('policy.yaml', policy),
    SECRETS_DIR: writeSecrets('secrets'),
    DATABASE_URL: `sqlite:${join(folder, 'steward.db')}`,
    HTTPS_PROXY: `http://${CREDENTIALS}@${proxy.host}`,
    NODE_EXTRA_CA_CERTS: write('authority.pem', authority.cert),
  };
  const given = (own: Settings): Settings =>
    Object.fromEntries(Object.entries({ ...settings, ...own }).filter(([, value]) => value !== NOT_SET));

  const steward = start('main', folder, settings);
  await steward.printed('"state":"production"');
  return {
    ...{ cloud, proxy, folder, policy, settings, write, writeSecrets },
    doctor: (args = [], own = {}) => start('cli/doctor', folder, given(own), args).ended,
    async findings(own) {
      const report = createReport(loadTexts().for('en'), PATIENCE);
      const end = await begin(report, given(own), () => undefined, PATIENCE);
      const all: Finding[] = [];
      for await (const finding of report.findings()) all.push(finding);
      await end();
      return all;
    },
    async copy(channel) {
      const SECRETS_DIR = writeSecrets(randomUUID());
      const DATABASE_URL = `sqlite:${join(SECRETS_DIR, 'steward.db')}`;
      const database = await openDatabase(DATABASE_URL, migrations);
      if (channel !== undefined) await database.db.insertInto('conversations').values(rowOf(channel)).execute();
      await database.close();
      return { DATABASE_URL, SECRETS_DIR };
    },
    async stop() {
      await steward.stop();
      await Promise.all([proxy.stop(), cloud.close()]);
      setDefaultCACertificates(trusted);
      rmSync(folder, { recursive: true });
    },
  };
};

const rowOf = (conversation_id: string) => ({
  ...{ conversation_id, kind: 'channel' as const, team_id: null },
  service_url: 'https://smba.trafficmanager.net/teams/',
  tenant_id: coreSettings['MicrosoftAppTenantId'] ?? '',
  seen_at: iso(systemClock.now()),
});
