import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createApp } from '../../../src/app.ts';
import { createHttp } from '../../../src/platform/http/http.ts';
import { clientSecret } from '../../../src/platform/identity/credential.ts';
import { systemClock } from '../../../src/platform/lib/clock.ts';
import { randomIds } from '../../../src/platform/lib/ids.ts';
import { createLogger } from '../../../src/platform/lib/logger.ts';
import { answerUsage } from '../usage.ts';
import { policyText, withStubbedVendor } from './eligible-roles.ts';
import { app, trustOf } from './world.ts';

/**
 * The whole bot as production has it, its log included; Teams and the vendor are at `origin`. With `stubbed` the vendor's
 * list is there at once, without a request; it is read and checked all the same.
 */
const [origin = '', folder = '', vendor = ''] = process.argv.slice(2);
const policyFile = join(folder, 'policy.yaml');
writeFileSync(policyFile, policyText);

const log = createLogger('info');
const noWindows = { perThread: [], perTenantPerSecond: 1_000_000 };
const steward = await createApp(
  {
    mode: 'production',
    host: '127.0.0.1',
    port: 0,
    databaseUrl: `sqlite:${join(folder, 'steward.db')}`,
    policyFile,
    secretsDir: join(folder, 'secrets'),
    bot: { appId: app.id, tenantId: app.tenantId, credential: clientSecret(app.id, 'bench') },
    vendor: {
      namespace: 'Vendor',
      management: {
        baseUrl: origin,
        tokenUrl: `${origin}/token`,
        credential: clientSecret('bench', 'bench'),
      },
    },
  },
  {
    trust: trustOf(origin),
    after: () => () => {},
    clock: systemClock,
    ids: randomIds,
    log,
    limits: () => noWindows,
    ...(vendor === 'stubbed' ? { http: withStubbedVendor(createHttp({ clock: systemClock, log })) } : {}),
  },
);

answerUsage();
process.send?.(await steward.start());
