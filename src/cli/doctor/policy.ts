import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { features } from '#features/index.ts';
import type { Probe } from '#features/probe.ts';
import { peopleSignInOf, sectionsFor } from '#features/sign-in-wiring.ts';
import type { Http } from '#platform/http/http.ts';
import { systemClock as clock, systemClock } from '#platform/lib/clock.ts';
import { randomIds } from '#platform/lib/ids.ts';
import { silentLog } from '#platform/lib/logger.ts';
import { isMountedAlone } from '#policy/file/policy-file.ts';
import { openPolicy } from '#policy/file/policy-store.ts';
import type { Policy } from '#policy/policy.ts';
import { formatProblem, PolicyInvalid } from '#policy/problems/problem.ts';
import { openGraph } from '#teams/directory/directory.ts';
import { DirectoryUnread } from '#teams/directory/graph.ts';
import type { Setup } from './examine.ts';
import { type Checked, Failing, type Found, type Message, type Report, works } from './report.ts';

/** Reads the policy as Steward does at its start. @throws Failing with a line for each problem */
export const checkPolicy = async ({ config, trust }: Pick<Setup, 'config' | 'trust'>): Promise<Found<Policy>> => {
  const { policyFile, cloud, bot } = config;
  const file = resolve(policyFile);
  if (!existsSync(file))
    throw new Failing({ text: cloud ? 'doctor.policy.missing' : 'doctor.policy.noSandbox', values: { file } });
  try {
    const sections = sectionsFor(peopleSignInOf(config, trust));
    const { tenantId } = bot;
    const store = await openPolicy({ file, sections, clock: systemClock, log: silentLog, tenantId });
    const value = store.current();
    const { people, places, conversations } = value;
    const values = { people: people.length, places: places.length, conversations: conversations.length };
    if (await isMountedAlone(file))
      return { text: 'doctor.policy.mountedAlone', values: { file }, value, state: 'byHand' };
    return { text: 'doctor.policy.works', values, value };
  } catch (error) {
    if (!(error instanceof PolicyInvalid)) throw error;
    throw new Failing(
      ...error.problems.map((problem) => ({
        text: 'doctor.policy.problem' as const,
        values: { problem: formatProblem(file, problem) },
      })),
    );
  }
};

/** The features that read something of the vendor. */
export const areas = [
  'access',
  'apps',
  'billing',
  'containers',
  'data-share',
  'health',
  'subscriptions',
  'translation',
] as const;

interface AreaCheck {
  readonly title: Message;
  readonly works: Message;
  readonly probe: Probe;
}

/** A check for each thing that the policy names. @param now milliseconds since 1970 */
export const areaChecks = (policy: Policy, now: number): readonly AreaCheck[] =>
  areas.flatMap((area) => {
    const feature = features.find(({ name }) => name === area);
    return (feature?.probes?.(policy, now) ?? []).map((probe) => ({
      title: { text: `doctor.area.${area}`, values: { title: probe.title } } as const,
      works: { text: `doctor.read.${area}` } as const,
      probe,
    }));
  });

/** A check for each group of the directory that the policy names: who is in it, and whether they have names. */
export const askForGroups = (
  report: Report,
  { config }: Setup,
  http: Http,
  deadlineMs: number,
  policy: Policy,
  after: readonly Checked<unknown>[],
): void => {
  const graph = openGraph({ http, clock, ...config });
  for (const [group, id] of policy.directoryGroups) {
    report.check({ text: 'doctor.check.group', values: { group } }, after, async (): Promise<Found<undefined>> => {
      if (!graph) throw new Failing({ text: 'doctor.group.notSetUp' });
      const options = { deadlineMs, correlation: randomIds.guid() };
      const people = await graph.members(id, options).catch((error: unknown) => {
        throw explained(error, options.correlation);
      });
      const unnamed = people.filter(({ name }) => name === undefined).length;
      if (unnamed > 0) throw new Failing({ text: 'doctor.group.unnamed', values: { count: unnamed } });
      return works({ text: 'doctor.group.works', values: { count: people.length } });
    });
  }
};

const explained = (error: unknown, correlation: string): unknown => {
  if (!(error instanceof DirectoryUnread)) return error;
  const { requestId } = error;
  return new Failing({
    text: error.textKey,
    ids: { correlation, ...(requestId === '' ? {} : { request: requestId }) },
  });
};
