import { flushCompileCache } from 'node:module';
import { randomIds } from '../../../src/lib/ids.ts';
import { createLogger } from '../../../src/lib/logger.ts';
import { Secret } from '../../../src/lib/secret.ts';
import { sandboxBot, tenantId } from '../../../src/sandbox/world.ts';
import { createTrap, type Trap } from './moment.ts';
import { createMovingClock } from './moving-clock.ts';
import { serve } from './serve.ts';
import { tapProcess } from './taps.ts';

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
  readonly pollMs: number;
}

/** What the parent may ask of the bot's process. */
export interface BotFunctions {
  /** Opens the store and then the port. */
  start(start: BotStart): Promise<number>;
  setAhead(ms: number): void;
  /** From now on: at this moment the process kills itself. */
  arm(trap: Trap): void;
  disarm(): void;
  /** The names of what is seen from now on, for whoever looks for a moment. */
  record(): void;
  recorded(): readonly string[];
}

const clock = createMovingClock();
let springs: ((seen: Parameters<ReturnType<typeof createTrap>>[0]) => boolean) | undefined;
let record: string[] | undefined;

tapProcess((seen) => {
  record?.push(JSON.stringify(seen));
  if (springs?.(seen)) process.kill(process.pid, 'SIGKILL');
});

const { createApp } = await import('../../../src/app.ts');
flushCompileCache();

const functions: BotFunctions = {
  async start({ databaseUrl, policyFile, trust, serviceUrl, vendor, aheadMs, pollMs }) {
    clock.setAhead(aheadMs);
    const app = await createApp(
      {
        mode: 'sandbox',
        host: '127.0.0.1',
        port: 0,
        databaseUrl,
        policyFile,
        bot: { appId: sandboxBot.appId, appPassword: new Secret(sandboxBot.appPassword), tenantId },
        vendor: {
          namespace: 'Vendor',
          management: {
            baseUrl: vendor.url,
            tokenUrl: vendor.tokenUrl,
            clientId: vendor.id,
            clientSecret: new Secret(vendor.secret),
          },
          translator: { baseUrl: vendor.url, key: new Secret(vendor.keys.translator) },
          appManagement: { baseUrl: vendor.url, token: new Secret(vendor.keys.appManagement) },
        },
      },
      {
        trust: { ...trust, allowsServiceUrl: (url) => url === serviceUrl },
        clock,
        ids: randomIds,
        log: createLogger('error', process.stderr),
        pollMs,
      },
    );
    const { port } = await app.start();
    process.once('SIGTERM', () => void app.stop().then(() => process.exit(0)));
    return port;
  },
  setAhead: clock.setAhead,
  arm(trap) {
    springs = createTrap(trap);
  },
  disarm() {
    springs = undefined;
  },
  record() {
    record = [];
  },
  recorded: () => record ?? [],
};

serve(functions);
