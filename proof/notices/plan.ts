import { DAY, HOUR, MINUTE } from '../../src/platform/lib/clock.ts';
import type { Dice } from '../lib/dice.ts';
import { policyOf } from '../lib/policy-text.ts';

/** Ana asks; the others decide, in these groups. */
export const groups = {
  first: ['bo', 'cy', 'di'],
  second: ['ed', 'fi'],
  chiefs: ['gus', 'hal'],
  only: ['ana'],
  nobody: [],
} as const;
export const deciders = [...groups.first, ...groups.second, ...groups.chiefs] as const;
export type Decider = (typeof deciders)[number];

/** The rule of one run. */
interface PlannedRule {
  readonly kind: 'plain' | 'two' | 'stages' | 'only' | 'nobody';
  readonly denials: number;
  readonly remindHours: number | undefined;
  readonly escalateHours: number | undefined;
  readonly answerHours: number;
}

/** How one decider wants to be notified; times in minutes after midnight. */
export interface Choice {
  readonly way: 'mention' | 'chat' | 'digest';
  readonly quiet: { readonly from: number; readonly to: number } | undefined;
  readonly weekends: boolean;
  readonly zone: string;
  /** Milliseconds since 1970. */
  readonly awayUntil: number | undefined;
  readonly standIn: Decider | undefined;
}

/** What happens so long after the request. */
export interface Action {
  readonly afterMs: number;
  readonly does: 'approve' | 'deny' | 'claim' | 'cancel' | 'restart' | 'choose';
  readonly by: Decider;
  readonly choice: Choice;
}

export interface Plan {
  readonly rule: PlannedRule;
  readonly begin: number;
  readonly choices: Readonly<Record<Decider, Choice>>;
  readonly actions: readonly Action[];
}

const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland'] as const;

const YEARS = 40;
const FIRST_YEAR = Date.parse('2026-01-01T00:00:00Z');

/** Each zone's changes to and from summer time: most runs begin around one. */
const changesOfClock: readonly number[] = zones.flatMap((zone) => {
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
  const offset = (at: number): string => format.format(at).split(' ').at(-1) ?? '';
  const days = Array.from({ length: YEARS * 52 }, (_, week) => FIRST_YEAR + week * 7 * DAY);
  return days.flatMap((week) => {
    if (offset(week) === offset(week + 7 * DAY)) return [];
    const day = [0, 1, 2, 3, 4, 5, 6].find((n) => offset(week + n * DAY) !== offset(week + (n + 1) * DAY)) ?? 0;
    return [week + day * DAY];
  });
});

/** The next few of them. */
const clockChangesAfter = (at: number): readonly number[] =>
  changesOfClock.filter((one) => one > at && one < at + 200 * DAY);

const drawChoice = (dice: Dice, now: number): Choice => {
  const isAway = dice.oneIn(6);
  return {
    way: dice.pick(['mention', 'mention', 'chat', 'digest'] as const),
    quiet: dice.oneIn(2) ? { from: dice.pick([17, 20, 22, 0]) * 60, to: dice.pick([6, 8, 9]) * 60 } : undefined,
    weekends: !dice.oneIn(3),
    zone: dice.pick(zones),
    awayUntil: isAway ? now + (1 + dice.below(40)) * HOUR : undefined,
    standIn: isAway && dice.oneIn(2) ? dice.pick(deciders) : undefined,
  };
};

/** @param earliest the clock only goes forward */
export const drawPlan = (dice: Dice, earliest: number): Plan => {
  const near = dice.oneIn(2) ? dice.pick(clockChangesAfter(earliest + 3 * DAY)) : earliest + (3 + dice.below(20)) * DAY;
  const begin = near - dice.below(60) * HOUR + dice.below(60) * MINUTE + dice.below(60_000);
  const answerHours = dice.pick([4, 8, 24, 48, 72]);
  const escalateHours = dice.oneIn(3) ? undefined : dice.pick([1, 2, 3]) * (answerHours > 8 ? 6 : 1);
  const rule: PlannedRule = {
    // Without an escalation the policy takes no rule under which nobody decides at all.
    kind: dice.pick(
      escalateHours === undefined
        ? (['plain', 'plain', 'two', 'stages', 'only'] as const)
        : (['plain', 'plain', 'two', 'stages', 'stages', 'only', 'nobody'] as const),
    ),
    denials: dice.oneIn(3) ? 2 : 1,
    remindHours: dice.oneIn(4)
      ? undefined
      : Math.min(answerHours - 1, dice.pick([1, 2, 3, 6]) * (answerHours > 24 ? 3 : 1)),
    escalateHours,
    answerHours,
  };
  const everybodyIsAway = dice.oneIn(8);
  const draw = (): Choice => {
    const choice = drawChoice(dice, begin);
    return everybodyIsAway && !dice.oneIn(10) ? { ...choice, awayUntil: begin + 90 * HOUR } : choice;
  };
  const choices = Object.fromEntries(deciders.map((key) => [key, draw()])) as Plan['choices'];
  const actions = Array.from({ length: dice.below(7) }, (): Action => {
    // Many at the very moment at which something else is due.
    const whole = dice.oneIn(2) ? dice.below(answerHours) * HOUR : dice.below(answerHours * 60) * MINUTE;
    return {
      afterMs: whole,
      does: dice.pick(['approve', 'approve', 'deny', 'claim', 'claim', 'cancel', 'restart', 'choose'] as const),
      by: dice.pick(deciders),
      choice: drawChoice(dice, begin + whole),
    };
  });
  return { rule, begin, choices, actions: actions.toSorted((a, b) => a.afterMs - b.afterMs) };
};

/** The policy as Steward reads it. */
export const policyText = ({ kind, denials, remindHours, escalateHours, answerHours }: PlannedRule): string => {
  const deciding =
    kind === 'stages'
      ? { stages: [{ decide: ['first'] }, { decide: ['second'] }], denials: 1 }
      : {
          ...{ decide: [kind === 'only' || kind === 'nobody' ? kind : 'first'], denials },
          approvals: kind === 'two' ? 2 : 1,
        };
  const rule = {
    ...{ name: 'one', change: 'access.grant', ask: ['only', 'second'], ...deciding, card: 'here' },
    remind: remindHours && `${remindHours} hours`,
    escalate: escalateHours && { to: ['chiefs'], after: `${escalateHours} hours` },
  };
  return policyOf(['ana', ...deciders], {
    groups,
    changes: { answerWithin: `${answerHours} hours`, rules: [rule] },
  });
};
