import type { Db } from '#platform/storage/database.ts';
import { EVERYONE, SELF } from '#policy/model/entries.ts';
import type { Policy, PolicyPerson } from '#policy/policy.ts';
import type { ChangeState } from '../change.ts';
import type { ChangeKind } from '../change-kind.ts';
import type { ChangesCore } from '../core.ts';
import { isAway } from '../notices/settings.ts';
import { findSettings } from '../notices/store.ts';
import { lastDecisions, listChanges } from '../repository.ts';
import { reviewOf } from './review.ts';
import { type ChangeRule, changesPolicy, decidersOf, fits, ruleFor, stagesOf } from './rules.ts';
import { approvalsIn, fewestFor, type Stage, withAtLeast } from './stages.ts';

/** What a request would be about, if it were sent. */
export interface Previewed {
  readonly kind: string;
  readonly terms: unknown;
  /** Directory object id. */
  readonly requester: string;
}

/** Who would decide a request. */
export interface DecisionPreview {
  /** The approvals of all stages; 0: without a decision it is sent at once. */
  readonly needs: number;
  /** Whether enough people can decide it. */
  readonly possible: boolean;
  /** Whether the person in whose place somebody asks must accept it first. */
  readonly asksFirst: boolean;
  readonly stages: readonly (Pick<Stage, 'quorum'> & { readonly people: readonly PreviewedDecider[] })[];
}

interface PreviewedDecider {
  readonly name: string;
  /** As they said themselves. */
  readonly away: boolean;
}

/** Who would decide this by the policy, by stage. @returns undefined where no rule lets its requester ask for it */
export const previewOf = async (
  { database, policy: current, clock }: Pick<ChangesCore, 'database' | 'policy' | 'clock'>,
  kind: ChangeKind,
  { terms, requester }: Previewed,
): Promise<DecisionPreview | undefined> => {
  const policy = current.current();
  const review = reviewOf(policy, kind, { terms, requester: { objectId: requester }, needs: 0 }, []);
  if (!review.rule) return undefined;
  const { needs, possible, asksFirst } = review;
  const ids = review.deciders.map(({ objectId }) => objectId.toLowerCase());
  const settings = await findSettings(database.db, ids);
  const away = (objectId: string): boolean => {
    const own = settings.get(objectId.toLowerCase());
    return own !== undefined && isAway(own, clock.now());
  };
  const stages = review.stages.map(({ quorum, deciders }) => ({
    quorum,
    people: deciders.map(({ name, objectId }) => ({ name, away: away(objectId) })),
  }));
  return { needs, possible, asksFirst, stages };
};

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

/** A request that people decided, and how long it waited for that. */
export interface DecisionTime {
  readonly terms: unknown;
  /** Milliseconds from the request to the decision. */
  readonly waited: number;
}

/** Those that a decision ended, or that went on after it: not what was withdrawn or ran out of time. */
const DECIDED: readonly ChangeState[] = ['approved', 'doing', 'done', 'unconfirmed', 'failed', 'denied'];

/** Requests that are looked at. */
const LATEST = 100;

/** The latest decided requests of a kind, newest first; without those that needed no decision. */
export const decisionTimes = async (db: Db, kind: string): Promise<readonly DecisionTime[]> => {
  const decided = await listChanges(db, { kinds: [kind], states: DECIDED }, LATEST);
  const last = await lastDecisions(
    db,
    decided.map(({ id }) => id),
  );
  return decided.flatMap(({ id, terms, createdAt }) => {
    const at = last.get(id);
    return at === undefined ? [] : [{ terms, waited: at - createdAt }];
  });
};
