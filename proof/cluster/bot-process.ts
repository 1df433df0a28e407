import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { sandboxBot, tenantId } from '../../sandbox/world.ts';
import { clientSecret } from '../../src/platform/identity/credential.ts';
import { type Ids, randomIds } from '../../src/platform/lib/ids.ts';
import { createLogger } from '../../src/platform/lib/logger.ts';
import { Secret } from '../../src/platform/lib/secret.ts';
import { createMovingClock } from './moving-clock.ts';
import { recordProcess } from './recorder.ts';
import { serve } from './serve-parent.ts';
import { createTrap, type Trap } from './trap.ts';

export interface BotStart {
  readonly databaseUrl: string;
  readonly policyFile: string;
  readonly trust: {
    readonly issuer: string;
    readonly openIdUrl: string;
    readonly tokenUrl: string;
    readonly tokenScope: string;
  };
  readonly serviceUrl: string;
  readonly vendor: {
    readonly url: string;
    readonly tokenUrl: string;
    readonly id: string;
    readonly secret: string;
    readonly keys: { readonly translator: string; readonly appManagement: string };
  };
  readonly aheadMs: number;
  /** Says the same while the process can hear nothing. */
  readonly aheadFile: string;
  readonly pollMs: number;
  /** Grants and removals are sent in the name of whoever approved them. */
  readonly sentByApprover: boolean;
}

/** What the parent may ask of the bot's process. */
export interface BotFunctions {
  /** Opens the store and then the port. */
  start(start: BotStart): Promise<number>;
  setAhead(ms: number): void;
  /** From now on: at this moment the process kills itself, or stands still and says so before. */
  arm(trap: Trap, signal: 'SIGKILL' | 'SIGSTOP'): void;
  disarm(): void;
  /** Bytes that the process has in memory. */
  memory(): number;
  /** The names of what is seen from now on, for whoever looks for a moment. */
  record(): void;
  recorded(): readonly string[];
  /** Whether any of these names is of this process's making, as those of its leases are. */
  madeAny(names: readonly string[]): boolean;
}

const clock = createMovingClock();
const made = new Set<string>();
const ids: Ids = {
  ...randomIds,
  opaque() {
    const name = randomIds.opaque();
    made.add(name);
    return name;
  },
};
let isTrapped: ((seen: Parameters<ReturnType<typeof createTrap>>[0]) => boolean) | undefined;
let signal: Parameters<BotFunctions['arm']>[1] = 'SIGKILL';
let record: string[] | undefined;

recordProcess((seen) => {
  record?.push(JSON.stringify(seen));
  if (!isTrapped?.(seen)) return;
  if (signal === 'SIGSTOP') process.send?.('paused');
  process.kill(process.pid, signal);
});

const { createApp } = await import('../../src/app.ts');
flushCompileCache();

const functions: BotFunctions = {
  async start({ databaseUrl, policyFile, trust, serviceUrl, vendor, aheadMs, aheadFile, pollMs, sentByApprover }) {
    let ownUrl = '';
    clock.setAhead(aheadMs);
    clock.follow(aheadFile);
    const app = await createApp(
      {
        mode: 'sandbox',
        host: '127.0.0.1',
        port: 0,
        databaseUrl,
        policyFile,
        secretsDir: join(policyFile, '..', 'secrets'),
        bot: { appId: sandboxBot.appId, tenantId, credential: clientSecret(sandboxBot.appId, sandboxBot.appPassword) },
        vendor: {
          namespace: 'Vendor',
          management: {
            baseUrl: vendor.url,
            tokenUrl: vendor.tokenUrl,
            credential: clientSecret(vendor.id, vendor.secret),
          },
          translator: { baseUrl: vendor.url, key: new Secret(vendor.keys.translator) },
          appManagement: { baseUrl: vendor.url, token: new Secret(vendor.keys.appManagement) },
        },
        // A bot of a proof that needs no sign-in says nothing of one.
        ...(sentByApprover ? { vendorAuth: 'user', publicUrl: () => ownUrl, peopleTokenUrl: vendor.tokenUrl } : {}),
      },
      {
        trust: {
          ...trust,
          serviceUrl,
          pages: 'teams.microsoft.com',
          allowsServiceUrl: (url) => url === serviceUrl,
          allowsUpload: (url) => url.startsWith(new URL('/files/upload/', serviceUrl).href),
        },
        clock,
        ids,
        log: createLogger('error', process.stderr),
        pollMs,
        // A machine that is slow shows nothing more than a fast one: calls are counted.
        after: () => () => {},
      },
    );
    const { port } = await app.start();
    ownUrl = `http://127.0.0.1:${port}`;
    process.once('SIGTERM', () => void app.stop().then(() => process.exit(0)));
    return port;
  },
  setAhead: clock.setAhead,
  arm(trap, then) {
    isTrapped = createTrap(trap);
    signal = then;
  },
  disarm() {
    isTrapped = undefined;
  },
  memory: () => process.memoryUsage.rss(),
  record() {
    record = [];
  },
  recorded: () => record ?? [],
  madeAny: (names) => names.some((name) => made.has(name)),
};

serve(functions);
