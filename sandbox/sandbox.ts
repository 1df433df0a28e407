import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../src/platform/lib/clock.ts';
import type { Ids } from '../src/platform/lib/ids.ts';
import type { Log } from '../src/platform/lib/logger.ts';
import { createVendorSandbox, pace, type VendorSandbox } from './cloud/vendor-sandbox.ts';
import { createIncidentTimer } from './incident-timer.ts';
import { createTeamsSandbox, type TeamsSandbox } from './teams/teams-sandbox.ts';
import { demoSecrets } from './world.ts';

/** Both sandboxes: a local Teams and a local vendor. */
export interface Sandbox {
  readonly teams: TeamsSandbox;
  readonly vendor: VendorSandbox;
  readonly policyFile: string;
  /** Opens both ports. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

interface SandboxOptions {
  /** Folder of all state; with `:memory:` nothing is stored, and the shipped policy is used. */
  readonly folder: string;
  readonly teamsPort: number;
  readonly vendorPort: number;
  readonly botUrl: string | (() => string);
  /** How long after the start the demo incident begins, in milliseconds, unless one is active; never when absent. */
  readonly incidentAfterMs?: number;
  /** A kinder vendor than the public service, for people who try things out; the service's pace when absent. */
  readonly pace?: Partial<typeof pace>;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
}

const SHIPPED_POLICY = join(import.meta.dirname, 'policy.yaml');

export const createSandbox = async (options: SandboxOptions): Promise<Sandbox> => {
  const { folder, clock, ids, log } = options;
  const store = (name: string): string => (folder === ':memory:' ? 'sqlite::memory:' : `sqlite:${join(folder, name)}`);
  const vendor = await createVendorSandbox({
    port: options.vendorPort,
    namespace: 'Vendor',
    store: store('vendor.db'),
    clock,
    ids,
    log,
    anyPrincipal: false,
    ...pace,
    ...options.pace,
  });
  const teams = await createTeamsSandbox({
    port: options.teamsPort,
    botUrl: options.botUrl,
    vendorUrl: () => vendor.url,
    store: store('teams.db'),
    clock,
    ids,
    log,
  });
  if (folder !== ':memory:') writeDemoSecrets(folder);
  const incident = createIncidentTimer(vendor.incident, options.incidentAfterMs, log);
  return {
    teams,
    vendor,
    policyFile: folder === ':memory:' ? SHIPPED_POLICY : ownPolicy(folder),
    async start() {
      await vendor.start();
      await teams.start();
      incident.start();
    },
    async stop() {
      await incident.stop();
      await teams.stop();
      await vendor.stop();
    },
  };
};

/** The secrets of the demo data, stored with the state from the first start on. */
const writeDemoSecrets = (folder: string): void => {
  const secrets = join(folder, 'secrets');
  mkdirSync(secrets, { recursive: true, mode: 0o700 });
  for (const name of demoSecrets) {
    const file = join(secrets, name);
    if (!existsSync(file)) writeFileSync(file, `sandbox-only-${name}\n`, { mode: 0o600 });
  }
};

/** The policy is stored with the state from the first start on, so that people can change it. */
const ownPolicy = (folder: string): string => {
  const file = join(folder, 'policy.yaml');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (!existsSync(file)) writeFileSync(file, readFileSync(SHIPPED_POLICY), { mode: 0o600 });
  return file;
};
