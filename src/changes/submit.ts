import { STEWARD } from '../audit/chain.ts';
import type { Answers } from '../cards/form.ts';
import { baseId } from '../connector/conversations/conversation.ts';
import { iso } from '../lib/clock.ts';
import { AppError } from '../lib/errors.ts';
import { withShortName } from '../lib/short-name.ts';
import { limitsOf } from '../policy/model/limits.ts';
import type { Trx } from '../storage/database.ts';
import { type Change, type Person, subjectOf } from './change.ts';
import type { ChangeKind } from './change-kind.ts';
import { type ChangesCore, follow, languageOf, touchRelated } from './core.ts';
import { cardConversation, deliverToReceiver } from './decision/ask-first.ts';
import { decisionContext } from './decision/check-decision.ts';
import { checkDraft } from './decision/check-draft.ts';
import { escalatedAtOnce } from './decision/check-presence.ts';
import { approve } from './decision/decide.ts';
import { scheduleDeadline } from './decision/expire.ts';
import { withMembersNow } from './decision/members-now.ts';
import type { Review } from './decision/review.ts';
import { type ChangeRule, deadlineOf } from './decision/rules.ts';
import { listedBy } from './listing/facets.ts';
import { beginNotices } from './notices/notify.ts';
import { countWaiting, findChangeBySource, findOpenChange, insertChange, openKeyOf } from './repository.ts';
import { sealedRow } from './seal/seal.ts';
import type { ChangeTable } from './tables.ts';

export interface Draft {
  readonly kind: string;
  readonly terms: unknown;
  readonly requester: Person;
  /** The requesting activity; the same one gives the same change. */
  readonly source: string;
  /** The conversation of the request, with the card that becomes the change's own; absent when another card shows it. */
  readonly asked?: { readonly conversationId: string; readonly activityId?: string };
  readonly form?: { readonly name: string; readonly answers: Answers };
}

/** The code of the error for a request that somebody has made already; its value `ref` names it. */
export const ALREADY_OPEN = 'Change.AlreadyOpen';

export interface Submitted {
  readonly change: Change;
  /** The variant of the card in the conversation of the request. */
  readonly face: 'asker' | 'approvers';
}

/**
 * Submits a request: checks the policy with whoever is in its groups now, then writes row, audit entry, deliveries and timers in one transaction.
 * @throws AppError when no rule allows it, its terms are forbidden, too few people could decide it, the same is already open,
 * or its subject has ended
 */
export const submit = async (engine: ChangesCore, draft: Draft): Promise<Submitted> => {
  const kind = engine.kindOf(draft.kind);
  const terms = kind.terms.parse(draft.terms);
  const core = await withMembersNow(engine, kind, terms);
  const policy = core.policy.current();
  const { requester } = draft;
  const checked = checkDraft(policy, kind, { terms, requester }, core.clock.now());
  if (checked.refused) throw checked.refused;
  const { rule, needs } = checked;
  const insert = async (trx: Trx, ref: string): Promise<Change | undefined> => {
    const made = newRow(core, draft, kind, terms, ref, { rule: rule.name, needs });
    const deadlineAt = Date.parse(made.deadline_at);
    const escalated_at = needs > 0 ? await escalatedAtOnce(core, trx, kind, { terms, requester }, deadlineAt) : null;
    const row = sealedRow(core.audit, { ...made, escalated_at });
    if (!(await insertChange(trx, row))) return existing(trx, draft, row.open_key ?? '');
    if (kind.isStillValid && !(await kind.isStillValid(trx, terms, core.clock.now()))) {
      throw new AppError({ code: 'Change.Over', text: 'changes.refused.over' });
    }
    await requireRoom(core, trx, draft.requester);
    return begin(core, trx, row.id, draft, rule);
  };
  const change = await withShortName('R', (ref) => core.database.transaction((trx) => insert(trx, ref)));
  return { change, face: faceWhereAsked(core, change, draft, rule) };
};

/** @throws AppError where this request exceeds the limit of waiting requests, of the person or in total */
const requireRoom = async (core: ChangesCore, trx: Trx, { objectId }: Person): Promise<void> => {
  const { person, tenant } = limitsOf(core.policy.current()).openRequests;
  const code = 'Change.TooManyOpen';
  if ((await countWaiting(trx, person + 1, objectId)) > person) {
    throw new AppError({ code, text: 'changes.refused.tooManyOpen', values: { count: person } });
  }
  if ((await countWaiting(trx, tenant + 1)) > tenant) {
    throw new AppError({ code, text: 'changes.refused.tooManyOpenInAll', values: { count: tenant } });
  }
};

