import { existsSync, readFileSync } from 'node:fs';
import { sandboxDatabaseUrl, sandboxFolder, sandboxLogFile } from '../sandbox/folder.ts';
import { sandboxBot, tenantId } from '../sandbox/world.ts';
import { type ProductionConfig, readConfig, type SandboxConfig } from './platform/config/config.ts';
import { settingsAt } from './platform/config/vendor-settings.ts';
import { clientSecret } from './platform/identity/credential.ts';
import { MINUTE, SECOND, systemClock } from './platform/lib/clock.ts';
import { randomIds } from './platform/lib/ids.ts';
import { createLogger, type Log } from './platform/lib/logger.ts';

const world = { clock: systemClock, ids: randomIds };

const OTHER_PORTS = 'PORT=4978 SANDBOX_TEAMS_PORT=4979 SANDBOX_VENDOR_PORT=4980 npm start';

const USAGE = `usage: npm start

Starts Steward; it takes no arguments. Its settings are read from the environment and from a file .env. With none it runs
the sandbox, and prints the address of its chat page. Other ports for the sandbox:
  ${OTHER_PORTS}
"npm run sandbox:reset" clears the sandbox. All settings: docs/settings.md`;

/** All that the process runs, built and not yet started. */
interface Built {
  readonly log: Log;
  start(): Promise<void>;
  /** Loads, once it has started, what the first uses would otherwise wait for. */
  warm(): Promise<void>;
  /** Also while it starts. */
  stop(): Promise<void>;
}

/** The process. The app takes a second to load, so it is loaded once the settings are right, and the sandbox never in production. */
const main = async (): Promise<void> => {
  const [argument] = process.argv.slice(2);
  if (argument === '--help' || argument === '-h') return void process.stdout.write(`${USAGE}\n`);
  if (argument !== undefined) return fail(`Steward does not know “${argument}”.\n\n${USAGE}`);
  const signals = endOnSignal();
  const read = readConfig(process.env, {
    refusedIds: [tenantId, sandboxBot.appId, sandboxBot.appPassword],
    readFile: (path) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined),
  });
  if (!read.ok)
    return fail(`Steward cannot start with these settings:\n${read.problems.map((line) => `  ${line}`).join('\n')}`);
  const { config } = read;
  const built = config.mode === 'sandbox' ? await buildSandbox(config) : await buildProduction(config);
  signals.drain(built);
  await built.start();
  await built.warm().catch((error: unknown) => built.log.warn('not warmed', { error }));
};

/** The log is JSON on standard output. */
const buildProduction = async (config: ProductionConfig): Promise<Built> => {
  const log = createLogger(config.logLevel);
  const [{ createApp }, { channelTrust }] = await Promise.all([
    import('./app.ts'),
    import('./teams/connector/trust.ts'),
  ]);
  const trust = channelTrust(config.cloud, config.bot.tenantId);
  const app = await createApp({ ...config, databaseUrl: config.databaseUrl.reveal() }, { ...world, trust, log });
  return {
    log,
    async start() {
      await app.start();
    },
    warm: app.warm,
    stop: () => app.stop(),
  };
};

/** Bot, local Teams and local vendor in one process on loopback, each with a key of its own. The log is a file. */
const buildSandbox = async (config: SandboxConfig): Promise<Built> => {
  process.stdout.write('Starting the sandbox …\n');
  const [{ createApp }, { createSandbox }, { createTerminal }] = await Promise.all([
    import('./app.ts'),
    import('../sandbox/sandbox.ts'),
    import('../sandbox/terminal.ts'),
  ]);
  const terminal = createTerminal(sandboxLogFile, process.stdout);
  const log = createLogger(config.logLevel, terminal);
  const { teamsPort, vendorPort } = config;
  let { port } = config;
  const botUrl = (): string => `http://127.0.0.1:${port}/api/messages`;
  const sandbox = await createSandbox({
    ...world,
    folder: sandboxFolder,
    teamsPort,
    vendorPort,
    botUrl,
    incidentAfterMs: MINUTE,
    pace: { listLagMs: 20 * SECOND, minimumActiveMs: 20 * SECOND },
    log,
  });
  await sandbox.start();
  const { teams, vendor, policyFile } = sandbox;
  const { appId } = sandboxBot;
  const app = await createApp(
    {
      mode: 'sandbox',
      host: config.host,
      port: config.port,
      databaseUrl: sandboxDatabaseUrl,
      policyFile,
      secretsDir: config.secretsDir,
      bot: { appId, tenantId, credential: clientSecret(appId, sandboxBot.appPassword) },
      vendor: settingsAt(vendor),
      graphUrl: vendor.url,
      publicUrl: () => `http://127.0.0.1:${port}`,
      ...{ peopleTokenUrl: vendor.tokenUrl, exchange: sandboxBot.idUri, vendorAuth: config.vendorAuth },
    },
    { ...world, trust: teams.trust, log },
  );
  return {
    log,
    async start() {
      ({ port } = await app.start());
      await teams.install();
      terminal.showBanner({ botUrl: botUrl(), teamsUrl: teams.url, vendorUrl: vendor.url, policyFile });
    },
    warm: app.warm,
    async stop() {
      await app.stop();
      await sandbox.stop();
    },
  };
};

/** SIGTERM and Ctrl+C end the process with 0: at once while nothing is built; after `drain` what was built ends its work first. */
const endOnSignal = (): { drain(built: Built): void } => {
  let end = (_signal: string): void => process.exit(0);
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.on(name, (signal) => end(signal));
  return {
    drain(built) {
      const { log } = built;
      end = (signal) => {
        end = () => {};
        log.info('ending', { reason: signal });
        built.stop().then(
          () => process.exit(0),
          (error) => {
            log.error('did not end well', { error });
            process.exit(1);
          },
        );
      };
    },
  };
};

const fail = (message: string): void => {
  process.stderr.write(`${message}\n`);
  process.exit(1);
};

/** What to do about a port that another program has; nothing for other faults. */
const remedyFor = ({ cause }: Error): string =>
  cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE' ? TAKEN_PORT_REMEDY : '';

const TAKEN_PORT_REMEDY = `
Stop the program that uses it, perhaps another Steward, or choose free ports:
  ${OTHER_PORTS}`;

// What imports this file goes on once it has started.
await main().catch((error: unknown) =>
  fail(`Steward could not start: ${error instanceof Error ? error.message + remedyFor(error) : 'unknown fault'}`),
);
