import { existsSync, readFileSync } from 'node:fs';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { SECRETS_DIR } from '#platform/config/config.ts';
import type { CredentialSource } from '#platform/config/credentials.ts';
import type { Environment } from '#platform/config/read-group.ts';
import { systemClock } from '#platform/lib/clock.ts';

/** The arguments of a command. @param usage its lines of use, which become the error @throws Error for any other argument */
export const readArguments = <const Config extends ParseArgsConfig>(
  usage: string,
  config: Config,
): ReturnType<typeof parseArgs<Config>> => {
  try {
    return parseArgs(config);
  } catch {
    throw new Error(usage);
  }
};

/** Runs a command to its exit code; an error is one line on stderr, without a stack, and code 1. */
export const runCommand = async (main: () => Promise<0 | 1>): Promise<void> => {
  try {
    process.exitCode = await main();
  } catch (error) {
    console.error(error instanceof Error ? error.message : 'unknown fault');
    process.exitCode = 1;
  }
};

/** Where a command reads credentials from: the settings, and this machine's files. */
export const credentialSource = (given: Environment): CredentialSource => ({
  given,
  secretsDir: given['SECRETS_DIR'] ?? SECRETS_DIR.production,
  readFile: (path) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined),
  now: systemClock.now(),
});
