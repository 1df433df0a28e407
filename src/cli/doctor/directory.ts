import type { Http } from '#platform/http/http.ts';
import { systemClock as clock } from '#platform/lib/clock.ts';
import { randomIds } from '#platform/lib/ids.ts';
import type { Policy } from '#policy/policy.ts';
import { openGraph } from '#teams/directory/access.ts';
import { DirectoryUnread } from '#teams/directory/graph.ts';
import type { Setup } from './examine.ts';
import { type Checked, Failing, type Found, type Report, works } from './report.ts';

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
