import type { EventLevel, Script } from '../../../sandbox/cloud/health/script.ts';
import { type Level, levels } from '../../../src/engine/alerts/feed/signal.ts';
import { DAY } from '../../../src/platform/lib/clock.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import type { Dice } from '../../lib/dice.ts';

/** One update of an incident, with its changes. */
export interface Step {
  /** From this update on; unchanged where absent. */
  readonly level?: Level;
  /** Regions that are affected from this update on. */
  readonly spreads: readonly string[];
  /** Regions that have recovered with this update; with the last one the incident is resolved. */
  readonly resolves: readonly string[];
  /** A post-incident review in the same event. */
  readonly review?: true;
}

/** A generated incident: the same for the same random numbers. */
export interface Incident {
  /** Tracking id in the vendor's format. */
  readonly name: string;
  /** A mark that is only in its title. */
  readonly mark: string;
  readonly reach: 'production' | 'staging' | 'both';
  readonly steps: readonly Step[];
  /** The name by which a review in a separate event refers to it, one step after its last; undefined without such a review. */
  readonly reviewedBy?: 'name' | 'number';
}

/** A mark of this step only: a card with it shows the newest update. */
export const wordAt = ({ mark }: Pick<Incident, 'mark'>, step: number): string => `${mark}Word${step}E`;

/**
 * The name and mark of an incident, by its number for one seed. No short name has an L or a U: a watch called W-3T5TK would else be taken
 * for a message about incident 5.
 */
export const namesOf = (number: number): Pick<Incident, 'name' | 'mark'> => ({
  name: `P${number.toString(36).toUpperCase().padStart(3, '0')}-INC`,
  mark: `L${number}L`,
});

/** The same for its review in a separate event. */
export const reviewNamesOf = ({ name, mark }: Pick<Incident, 'name' | 'mark'>): Pick<Incident, 'name' | 'mark'> => ({
  name: name.replace('-INC', '-RCA'),
  mark: mark.replaceAll('L', 'U'),
});

const REGIONS = ['West Europe', 'North Europe', 'France Central', 'East Asia', 'UK South'];

/** The state of an incident after some of its steps. */
interface Standing {
  readonly level: Level;
  readonly open: readonly string[];
  readonly well: readonly string[];
}

const NOWHERE: Standing = { level: 'informational', open: [], well: [] };

/** @param steps the first ones, at least one */
export const standingAfter = (steps: readonly Step[]): Standing =>
  steps.reduce(
    (now, { level = now.level, spreads, resolves }) => ({
      level,
      open: [...now.open, ...spreads].filter((region) => !resolves.includes(region)),
      well: [...now.well, ...resolves],
    }),
    NOWHERE,
  );

/**
 * The history of one incident.
 * @param updates number of updates after the first
 * @param ends whether the last one resolves it
 */
export const stepsOf = (dice: Dice, updates: number, ends: boolean): Step[] => {
  const first: Step = {
    level: dice.pick(levels),
    spreads: REGIONS.slice(0, dice.pick([1, 2])),
    resolves: [],
  };
  const steps = [first];
  for (let update = 1; update <= updates; update += 1) {
    const now = standingAfter(steps);
    steps.push(ends && update === updates ? { spreads: [], resolves: now.open } : nextStep(dice, now));
  }
  return steps;
};

/** An update without changes, or with one or two. The last region stays affected. */
const nextStep = (dice: Dice, now: Standing): Step => {
  const fresh = REGIONS.filter((region) => ![...now.open, ...now.well].includes(region));
  const [touched] = fresh;
  const [well, ...others] = now.open;
  return {
    ...(dice.oneIn(3) ? { level: dice.pick(levels.filter((level) => level !== now.level)) } : {}),
    spreads: touched !== undefined && dice.oneIn(4) ? [touched] : [],
    resolves: well !== undefined && others.length > 0 && dice.oneIn(4) ? [well] : [],
  };
};

/** Time of each step of an incident, in milliseconds after the scripts were set. */
type Pace = (step: number) => number;

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