const newRow = (
  core: ChangesCore,
  draft: Draft,
  kind: ChangeKind,
  terms: unknown,
  ref: string,
  under: Pick<ChangeTable, 'rule' | 'needs'>,
): ChangeTable => {
  const now = core.clock.now();
  return {
    id: core.ids.opaque(),
    ref,
    kind: kind.name,
    state: 'waiting',
    version: 1,
    terms_version: 1,
    requester_id: draft.requester.objectId,
    requester_name: draft.requester.name,
    requester_language: draft.requester.language,
    terms_json: JSON.stringify(terms),
    form: draft.form?.name ?? null,
    answers_json: JSON.stringify(draft.form?.answers ?? {}),
    ...under,
    open_key: openKeyOf(kind.name, kind.openKey(terms)),
    source: draft.source,
    deadline_at: iso(deadlineOf(core.policy.current(), kind.latest?.(terms), now)),
    escalated_at: null,
    finish_by: null,
    guid: null,
    frozen_json: null,
    attempts: 0,
    maybe_sent: 0,
    phase: 'send',
    seen_json: null,
    outcome_json: null,
    seal: null,
    created_at: iso(now),
    updated_at: iso(now),
    ended_at: null,
    ...listedBy(core.policy.current(), kind, terms),
  };
};

/**
 * The insert met an existing row: the same activity again, or the same request from another activity.
 * @returns undefined where it was neither: the short name is taken
 */
const existing = async (trx: Trx, { source, requester }: Draft, openKey: string): Promise<Change | undefined> => {
  const again = await findChangeBySource(trx, source);
  if (again) return again;
  const open = await findOpenChange(trx, openKey);
  if (!open) return undefined;
  throw new AppError({
    code: ALREADY_OPEN,
    text: 'changes.refused.alreadyOpen',
    values: { ref: open.ref, who: open.requester.name, mine: open.requester.objectId === requester.objectId },
  });
};

const begin = async (core: ChangesCore, trx: Trx, id: string, draft: Draft, rule: ChangeRule): Promise<Change> => {
  const change = await findChangeBySource(trx, draft.source);
  if (!change || change.id !== id) throw new Error('a change disappeared in its own transaction');
  const { review } = decisionContext(core, change, []);
  const waits = change.needs > 0 || review.asksFirst;
  await follow(core, trx, change);
  await deliverCopies(core, trx, change, draft, rule, review);
  if (waits) await deliverToReceiver(core, trx, change, review);
  await touchRelated(core, trx, change);
  if (waits) await scheduleDeadline(core, trx, change);
  await core.audit.append(trx, {
    target: id,
    actor: draft.requester.objectId,
    event: 'asked',
    detail: { kind: change.kind, rule: change.rule, needs: change.needs, terms: change.terms },
  });
  if (change.escalatedAt !== undefined) {
    const detail = { to: rule.escalate?.to ?? [] };
    await core.audit.append(trx, { target: id, actor: STEWARD, event: 'escalated', detail });
  }
  if (review.asksFirst) return change;
  if (change.needs > 0) await beginNotices(core, trx, change);
  if (change.needs > 0) return change;
  return (await approve(core, trx, change, { actor: draft.requester.objectId, terms: change.terms })) ?? change;
};

/** Requested in the channel where it is decided, one copy serves both. */
const faceWhereAsked = (core: ChangesCore, change: Change, draft: Draft, rule: ChangeRule): Submitted['face'] => {
  const card = cardConversation(core, change, rule);
  return card !== undefined && draft.asked !== undefined && baseId(draft.asked.conversationId) === card.id
    ? 'approvers'
    : 'asker';
};

const deliverCopies = async (
  core: ChangesCore,
  trx: Trx,
  change: Change,
  draft: Draft,
  rule: ChangeRule,
  { asksFirst }: Review,
): Promise<void> => {
  const { asked } = draft;
  const { version } = change;
  const subject = subjectOf(change.id);
  const face = faceWhereAsked(core, change, draft, rule);
  if (asked) {
    const { conversationId, activityId } = asked;
    await core.outbox.deliver(trx, {
      subject,
      face,
      to: { conversation: conversationId },
      language: languageOf(core.policy.current(), conversationId, draft.requester.language),
      version,
      ...(face === 'approvers' ? { priority: 'critical' as const } : {}),
      ...(activityId === undefined ? {} : { postedAs: { conversationId, activityId } }),
    });
  }
  const card = cardConversation(core, change, rule);
  if (!card || face === 'approvers' || asksFirst) return;
  const to = { conversation: card.id };
  await core.outbox.deliver(trx, {
    ...{ subject, face: 'approvers', to, language: card.language, version },
    priority: 'critical',
  });
};
