import { OWN_NOTICES } from '#platform/audit/events.ts';
import { iso } from '#platform/lib/clock.ts';
import { AppError } from '#platform/lib/errors.ts';
import type { Trx } from '#platform/storage/database.ts';
import { listed } from '#platform/texts/texts.ts';
import { notAllowed, type Policy } from '#policy/policy.ts';
import type { Person } from '../change.ts';
import type { ChangeKind } from '../change-kind.ts';
import type { ChangesCore } from '../core.ts';
import { isAway, type NoticeSettings } from '../notices/settings.ts';
import { findSettings } from '../notices/store.ts';
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

/**
 * Whether those present before the deadline could decide; otherwise the rule's escalation begins at once.
 * @returns when it escalated, as it is stored, or null @throws AppError where all are away after the escalation too
 */
export const escalatedAtOnce = async (
  core: ChangesCore,
  trx: Trx,
  kind: ChangeKind,
  draft: { readonly terms: unknown; readonly requester: Person },
  deadlineAt: number,
): Promise<string | null> => {
  const policy = core.policy.current();
  const now = core.clock.now();
  const usual = reviewOf(policy, kind, { ...draft, needs: 0 }, []);
  const later = reviewOf(policy, kind, { ...draft, needs: 0, escalatedAt: now }, []);
  const all = [...usual.deciders, ...later.deciders];
  const settings = await findSettings(
    trx,
    all.map(({ objectId }) => objectId),
  );
  const away = new Set<string>();
  for (const [objectId, own] of settings)
    if (isAway(own, deadlineAt - 1) && (await isRecorded(core, trx, objectId, own))) away.add(objectId);
  const isThere = (objectId: string): boolean => !away.has(objectId);
  if (usual.possibleWith(isThere)) return null;
  if (later.rule?.escalate && later.possibleWith(isThere)) return iso(now);
  const names = [...new Set(all.filter(({ objectId }) => !isThere(objectId)).map(({ name }) => name))];
  const people = listed(names, { formatLocale: draft.requester.language });
  throw new AppError({
    code: 'Policy.NobodyThere',
    text: 'changes.refused.nobodyThere',
    values: { people, count: names.length },
  });
};

/** Whether this person said so themself: the audit has it, and the row may have been edited since. */
const isRecorded = async (
  { audit }: ChangesCore,
  trx: Trx,
  objectId: string,
  { awayUntil }: NoticeSettings,
): Promise<boolean> => {
  const { events, genuine } = await audit.proven(trx, objectId);
  const last = events.findLast(({ event }) => event === OWN_NOTICES);
  return genuine && last?.detail['awayUntil'] === awayUntil;
};
