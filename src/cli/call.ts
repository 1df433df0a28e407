import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { createVendorClient } from '../api/client.ts';
import { VendorError } from '../api/errors/errors.ts';
import type { CredentialKind, Parts } from '../api/operation.ts';
import { findOperation, operations } from '../api/operations/index.ts';
import { withCloud } from '../api/services/cloud.ts';
import {
  appManagementEnvironment,
  appManagementSettings,
  managementEnvironment,
  managementSettings,
  translatorEnvironment,
  translatorSettings,
  type VendorSettings,
} from '../api/services/settings.ts';
import { createHttp } from '../http/http.ts';
import { proxyEnvironment, proxyOf, proxyVariables } from '../http/proxy.ts';
import { systemClock } from '../lib/clock.ts';
import { AppError } from '../lib/errors.ts';
import { randomIds } from '../lib/ids.ts';
import { silentLog } from '../lib/logger.ts';

const USAGE = 'call ID --input FILE [--dry-run]\ncall --list';

/** Numbers and booleans in a query are written as in JSON. */
const value = z.union([z.string(), z.number(), z.boolean()]).transform(String);
const words = z.record(z.string(), value);
/** A list is a repeated parameter. */
const query = z.record(z.string(), z.union([value, z.array(value)]));

const inputFile = z.strictObject({
  path: words.default({}),
  query: query.default({}),
  /** In lower case, so that the credential from the settings replaces one in the file. */
  headers: words
    .default({})
    .transform((headers) =>
      Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
    ),
  body: z.unknown().optional(),
});

/** A problem with the command line, its file or the settings; never contains the value of a setting. */
class UsageProblem extends Error {
  override readonly name = 'UsageProblem';
}

const print = (value: unknown): void => console.log(JSON.stringify(value, null, 2));

const main = async (): Promise<void> => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { input: { type: 'string' }, 'dry-run': { type: 'boolean' }, list: { type: 'boolean' } },
  });
  if (values.list) {
    for (const { id, method, path, version } of operations) console.log(JSON.stringify({ id, method, path, version }));
    return;
  }
  const [id, ...rest] = positionals;
  if (id === undefined || rest.length > 0 || values.input === undefined) throw new UsageProblem(USAGE);
  const operation = findOperation(id);
  if (!operation) throw new UsageProblem(`no operation ${id}; --list shows all`);
  const parts = readParts(values.input);
  const settings = readSettings(operation.credential);
  const proxy = proxyOf(parseSettings(proxyEnvironment, proxyVariables(process.env)));
  const http = createHttp({ clock: systemClock, log: silentLog, proxy });
  const client = createVendorClient({ http, settings, clock: systemClock, ids: randomIds, log: silentLog });
  try {
    print(values['dry-run'] ? client.preview(operation, parts) : await client.raw(operation, parts));
  } finally {
    await http.close();
  }
};

const readParts = (file: string): Parts => {
  try {
    return inputFile.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message;
    throw new UsageProblem(`${file}: ${reason}`);
  }
};

/** The settings of one service: others may be missing or wrong. */
const readSettings = (service: CredentialKind): VendorSettings => {
  if (existsSync('.env')) process.loadEnvFile('.env');
  if (service === 'app') {
    const management = parseSettings(managementEnvironment);
    return { namespace: management.VENDOR_NAMESPACE, management: managementSettings(management) };
  }
  const { VENDOR_NAMESPACE } = managementEnvironment.shape;
  const namespace = parseSettings(z.object({ VENDOR_NAMESPACE: VENDOR_NAMESPACE.default('Vendor') })).VENDOR_NAMESPACE;
  return service === 'translator'
    ? { namespace, translator: translatorSettings(parseSettings(translatorEnvironment)) }
    : { namespace, appManagement: appManagementSettings(parseSettings(appManagementEnvironment)) };
};

const parseSettings = <T>(schema: z.ZodType<T>, given: unknown = withCloud(process.env)): T => {
  const read = schema.safeParse(given);
  if (read.success) return read.data;
  const problems = read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new UsageProblem(`settings missing or wrong: ${problems.join('; ')}`);
};

/** The error as JSON, in the vendor's own words if there are any. */
const describeError = (error: unknown): unknown => {
  if (error instanceof VendorError) {
    const { code, status, vendorCode, vendorMessage, failedRules, target, details, requestId, correlationId } = error;
    const { additionalInfo, arrived, retryable, retryAfterMs } = error;
    const ids = { requestId, correlationId };
    return {
      code,
      status,
      vendorCode,
      vendorMessage,
      failedRules,
      target,
      details,
      additionalInfo,
      ...ids,
      arrived,
      retryable,
      retryAfterMs,
    };
  }
  return { code: error instanceof AppError ? error.code : 'Usage', message: (error as Error).message };
};

try {
  await main();
} catch (error) {
  console.error(JSON.stringify({ error: describeError(error) }));
  process.exitCode = 1;
}
