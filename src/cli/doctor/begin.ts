import { type ConfigResult, readConfig } from '#platform/config/config.ts';
import { channelTrust } from '#teams/connector/trust.ts';
import { sandboxBot, tenantId } from '../../../sandbox/world.ts';
import { examine, OF_THE_SETTINGS, type Setup } from './examine.ts';
import { Failing, type Report, works } from './report.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Asks for every check of production, or else of the sandbox. @param readFile undefined for no file @returns ends what is still under way */
export const begin = async (
  report: Report,
  environment: Environment,
  readFile: (path: string) => string | undefined,
  deadlineMs: number,
): Promise<() => Promise<void>> => {
  const refusedIds = [tenantId, sandboxBot.appId, sandboxBot.appPassword];
  const read = readConfig(environment, { refusedIds, readFile });
  if (read.ok)
    return examine(report, await setupOf(read.config), {
      certificates: environment['NODE_EXTRA_CA_CERTS'],
      deadlineMs,
    });
  const problems = read.problems.map((problem) => ({ text: 'doctor.settings.problem', values: { problem } }) as const);
  const settings = report.check({ text: 'doctor.check.settings' }, [], async () => {
    throw new Failing(...problems);
  });
  for (const text of OF_THE_SETTINGS) report.check({ text }, [settings], async () => works({ text }));
  return async () => {};
};

type Config = Extract<ConfigResult, { readonly ok: true }>['config'];

/** The image of production does not contain the sandbox. */
/** What Steward would run with, by its settings. */
export const setupOf = async (config: Config): Promise<Setup> => {
  if (config.mode === 'sandbox') return (await import('./sandbox.ts')).sandboxSetup(config);
  const { cloud, bot } = config;
  const trust = channelTrust(cloud, bot.tenantId);
  return { config, trust, message: { text: 'doctor.settings.works' } };
};
