import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { createHttp } from '../http/http.ts';
import { systemClock } from '../lib/clock.ts';
import { AppError } from '../lib/errors.ts';
import { randomIds } from '../lib/ids.ts';
import { silentLog } from '../lib/logger.ts';
import { createVendorClient } from '../vendor/client.ts';
import { VendorError } from '../vendor/errors.ts';
import type { AnyOperation, Parts } from '../vendor/operation.ts';
import { findOperation, operations } from '../vendor/operations/index.ts';
import { profileOf } from '../vendor/profile.ts';
import { type VendorSettings, vendorEnvironment, vendorSettings } from '../vendor/settings.ts';
import { headersOf } from '../vendor/transport.ts';
import { addressOf, freezeParts } from '../vendor/wire.ts';

const USAGE = 'call ID --input FILE [--dry-run]\ncall --list';

/** Numbers and booleans of a query are written as JSON writes them. */
const words = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).transform(String));

const inputFile = z.strictObject({
  path: words.default({}),
  query: words.default({}),
  /** In lower case, so that the credential of the settings takes the place of one in the file. */
  headers: words
    .default({})
    .transform((headers) =>
      Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
    ),
  body: z.unknown().optional(),
});

/** What is wrong with the command line, its file or the settings; never a value of a setting. */
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
  if (!operation) throw new UsageProblem(`no operation ${id}; --list names them all`);
  const parts = readParts(values.input);
  const settings = readSettings();
  print(values['dry-run'] ? describe(operation, parts, settings) : await send(operation, parts, settings));
};

const readParts = (file: string): Parts => {
  try {
    return inputFile.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message;
    throw new UsageProblem(`${file}: ${reason}`);
  }
};

const readSettings = (): VendorSettings => {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const read = vendorEnvironment.safeParse(process.env);
  if (read.success) return vendorSettings(read.data);
  const problems = read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new UsageProblem(`settings missing or wrong: ${problems.join('; ')}`);
};

/** What would be sent, with every secret masked. */
const describe = (operation: AnyOperation, parts: Parts, settings: VendorSettings): unknown => {
  const profile = profileOf(settings.namespace);
  const frozen = freezeParts(operation, parts, profile);
  const own = headersOf({ body: frozen.body, correlation: randomIds.guid() }, profile);
  return {
    method: frozen.method,
    url: addressOf(frozen, settings.baseUrl).href,
    headers: { ...parts.headers, ...own, authorization: 'Bearer ***' },
    body: frozen.body === null ? null : JSON.parse(frozen.body),
  };
};

const send = async (operation: AnyOperation, parts: Parts, settings: VendorSettings): Promise<unknown> => {
  const http = createHttp({ clock: systemClock, log: silentLog });
  try {
    const deps = { http, settings, clock: systemClock, ids: randomIds, log: silentLog };
    return await createVendorClient(deps).raw(operation, parts);
  } finally {
    await http.close();
  }
};

/** The error as JSON: the vendor's own words where there are any. */
const describeError = (error: unknown): unknown => {
  if (error instanceof VendorError) {
    const { code, status, vendorCode, vendorMessage, failedRules, target, details, requestId, correlationId } = error;
    const { arrived, retryable, retryAfterMs } = error;
    const ids = { requestId, correlationId };
    return {
      code,
      status,
      vendorCode,
      vendorMessage,
      failedRules,
      target,
      details,
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
