import { AppError } from '#platform/lib/errors.ts';
import { notAllowed } from '#policy/not-allowed.ts';
import type { Policy } from '#policy/policy.ts';
import type { ChangeKind } from '../change-kind.ts';
import { questionOf, type Reviewed, reviewOf } from './review.ts';
import { type ChangeRule, findRule } from './rules.ts';

/** The policy on a draft, before it becomes a request. */
type CheckedDraft =
  | { readonly rule: ChangeRule; readonly needs: number; readonly refused?: undefined }
  | { readonly refused: AppError };

const notRequestable = (policy: Policy, kind: ChangeKind, terms: unknown): AppError =>
  notAllowed(
    'changes.refused.notAllowed',
    policy,
    (person) => findRule(policy, questionOf(policy, kind, terms, person)) !== undefined,
  );

const unknownRequester = (unread: readonly string[]): AppError =>
  new AppError({
    code: 'Policy.Unread',
    text: 'changes.refused.unreadRequester',
    values: { groups: unread.join(', ') },
    retryable: true,
  });

/** Refused where no rule takes it, where its terms are forbidden, and where too few people could decide it. */
export const checkDraft = (
  policy: Policy,
  kind: ChangeKind,
  draft: Pick<Reviewed, 'terms' | 'requester'>,
  now: number,
): CheckedDraft => {
  const { rule, unread, needs, possible } = reviewOf(policy, kind, { ...draft, needs: 0 }, []);
  if (!rule)
    return { refused: unread.length > 0 ? unknownRequester(unread) : notRequestable(policy, kind, draft.terms) };
  const forbidden = kind.forbids?.(draft.terms, policy, now);
  if (forbidden) return { refused: new AppError({ code: 'Policy.Denied', ...forbidden }) };
  if (possible) return { rule, needs };
  // Without another decider it escalates at once.
  if (reviewOf(policy, kind, { ...draft, needs: 0, escalatedAt: now }, []).possible) return { rule, needs };
  const values = { rule: rule.name };
  return { refused: new AppError({ code: 'Policy.NobodyDecides', text: 'changes.refused.nobodyDecides', values }) };
};
