import { parseArgs } from 'node:util';
import { z } from 'zod';
import { systemClock } from '#platform/lib/clock.ts';
import { randomIds } from '#platform/lib/ids.ts';
import { createLogger } from '#platform/lib/logger.ts';
import { createVendorSandbox } from '../../sandbox/cloud/vendor-sandbox.ts';
import { ports } from '../../sandbox/world.ts';

const argumentsSchema = z.object({
  port: z.coerce.number().int().min(0).max(65_535).default(ports.vendor),
  namespace: z.enum(['Vendor', 'Microsoft']).default('Vendor'),
});

const fail = (message: string): never => {
  process.stderr.write(`${message}\n`);
  process.exit(1);
};

const readArguments = (): z.infer<typeof argumentsSchema> => {
  try {
    const options = { port: { type: 'string' }, namespace: { type: 'string' } } as const;
    return argumentsSchema.parse(parseArgs({ options }).values);
  } catch {
    return fail('usage: npm run sandbox:vendor -- --port <0 to 65535> --namespace Vendor|Microsoft');
  }
};

/** `npm run sandbox:vendor`: the vendor sandbox alone, with fresh state, until SIGTERM or SIGINT. */
const { port, namespace } = readArguments();
const sandbox = await createVendorSandbox({
  port,
  namespace,
  store: 'sqlite::memory:',
  clock: systemClock,
  ids: randomIds,
  log: createLogger('warn'),
  anyPrincipal: true,
  listLagMs: 0,
});

try {
  await sandbox.start();
} catch (error) {
  fail(`The vendor sandbox could not start: ${error instanceof Error ? error.message : 'unknown error'}`);
}

process.stdout.write(
  [
    `The ${namespace} sandbox listens on ${sandbox.url}`,
    `  token address  ${sandbox.tokenUrl}`,
    `  client         ${sandbox.client.id}, secret ${sandbox.client.secret}`,
    `  all there is   ${sandbox.url}/__sandbox/info`,
    '',
  ].join('\n'),
);

const end = async (): Promise<void> => {
  await sandbox.stop();
  process.exit(0);
};
process.once('SIGTERM', end);
process.once('SIGINT', end);
