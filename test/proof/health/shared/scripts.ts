import { DAY } from '../../../../src/lib/clock.ts';
import type { EventLevel, Script } from '../../../../src/sandbox/vendor/health/script.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import { type Incident, reviewNamesOf, type Step, wordAt } from './incident.ts';

/** When each step of an incident is said; milliseconds from the moment at which the scripts are put in. */
export type Pace = (step: number) => number;

const LEVELS: Readonly<Record<NonNullable<Step['level']>, EventLevel>> = {
  critical: 'Critical',
  error: 'Error',
  warning: 'Warning',
  informational: 'Informational',
};

/** What the vendor tells of an incident, its review as an event of its own too. */
export const scriptsOf = (incident: Incident, at: Pace): Script[] => {
  const { name, mark, reach, steps, reviewedBy } = incident;
  const [first, ...more] = steps.map((step, index) => stageOf(incident, step, index, at));
  if (!first) throw new Error('an incident has at least one step');
  const script: Script = {
    ...{ name, reach, eventType: 'ServiceIssue', services: ['SQL Database'], title: `Trouble ${mark}` },
    ...(reviewedBy === 'number' ? { properties: { externalIncidentId: numberOf(incident) } } : {}),
    begins: at(0) - 60_000,
    stages: [first, ...more],
  };
  return reviewedBy ? [script, reviewOf(incident, reviewedBy, at(steps.length))] : [script];
};

const stageOf = (incident: Incident, step: Step, index: number, at: Pace): Script['stages'][number] => ({
  at: at(index),
  says: `It goes on: ${wordAt(incident, index)}.`,
  ...(step.level === undefined ? {} : { eventLevel: LEVELS[step.level] }),
  ...(step.spreads.length > 0 ? { spreads: [...step.spreads] } : {}),
  ...(step.resolves.length > 0 ? { resolves: [...step.resolves] } : {}),
  ...(step.review ? { changes: { hirStage: 'rca' } } : {}),
});

/** The vendor's number of an incident. */
const numberOf = ({ mark }: Incident): string => mark.replace(/\D/g, '').padStart(9, '0');

const reviewOf = (incident: Incident, by: 'name' | 'number', at: number): Script => {
  const { name, mark } = reviewNamesOf(incident);
  return {
    ...{ name, reach: incident.reach, eventType: 'RCA', services: ['SQL Database'] },
    title: by === 'name' ? `What led to ${incident.name}: ${mark}` : `What led to it: ${mark}`,
    ...(by === 'number' ? { properties: { externalIncidentId: numberOf(incident) } } : {}),
    begins: at - 60_000,
    stages: [
      {
        ...{ at, eventLevel: 'Informational', says: `The cause: ${wordAt({ mark }, 0)}.` },
        ...{ spreads: ['West Europe'], resolves: ['West Europe'] },
      },
    ],
  };
};

/** Puts scripts in, in place of all events that were there; their time counts from now on. */
export const putScripts = async (cluster: Cluster, scripts: readonly Script[]): Promise<void> => {
  const response = await fetch(`${cluster.vendor.url}/__sandbox/health-events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ scripts, alone: true }),
  });
  if (response.status !== 200) throw new Error(`the events were refused: ${await response.text()}`);
};

/** The story of the sandbox goes, and nothing is told in its place. */
export const clearStory = (cluster: Cluster): Promise<void> =>
  putScripts(
    cluster,
    scriptsOf(UNHEARD_OF, () => NEVER_MS),
  );

const NEVER_MS = 3_000 * DAY;
const UNHEARD_OF: Incident = {
  ...{ name: 'PNIL-INC', mark: 'T0T', reach: 'both' },
  steps: [{ level: 'informational', spreads: ['West Europe'], resolves: [] }],
};
