import { type PersonKey, type Plan, type Rules, ruleOf, type Step, type WantedLine } from './plan.ts';

/** What docs/policy.md says becomes of a line. */
export type LineState = 'refused' | 'waiting' | 'denied' | 'cancelled' | 'done' | 'failed' | 'expired';

interface ModelLine {
  readonly wanted: WantedLine;
  state: LineState;
  /** The approvals that the rule required when it was asked for. */
  readonly needs: number;
  readonly votes: Set<PersonKey>;
}

export interface Model {
  readonly lines: readonly ModelLine[];
  press(step: Extract<Step, { readonly kind: 'press' }>): void;
  follow(next: Rules): void;
  /** The time to decide is over. */
  expire(): void;
}

const ASKER: PersonKey = 'ana';

export const keyOf = ({ role, at, who }: WantedLine): string => `${role} ${at} ${who}`;

/** One batch by the rules of docs/policy.md: each line is a request of its own. */
export const createModel = ({ lines: wanted }: Pick<Plan, 'lines'>): Model => {
  let rules: Rules = 'usual';
  const taken = new Set(wanted.filter((line) => line.taken).map(keyOf));
  const granted = (line: WantedLine): LineState => (taken.has(keyOf(line)) ? 'failed' : 'done');
  const sent = new Set<string>();
  const lines = wanted.map((line): ModelLine => {
    const rule = ruleOf.usual[line.role];
    const isRefused = !rule || line.tooLong || sent.has(keyOf(line));
    const needs = rule?.approvals ?? 0;
    const made = (state: LineState): ModelLine => ({ wanted: line, state, needs, votes: new Set() });
    if (isRefused) return made('refused');
    sent.add(keyOf(line));
    return made(needs === 0 ? granted(line) : 'waiting');
  });

  const decide = (line: ModelLine, by: PersonKey, verdict: 'approve' | 'deny'): void => {
    const rule = ruleOf[rules][line.wanted.role];
    if (!rule?.decide.includes(by) || by === ASKER || by === line.wanted.who) return;
    if (verdict === 'deny') {
      // Nobody can deny while their own approval counts.
      if (!line.votes.has(by)) line.state = 'denied';
      return;
    }
    line.votes.add(by);
    const counting = [...line.votes].filter((one) => rule.decide.includes(one)).length;
    if (counting >= Math.max(rule.approvals, line.needs)) line.state = granted(line.wanted);
  };

  return {
    lines,
    press({ by, verdict, line: only }) {
      for (const line of only === undefined ? lines : lines.slice(only, only + 1)) {
        if (line.state !== 'waiting') continue;
        if (verdict !== 'cancel') decide(line, by, verdict);
        // Whoever asked, and whoever it is for.
        else if (by === ASKER || by === line.wanted.who) line.state = 'cancelled';
      }
    },
    follow(next) {
      rules = next;
    },
    expire() {
      for (const line of lines) if (line.state === 'waiting') line.state = 'expired';
    },
  };
};
