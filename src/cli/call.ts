import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { createVendorClient, type VendorClient } from '#cloud/client.ts';
import { VendorError } from '#cloud/errors/errors.ts';
import type { AnyLong, CredentialKind, Parts } from '#cloud/operation.ts';
import { findOperation, operations } from '#cloud/operations/index.ts';
import { readManagement, readTranslator } from '#platform/config/config.ts';
import { type Read, readGroup } from '#platform/config/read-group.ts';
import {
  appManagementEnvironment,
  appManagementSettings,
  managementEnvironment,
  type VendorSettings,
} from '#platform/config/vendor-settings.ts';
import { createHttp } from '#platform/http/http.ts';
import { HttpFailure } from '#platform/http/message.ts';
import { systemMessage } from '#platform/http/network-trouble.ts';
import { proxyEnvironment, proxyOf, proxyVariables } from '#platform/http/proxy.ts';
import { withCloud } from '#platform/identity/cloud.ts';
import { systemClock } from '#platform/lib/clock.ts';
import { AppError } from '#platform/lib/errors.ts';
import { randomIds } from '#platform/lib/ids.ts';
import { silentLog } from '#platform/lib/logger.ts';
import { credentialSource } from './command.ts';

const USAGE = `usage: npm run -s call -- ID --input FILE [--no-wait | --dry-run]
       npm run -s call -- --list

Calls one operation of the vendor and prints its answer as JSON. A long-running operation is followed to its end.
  --list        lists the operations; docs/operations.md says more about each
  --input FILE  what to send, as JSON: {"path": …, "query": …, "headers": …, "body": …}, of which each may be left out
  --no-wait     prints the first answer of a long-running operation
  --dry-run     prints the request, secrets masked, and sends nothing

Which settings it needs, and examples: docs/settings.md, “One call”.`;
const HELP = '“npm run -s call -- --help” shows how to call';

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
  const { values, positionals } = readArguments();
  if (values.help) return console.log(USAGE);
  if (values.list) {
    for (const { id, method, path, version } of operations) console.log(JSON.stringify({ id, method, path, version }));
    return;
  }
  const [id, ...rest] = positionals;
  if (id === undefined || rest.length > 0 || values.input === undefined)
    throw new UsageProblem(`one operation and its --input FILE are needed; ${HELP}`);
  const operation = findOperation(id);
  if (!operation) throw new UsageProblem(`no operation ${id}; “npm run -s call -- --list” shows all`);
  const parts = readParts(values.input);
  const settings = readSettings(operation.credential);
  const proxy = proxyOf(settingsOf(readGroup(proxyEnvironment, proxyVariables(process.env))));
  const http = createHttp({ clock: systemClock, log: silentLog, proxy });
  const client = createVendorClient({ http, settings, clock: systemClock, ids: randomIds, log: silentLog });
  try {
    if (values['dry-run']) print(client.preview(operation, parts));
    else if (operation.kind === 'long' && !values['no-wait']) await followToEnd(client, operation, parts);
    else print(await client.raw(operation, parts));
  } finally {
    await http.close();
  }
};

const readArguments = () => {
  const flag = { type: 'boolean' } as const;
  const options = { input: { type: 'string' }, 'dry-run': flag, 'no-wait': flag, list: flag, help: flag } as const;
  try {
    return parseArgs({ allowPositionals: true, options });
  } catch (error) {
    throw new UsageProblem(`${(error as Error).message.split('. ')[0]}; ${HELP}`);
  }
};

/** The last answer on stdout; each step on its way there as a JSON line on stderr. Exit 1 where it ends without success. */
const followToEnd = async (client: VendorClient, operation: AnyLong, parts: Parts): Promise<void> => {
  for await (const { answer, step } of client.follow(operation, parts)) {
    const { progress, tracking, waitMs } = step;
    const next = progress === 'running' ? { poll: tracking, waitMs } : {};
    console.error(JSON.stringify({ step: { status: answer.status, progress, ...next } }));
    if (progress === 'running') continue;
    print(answer);
    if (progress === 'failed') process.exitCode = 1;
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
  const given = withCloud(process.env);
  const source = credentialSource(given);
  if (service === 'app') return settingsOf(readManagement(source));
  const { VENDOR_NAMESPACE } = managementEnvironment.shape;
  const named = z.object({ VENDOR_NAMESPACE: VENDOR_NAMESPACE.default('Vendor') });
  const { VENDOR_NAMESPACE: namespace } = settingsOf(readGroup(named, given));
  if (service === 'appManagement')
    return { namespace, appManagement: appManagementSettings(settingsOf(readGroup(appManagementEnvironment, given))) };
  const translator = settingsOf(readTranslator(source));
  // Steward's identity at the cloud may be what the translator is called with.
  return { ...('identity' in translator ? settingsOf(readManagement(source)) : { namespace }), translator };
};

/** In the words of the start and of the doctor. */
const settingsOf = <T>(read: Read<T>): T => {
  if (read.ok) return read.values;
  throw new UsageProblem(`This operation needs other settings: ${read.problems.join('; ')}`);
};

/** Which host did not answer, in the system's words, and the proxy on the way. */
const whyUnanswered = ({ cause, code }: VendorError): string => {
  const failure = cause instanceof HttpFailure ? cause : undefined;
  const proxy = proxyOf(settingsOf(readGroup(proxyEnvironment, proxyVariables(process.env))));
  const way = proxy ? `; HTTPS_PROXY leads through ${new URL(proxy.address.reveal()).host}` : '';
  return `${failure?.host ?? 'the vendor'} gave no answer: ${systemMessage(cause) ?? code}${way}`;
};

/** The error as JSON, in the vendor's own words if there are any. */
const describeError = (error: unknown): unknown => {
  if (error instanceof VendorError) {
    const { code, status, vendorCode, vendorMessage, failedRules, target, details, requestId, correlationId } = error;
    const { additionalInfo, arrived, retryable, retryAfterMs } = error;
    const ids = { requestId, correlationId };
    return {
      code,
      ...(status === 0 ? { message: whyUnanswered(error) } : {}),
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
