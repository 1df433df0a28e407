import { STEWARD } from '#platform/audit/chain.ts';
import { iso } from '#platform/lib/clock.ts';
import { AppError } from '#platform/lib/errors.ts';
import { withReference } from '#platform/lib/ids.ts';
import { insertNew } from '#platform/storage/claim.ts';
import type { Trx } from '#platform/storage/database.ts';
import { limitsOf } from '#policy/model/sections.ts';
import type { Answers } from '#teams/cards/form.ts';
import { baseId } from '#teams/connector/conversations/conversation.ts';
import { decidersVariant, postedCard } from './card/posted-card.ts';
import type { Change, Person } from './change.ts';
import type { ChangeKind } from './change-kind.ts';
import { type ChangesCore, follow, languageOf, touchRelated } from './core.ts';
import { cardConversation, deliverToReceiver } from './decision/accept.ts';
import { decisionContext } from './decision/check-decision.ts';
import { checkDraft, escalatedAtOnce } from './decision/check-draft.ts';
import { approve } from './decision/decide.ts';
import { scheduleDeadline } from './decision/end-undecided.ts';
import { withCurrentMembers } from './decision/outcome.ts';
import type { Review } from './decision/review.ts';
import { type ChangeRule, deadlineOf } from './decision/rules.ts';
import { FROZEN, freezeOf, frozenRefusal, shareDecisions } from './freeze/store.ts';
import { listedBy } from './listing.ts';
import { beginNotices } from './notices/notify.ts';
import { countWaiting, findChangeBySource, findOpenChange, openKeyOf } from './repository.ts';
import { sealedRow, sealOfProgress } from './seal/seal.ts';
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
}

/** A draft that the policy takes. */
export interface CheckedRequest {
  readonly draft: Draft;
  readonly kind: ChangeKind;
  readonly terms: unknown;
  readonly rule: ChangeRule;
  readonly needs: number;
}

/** The engine with the members of the directory groups that decide about these requests, as read now. */
export const withMembersFor = (
  core: ChangesCore,
  drafts: readonly Pick<Draft, 'kind' | 'terms'>[],
): Promise<ChangesCore> =>
  withCurrentMembers(core, () =>
    drafts.map(({ kind, terms }) => ({ kind, terms: core.kindOf(kind).terms.parse(terms) })),
  );

/** @throws AppError when no rule allows it, its terms are forbidden, or too few people could decide it */
export const checkRequest = (core: ChangesCore, draft: Draft): CheckedRequest => {
  const kind = core.kindOf(draft.kind);
  const terms = kind.terms.parse(draft.terms);
  const { requester } = draft;
  const checked = checkDraft(core.policy.current(), kind, { terms, requester }, core.clock.now());
  if (checked.refused) throw checked.refused;
  return { draft, kind, terms, rule: checked.rule, needs: checked.needs };
};

/** Submits a request: row, audit entry, deliveries and timers in one transaction. @throws AppError when it is refused */
export const submit = async (engine: ChangesCore, draft: Draft): Promise<Submitted> => {
  const core = await withMembersFor(engine, [draft]);
  const request = checkRequest(core, draft);
  const insert = async (trx: Trx, ref: string): Promise<Change | undefined> => {
    const stored = await storeRequest(core, trx, request, ref);
    if (!stored?.isNew) return stored?.change;
    const { change } = stored;
    await deliverCopies(core, trx, draft, [{ change, request }]);
    const [opened] = await openRequests(core, trx, [change]);
    return opened;
  };
  const change = await withReference('R', (ref) => core.database.transaction((trx) => insert(trx, ref)));
  return { change };
};

/** A request as it was stored, or as an earlier activity stored it. */
interface StoredRequest {
  readonly change: Change;
  readonly isNew: boolean;
}

/** Writes a request's row, audit entry and deadline. @returns undefined where the short name is taken @throws AppError when it is refused */
export const storeRequest = async (
  core: ChangesCore,
  trx: Trx,
  { draft, kind, terms, rule, needs }: CheckedRequest,
  ref: string,
  batch: string | null = null,
): Promise<StoredRequest | undefined> => {
  const { requester } = draft;
  await shareDecisions(trx);
  const made = newRow(core, draft, kind, terms, ref, { rule: rule.name, needs, batch });
  const deadlineAt = Date.parse(made.deadline_at);
  const escalated_at = needs > 0 ? await escalatedAtOnce(core, trx, kind, { terms, requester }, deadlineAt) : null;
  const row = sealedRow(core.audit, { ...made, escalated_at });
  if (!(await insertNew(trx.insertInto('changes').values(row)))) {
    const change = await existing(trx, draft, row.open_key ?? '');
    return change && { change, isNew: false };
  }
  await requireNoFreeze(core, trx, { kind: draft.kind, terms });
  if (kind.isStillValid && !(await kind.isStillValid(trx, terms, core.clock.now()))) {
    throw new AppError({ code: 'Change.Over', text: 'changes.refused.over' });
  }
  await requireRoom(core, trx, requester);
  return { change: await begin(core, trx, row.id, draft, rule), isNew: true };
};

