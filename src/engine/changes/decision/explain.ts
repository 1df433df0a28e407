import { EVERYONE, SELF } from '#policy/model/entries.ts';
import type { Policy, PolicyPerson } from '#policy/policy.ts';
import type { ChangeKind } from '../change-kind.ts';
import { fewestFor } from './quorum.ts';
import { type ChangeRule, changesPolicy, decidersOf, fits, ruleFor, stagesOf } from './rules.ts';
import { approvalsIn, withAtLeast } from './stages.ts';

/** A request that was not sent: who would ask for what, for themselves. */
interface Supposed {
  readonly kind: ChangeKind;
  /** What the rules can say of it, such as the role and the place. */
  readonly facets: Readonly<Record<string, string>>;
  /** Directory object id. */
  readonly requester: string;
}

/** Why a rule does not count: its `when` has other words for a facet, or only other people may ask. */
interface PassedRule {
  readonly rule: string;
  readonly facet?: string;
  /** The words that it has for the facet, or the groups and people who may ask. */
  readonly isFor: readonly string[];
}

/** What the policy says of a request, and why. */
export interface Explanation {
  /** The rules before the one that counts, with the reason why each does not. */
  readonly passed: readonly PassedRule[];
  /** undefined: it is unknown (`unread`), or the person may not request it. */
  readonly rule: ChangeRule | undefined;
  /** The group or person in `ask` by which they may. */
  readonly as: string | undefined;
  /** Groups of the directory that could not be read, and on which the answer depends. */
  readonly unread: readonly string[];
  readonly stages: readonly { readonly approvals: number; readonly people: readonly PolicyPerson[] }[];
  /** The number of approvals of all stages. */
  readonly needs: number;
}

/** Who may request this and who decides it, by the policy alone. */
export const explain = (policy: Policy, { kind, facets, requester }: Supposed): Explanation => {
  const question = { kind: kind.name, facets, requester, forSelf: true };
  const { rule, unread } = ruleFor(policy, question);
  const { rules } = changesPolicy(policy);
  const counts = rules.find((one) => fits(one, question) && (one === rule || policy.unreadAmong(one.ask).length > 0));
  const before = rules.slice(0, counts ? rules.indexOf(counts) : rules.length);
  const passed = before.filter(({ change }) => change.includes(kind.name)).map((one) => whyNot(one, facets));
  if (!rule) return { passed, rule, as: undefined, unread, stages: [], needs: 0 };
  const parties = { requester, concerns: [requester], byEmail: kind.concernsByEmail === true };
  const written = withAtLeast(stagesOf(rule), fewestFor(kind, facets, policy));
  const as = rule.ask.find((name) => name === EVERYONE || name === SELF || policy.isIn(requester, [name]));
  return {
    ...{ passed, rule, as, needs: approvalsIn(written) },
    unread: policy.unreadAmong(written.flatMap(({ decide }) => decide)),
    stages: written.map(({ decide, quorum }) => ({
      approvals: quorum.people,
      people: decidersOf(policy, rule, parties, decide),
    })),
  };
};

const whyNot = ({ name: rule, when, ask }: ChangeRule, facets: Supposed['facets']): PassedRule => {
  const [other] = Object.entries(when).filter(([name, words]) => !words.includes(facets[name] ?? ''));
  return other ? { rule, facet: other[0], isFor: other[1] } : { rule, isFor: ask };
};
