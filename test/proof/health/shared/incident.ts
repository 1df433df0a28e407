import { type Level, levels } from '../../../../src/alerts/feed/signal.ts';
import type { Dice } from '../../run-on-stores.ts';

/** One word of the vendor about an incident, and what changes with it. */
export interface Step {
  /** From now on; as before where absent. */
  readonly level?: Level;
  /** Regions that are touched from now on. */
  readonly spreads: readonly string[];
  /** Regions that are well from now on; with its last one the incident is over. */
  readonly resolves: readonly string[];
  /** A review after the fact, told in place. */
  readonly review?: true;
}

/** An incident as the proof makes it up: the same for the same dice. */
export interface Incident {
  /** Tracking id, as the vendor writes them. */
  readonly name: string;
  /** A word that stands in its title and nowhere else. */
  readonly mark: string;
  readonly reach: 'production' | 'staging' | 'both';
  readonly steps: readonly Step[];
  /** What a review names it by that comes as an event of its own, one step after its last; undefined where none comes. */
  readonly reviewedBy?: 'name' | 'number';
}

/** A word that only this step of the incident says: a card that has it says the newest. */
export const wordAt = ({ mark }: Pick<Incident, 'mark'>, step: number): string => `${mark}Word${step}E`;

/** The name and the title's own word of an incident, by its number among all that one seed makes. */
export const namesOf = (number: number): Pick<Incident, 'name' | 'mark'> => ({
  name: `P${number.toString(36).toUpperCase().padStart(3, '0')}-INC`,
  mark: `T${number}T`,
});

/** The same of its review, as an event of its own. */
export const reviewNamesOf = ({ name, mark }: Pick<Incident, 'name' | 'mark'>): Pick<Incident, 'name' | 'mark'> => ({
  name: name.replace('-INC', '-RCA'),
  mark: mark.replaceAll('T', 'R'),
});

const REGIONS = ['West Europe', 'North Europe', 'France Central', 'East Asia', 'UK South'];

/** How an incident stands after some of its steps. */
export interface Standing {
  readonly level: Level;
  readonly open: readonly string[];
  readonly well: readonly string[];
}

const NOWHERE: Standing = { level: 'informational', open: [], well: [] };

/** @param steps the first of them, at least one */
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
 * A story of one incident.
 * @param updates how many words follow the first
 * @param ends whether the last of them says that it is over
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

/** A word alone, or with one or two things that change. The last region stays touched. */
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
