import type { EventLevel, Script } from '../../../sandbox/cloud/health/script.ts';
import { DAY } from '../../../src/platform/lib/clock.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import { type Incident, reviewNamesOf, type Step, wordAt } from './incident.ts';

/** Time of each step of an incident, in milliseconds after the scripts were set. */
export type Pace = (step: number) => number;

const LEVELS: Readonly<Record<NonNullable<Step['level']>, EventLevel>> = {
  critical: 'Critical',
  error: 'Error',
  warning: 'Warning',
  informational: 'Informational',
};

/** The vendor's scripts for an incident, with one for a review that is a separate event. */
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

/** Replaces all events by these scripts; their times count from now. */
export const putScripts = async (cluster: Cluster, scripts: readonly Script[]): Promise<void> => {
  const response = await fetch(`${cluster.vendor.url}/__sandbox/health-events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ scripts, alone: true }),
  });
  if (response.status !== 200) throw new Error(`the events were refused: ${await response.text()}`);
};

/** Removes the sandbox's story without a replacement. */
export const clearStory = (cluster: Cluster): Promise<void> =>
  putScripts(
    cluster,
    scriptsOf(UNHEARD_OF, () => NEVER_MS),
  );

const NEVER_MS = 3_000 * DAY;
const UNHEARD_OF: Incident = {
  ...{ name: 'PNIL-INC', mark: 'L0L', reach: 'both' },
  steps: [{ level: 'informational', spreads: ['West Europe'], resolves: [] }],
};
