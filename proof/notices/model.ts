import { HOUR, MINUTE } from '../../src/platform/lib/clock.ts';
import { localTime } from '../lib/local-time.ts';
import { type Choice, type Decider, deciders, groups, type Plan } from './plan.ts';

const isFree = ({ quiet, weekends, zone }: Choice, at: number): boolean => {
  const { minute, weekend } = localTime(zone, at);
  if (weekend && !weekends) return false;
  if (!quiet) return true;
  return quiet.from < quiet.to ? minute < quiet.from || minute >= quiet.to : minute < quiet.from && minute >= quiet.to;
};

/** Every zone's hours begin at whole quarters of an hour of UTC. */
const QUARTER = 15 * MINUTE;
const quarterAfter = (at: number): number => (Math.floor(at / QUARTER) + 1) * QUARTER;

const freeFrom = (choice: Choice, from: number): number => {
  let at = from;
  while (!isFree(choice, at)) at = quarterAfter(at);
  return at;
};

const dailyAfter = (choice: Choice, after: number): number => {
  const wanted = choice.quiet?.to ?? 9 * 60;
  // Near it at once, then by quarters: the clock may change on the way.
  const ahead = (wanted - localTime(choice.zone, after).minute + 1_440) % 1_440;
  let at = quarterAfter(ahead > 240 ? after + (ahead - 240) * MINUTE : after);
  for (;;) {
    const { minute, weekend } = localTime(choice.zone, at);
    if (minute === wanted && (choice.weekends || !weekend)) return at;
    at = minute === wanted ? at + 20 * HOUR : quarterAfter(at);
  }
};

/** What the model knows of one person. */
interface Known {
  choice: Choice;
  changedAt: number;
  since: number | undefined;
  /** Since when they are not left to the daily message: whoever becomes a stand-in is notified from then on. */
  directSince: number | undefined;
  notifiedAt: number | undefined;
  claimedAt: number | undefined;
  voted: boolean;
  digestAt: number;
}

/** What must come of a request when it is made. */
export type Expected = 'taken' | 'escalated' | 'refused';

/** Whom one request notifies and when, written from docs/policy.md alone. */
export const createModel = ({ rule, choices }: Plan, createdAt: number) => {
  const deadlineAt = createdAt + rule.answerHours * HOUR;
  const people = Object.fromEntries(
    deciders.map((key): [Decider, Known] => [
      key,
      {
        ...{ choice: choices[key], changedAt: createdAt, since: undefined, directSince: undefined },
        ...{ notifiedAt: undefined, claimedAt: undefined, voted: false, digestAt: dailyAfter(choices[key], createdAt) },
      },
    ]),
  ) as Record<Decider, Known>;
  let stage = 0;
  let escalatedAt: number | undefined;
  let isOver = false;

  const ofStage = (index: number): readonly Decider[] => {
    if (rule.kind === 'only' || rule.kind === 'nobody') return [];
    return rule.kind === 'stages' && index === 1 ? groups.second : groups.first;
  };
  const away = (key: Decider, at: number): boolean => (people[key].choice.awayUntil ?? 0) > at;

  const expected = (): Expected => {
    const there = (keys: readonly Decider[]): number => keys.filter((key) => !away(key, deadlineAt - 1)).length;
    const seats = rule.kind === 'stages' ? [1, 1] : [rule.kind === 'two' ? 2 : 1];
    const missing = seats.reduce((sum, seat, index) => sum + Math.max(0, seat - there(ofStage(index))), 0);
    if (missing === 0) return 'taken';
    return rule.escalateHours !== undefined && missing <= there(groups.chiefs) ? 'escalated' : 'refused';
  };

  const awaited = (): readonly Decider[] =>
    isOver
      ? []
      : [...ofStage(stage), ...(escalatedAt === undefined ? [] : groups.chiefs)].filter((key) => !people[key].voted);

  const wayOf = (key: Decider, at: number): Choice['way'] => {
    const { way } = people[key].choice;
    const standsIn = awaited().some((other) => away(other, at) && people[other].choice.standIn === key);
    return way === 'digest' && standsIn ? 'chat' : way;
  };

  /** Who is awaited now and was not before has waited since this moment. */
  const mark = (at: number): void => {
    for (const key of awaited()) {
      people[key].since ??= at;
      if (wayOf(key, at) === 'digest') people[key].directSince = undefined;
      else people[key].directSince ??= at;
    }
  };

  const dueAt = (key: Decider, at: number): number => {
    const { choice, since = at, directSince = at, changedAt, notifiedAt, claimedAt, digestAt } = people[key];
    if (wayOf(key, at) === 'digest') return away(key, digestAt) ? Number.POSITIVE_INFINITY : digestAt;
    const last =
      notifiedAt === undefined && claimedAt === undefined ? undefined : Math.max(notifiedAt ?? 0, claimedAt ?? 0);
    if (last !== undefined && rule.remindHours === undefined) return Number.POSITIVE_INFINITY;
    const wanted = last === undefined ? since : last + (rule.remindHours ?? 0) * HOUR;
    return freeFrom(choice, Math.max(wanted, choice.awayUntil ?? 0, changedAt, directSince));
  };

  const escalateAt = (): number =>
    rule.escalateHours === undefined || escalatedAt !== undefined
      ? Number.POSITIVE_INFINITY
      : createdAt + rule.escalateHours * HOUR;

  return {
    deadlineAt,
    expected,
    awaited,
    dueAt,
    /** The next moment after this one at which something must happen. */
    next: (after: number): number => {
      const digests = deciders.map((key) => people[key].digestAt);
      const moments = [...awaited().map((key) => dueAt(key, after)), ...digests, escalateAt(), deadlineAt];
      return Math.min(...moments.filter((at) => at > after));
    },
    begin: (escalated: boolean): void => {
      if (escalated) escalatedAt = createdAt;
      mark(createdAt);
    },
    /** @returns who must be notified at this moment */
    at: (now: number): ReadonlySet<Decider> => {
      if (escalateAt() <= now && !isOver && now < deadlineAt) {
        escalatedAt = now;
      }
      mark(now);
      const due = now >= deadlineAt ? [] : awaited().filter((key) => dueAt(key, now) <= now);
      for (const key of deciders) {
        const known = people[key];
        if (known.digestAt <= now) known.digestAt = dailyAfter(known.choice, now);
      }
      return new Set(due);
    },
    escalatedAt: () => escalatedAt,
    notified: (key: Decider, at: number): void => {
      people[key].notifiedAt = at;
    },
    claimed: (key: Decider, at: number): void => {
      people[key].claimedAt = at;
    },
    chose: (key: Decider, choice: Choice, at: number): void => {
      Object.assign(people[key], { choice, changedAt: at, digestAt: dailyAfter(choice, at) });
    },
    voted: (key: Decider, approves: boolean, at: number): void => {
      people[key].voted = true;
      if (approves && rule.kind === 'stages') stage = 1;
      mark(at);
    },
    over: (): void => {
      isOver = true;
    },
  };
};
