import { createVendorClient, type VendorClient } from '../../../src/cloud/client.ts';
import { translateText } from '../../../src/cloud/operations/translation.ts';
import { createTerms, termMigrations } from '../../../src/features/translation/glossary/term-store.ts';
import { createQuotaBreaker } from '../../../src/features/translation/jobs.ts';
import { createMeter, type Meter } from '../../../src/features/translation/meter/meter.ts';
import { usageMigrations } from '../../../src/features/translation/meter/usage-store.ts';
import { translationSection } from '../../../src/features/translation/policy.ts';
import { translationMigrations } from '../../../src/features/translation/store.ts';
import type { Asker, Order } from '../../../src/features/translation/translation.ts';
import {
  createResponseCache,
  responseMigrations,
} from '../../../src/features/translation/translator/response-store.ts';
import { translate } from '../../../src/features/translation/translator/translate.ts';
import { createHttp } from '../../../src/platform/http/http.ts';
import { MINUTE, systemClock } from '../../../src/platform/lib/clock.ts';
import { AppError } from '../../../src/platform/lib/errors.ts';
import { randomIds } from '../../../src/platform/lib/ids.ts';
import { silentLog } from '../../../src/platform/lib/logger.ts';
import { Secret } from '../../../src/platform/lib/secret.ts';
import { type Database, openDatabase } from '../../../src/platform/storage/database.ts';
import { createTestPolicy } from '../../../test/support/policy.ts';
import { serve } from '../../cluster/serve-parent.ts';

interface Ordered {
  readonly order: Order;
  readonly asker: Asker;
  /** A GUID. */
  readonly correlation: string;
  /** The `translation:` section. */
  readonly policy: string;
}

/** How one run of an order ended. */
export interface Ended {
  readonly code: 'done' | (string & {});
  /** Characters that were foreseen before the first request; none where none was to go out. */
  readonly foreseen: number;
  /** Requests whose reservation was not what the vendor said it charged. */
  readonly surprises: readonly string[];
}

/** What the parent may ask of the process that is killed. */
export interface LedgerFunctions {
  open(databaseUrl: string, translator: { readonly url: string; readonly key: string }): Promise<void>;
  translate(ordered: Ordered): Promise<Ended>;
}

let database: Database;
let vendor: VendorClient;
const breaker = createQuotaBreaker();

/** The meter, and a witness beside it. */
const observed = (meter: Meter): { readonly meter: Meter; foreseen(): number; readonly surprises: string[] } => {
  const surprises: string[] = [];
  let foreseen = 0;
  return {
    surprises,
    foreseen: () => foreseen,
    meter: {
      ...meter,
      foresee(characters, asker) {
        foreseen += characters;
        return meter.foresee(characters, asker);
      },
      async reserve(characters, asker) {
        const reservation = await meter.reserve(characters, asker);
        return {
          again: () => reservation.again(),
          settle(charged) {
            if (charged && charged !== characters) surprises.push(`${characters} reserved, ${charged} charged`);
            return reservation.settle(charged);
          },
        };
      },
    },
  };
};

const functions: LedgerFunctions = {
  async open(databaseUrl, { url, key }) {
    database = await openDatabase(databaseUrl, {
      ...{ ...usageMigrations, ...responseMigrations, ...termMigrations, ...translationMigrations },
    });
    const http = createHttp({ clock: systemClock, log: silentLog });
    const settings = { namespace: 'Vendor' as const, translator: { baseUrl: url, key: new Secret(key) } };
    vendor = createVendorClient({ http, settings, clock: systemClock, ids: randomIds, log: silentLog });
  },
  async translate({ order, asker, correlation, policy: text }) {
    const policy = createTestPolicy(text, [translationSection]);
    const services = { database, policy, clock: systemClock };
    const { meter, foreseen, surprises } = observed(createMeter(services, correlation));
    const code = await translate(order, asker, {
      call: (question, options) => vendor.call(translateText, question, options),
      profile: vendor.profile,
      cache: createResponseCache(services),
      meter,
      breaker,
      terms: createTerms(services),
      mostTexts: Number.POSITIVE_INFINITY,
      settings: { lowScore: 0.5 },
      progress: () => {},
      stopping: () => false,
      endBy: systemClock.now() + MINUTE,
      parked: {},
      correlation,
      now: systemClock.now,
    }).then(
      () => 'done',
      (error: unknown) => {
        if (error instanceof AppError) return error.code;
        throw error;
      },
    );
    return { code, foreseen: foreseen(), surprises };
  },
};

serve(functions);
