import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { peopleSignInOf, sectionsFor } from '#features/sign-in-wiring.ts';
import { systemClock } from '#platform/lib/clock.ts';
import { silentLog } from '#platform/lib/logger.ts';
import { isMountedAlone } from '#policy/file/policy-file.ts';
import { openPolicy } from '#policy/file/policy-store.ts';
import type { Policy } from '#policy/policy.ts';
import { formatProblem, PolicyInvalid } from '#policy/problems/problem.ts';
import type { Setup } from './examine.ts';
import { Failing, type Found } from './report.ts';

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