/** @throws AppError that says who stopped it, since when, and why */
const requireNoFreeze = async (core: ChangesCore, trx: Trx, asked: Pick<Change, 'kind' | 'terms'>): Promise<void> => {
  const freeze = await freezeOf(core, trx, asked);
  if (freeze) throw new AppError({ code: FROZEN, ...frozenRefusal(freeze) });
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
  under: Pick<ChangeTable, 'rule' | 'needs' | 'batch'>,
): ChangeTable => {
  const now = core.clock.now();
  return {
    id: core.ids.ordered(),
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
    sent_by: null,
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

/** The insert met an existing row: the same activity, or the same request. @returns undefined where the short name is taken */
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
  const { batch } = change;
  await follow(core, trx, change);
  await touchRelated(core, trx, change);
  if (waits(change, decisionContext(core, change, []).review)) await scheduleDeadline(core, trx, change);
  const { kind, needs, terms } = change;
  const row = sealOfProgress(core.audit, change);
  const detail = { kind, rule: change.rule, needs, terms, ...(batch === undefined ? {} : { batch }), row };
  await core.audit.append(trx, { target: id, actor: draft.requester.objectId, event: 'asked', detail });
  if (change.escalatedAt !== undefined) {
    const to = rule.escalate?.to ?? [];
    await core.audit.append(trx, { target: id, actor: STEWARD, event: 'escalated', detail: { to } });
  }
  return change;
};

const waits = ({ needs }: Change, { asksFirst }: Review): boolean => needs > 0 || asksFirst;

/** Tells receivers, notifies deciders, and approves what needs no approval. @param changes of one posted card @returns them as they are then */
export const openRequests = async (
  core: ChangesCore,
  trx: Trx,
  changes: readonly Change[],
): Promise<readonly Change[]> => {
  const opened: Change[] = [];
  const decided: Change[] = [];
  for (const change of changes) {
    const { review } = decisionContext(core, change, []);
    const isWaiting = waits(change, review);
    if (isWaiting) await deliverToReceiver(core, trx, change, review);
    if (isWaiting && !review.asksFirst) decided.push(change);
    const by = { actor: change.requester.objectId, terms: change.terms };
    opened.push((isWaiting ? undefined : await approve(core, trx, change, by)) ?? change);
  }
  if (decided.length > 0) await beginNotices(core, trx, decided);
  return opened;
};

/** A stored request with its rule. */
export interface ShownRequest {
  readonly change: Change;
  readonly request: Pick<CheckedRequest, 'rule'>;
}

/** The posted card where it was requested and where it is decided, one copy for both where these are one. @param shown of one posted card */
export const deliverCopies = async (
  core: ChangesCore,
  trx: Trx,
  { asked, requester }: Pick<Draft, 'asked' | 'requester'>,
  shown: readonly ShownRequest[],
): Promise<void> => {
  const [first] = shown;
  if (!first) return;
  const posted = await postedCard(trx, first.change);
  const cards = shown.flatMap(({ change, request }) => {
    const card = cardConversation(core, change, request.rule);
    return card ? [{ card, change, isWaitedFor: decisionContext(core, change, []).review.asksFirst }] : [];
  });
  const here = cards.find(({ card }) => asked && baseId(asked.conversationId) === card.id);
  if (asked) {
    const { conversationId, activityId } = asked;
    await core.outbox.deliver(trx, {
      ...posted,
      variant: here ? decidersVariant(here.change, here.card.key) : 'asker',
      to: { conversation: conversationId },
      language: languageOf(core.policy.current(), conversationId, requester.language),
      ...(here ? { priority: 'critical' as const } : {}),
      ...(activityId === undefined ? {} : { postedAs: { conversationId, activityId } }),
    });
  }
  for (const { card, change, isWaitedFor } of cards) {
    if (isWaitedFor || card.id === here?.card.id) continue;
    const variant = decidersVariant(change, card.key);
    const to = { conversation: card.id };
    await core.outbox.deliver(trx, { ...posted, variant, to, language: card.language, priority: 'critical' });
  }
};
