import { type ParseArgsConfig, parseArgs } from 'node:util';

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
