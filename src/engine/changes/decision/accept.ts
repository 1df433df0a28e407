import { hasCopyIn } from '#engine/outbox/copies.ts';
import { iso } from '#platform/lib/clock.ts';
import type { Trx } from '#platform/storage/database.ts';
import { decidersVariant, postedCard, postedSubject } from '../card/posted-card.ts';
import type { Change, Person } from '../change.ts';
import { advance, type ChangesCore } from '../core.ts';
import { frozenRefusal, shareDecisions } from '../freeze/store.ts';
import { beginNotices } from '../notices/notify.ts';
import { scheduleNotices } from '../notices/schedule.ts';
import { listDecisions, recordDecision } from '../repository.ts';
import { endAltered, wasAltered } from '../seal/altered.ts';
import { sealedDecision } from '../seal/seal.ts';
import { type DecisionContext, notRequestable, votingContext } from './check-decision.ts';
import { approve } from './decide.ts';
import { alreadyEnded, type DecisionResult, refuse, refuseTooLate, withChangeNow } from './outcome.ts';
import type { Review } from './review.ts';
import { approvalsOf, type ChangeRule, deadlineOf } from './rules.ts';

/** The person in whose place somebody else asked accepts it: only then do the approvers get it, or is it granted. */
export const accept = (core: ChangesCore, id: string, person: Person): Promise<DecisionResult> =>
  withChangeNow(core, id, (now, trx, change) => acceptOnce(now, trx, change, person));

/** Whether it waits for this person's word. @param objectId directory object id, lower case */
export const mayAccept = ({ review, change, freeze }: DecisionContext, objectId: string): boolean => {
  const { receiver, accepted, asksFirst, rule, needs } = review;
  if (change.state !== 'waiting' || freeze || accepted || rule === undefined) return false;
  // What needs no approval waits for this word alone, also where the policy would only tell them by now.
  return receiver?.objectId.toLowerCase() === objectId && (asksFirst || (needs === 0 && change.needs === 0));
};

const acceptOnce = async (
  core: ChangesCore,
  trx: Trx,
  change: Change,
  person: Person,
): Promise<DecisionResult | undefined> => {
  await shareDecisions(trx);
  const decisions = await listDecisions(trx, change.id);
  if (change.state === 'waiting' && (await wasAltered(core, trx, change, decisions))) {
    const ended = await endAltered(core, trx, change);
    return ended && { change: ended, refused: refuse('altered') };
  }
  const context = await votingContext(core, trx, change, decisions);
  const { review, policy, freeze } = context;
  const me = person.objectId.toLowerCase();
  if (review.receiver?.objectId.toLowerCase() !== me) return { change, refused: refuse('notForYou') };
  // Pressed twice, or redelivered under another id.
  if (review.accepted) return { change };
  if (change.state !== 'waiting') return { change, refused: alreadyEnded(change, decisions.at(-1), false) };
  if (change.deadlineAt <= core.clock.now()) return refuseTooLate(core, trx, change);
  if (!review.rule) return { change, refused: notRequestable(review, change) };
  if (freeze) return { change, refused: frozenRefusal(freeze) };
  if (!mayAccept(context, me)) return { change };
  const kind = core.kindOf(change.kind);
  const forbidden = kind.forbids?.(change.terms, policy, core.clock.now());
  if (forbidden) return { change, refused: forbidden };
  // The approvers have the whole time that the policy gives them.
  const deadline_at = iso(deadlineOf(policy, kind.latest?.(change.terms), core.clock.now()));
  const moved = await advance(core, trx, change, {
    patch: { state: 'waiting', deadline_at },
    actor: person.objectId,
    event: 'accepted',
  });
  if (!moved) return undefined;
  const isDecided = change.needs === 0 && review.needs === 0;
  const ends = isDecided ? await approve(core, trx, moved, { actor: person.objectId, terms: moved.terms }) : moved;
  if (!ends) throw new Error('a change moved in its own transaction');
  const at = iso(Math.max(core.clock.now(), ...decisions.map((one) => one.at + 1)));
  const decision = {
    ...{ change_id: change.id, person_id: me, person_name: person.name, verdict: 'accept', reason: '', at },
    terms_version: change.termsVersion,
  };
  await recordDecision(trx, sealedDecision(core.audit, decision, ends));
  if (!isDecided) {
    await openToDeciders(core, trx, ends, review.rule);
    // The others of a batch are accepted by the same press: those who decide are notified of all together.
    if (ends.batch === undefined) await beginNotices(core, trx, [ends]);
    else await scheduleNotices(core, trx, ends, core.clock.now());
  }
  return { change: ends };
};

/** The variant of a request's card in the own chat of the person in whose place somebody else asked. */
export const RECEIVER = 'receiver';

/** The conversation in which a request under this rule is decided; undefined where its card is posted nowhere. */
export const cardConversation = (
  core: ChangesCore,
  { needs, kind }: Pick<Change, 'needs' | 'kind'>,
  rule: ChangeRule,
) => {
  const isPosted = needs > 0 || core.kindOf(kind).isAlwaysPosted;
  return isPosted && rule.card !== undefined ? core.policy.current().conversation(rule.card) : undefined;
};

/** Tells the person, or asks them first, with the request's card in their own chat. */
export const deliverToReceiver = async (
  { outbox }: Pick<ChangesCore, 'outbox'>,
  trx: Trx,
  change: Change,
  { receiver, asksFirst }: Review,
): Promise<void> => {
  if (!receiver) return;
  await outbox.deliver(trx, {
    ...(await postedCard(trx, change)),
    ...{ variant: RECEIVER, to: { person: receiver.objectId }, language: 'en' },
    needsAnswer: asksFirst,
  });
};

/** The card where it is decided, once the person in whose place somebody asked has accepted it or is only told. */
export const openToDeciders = async (
  core: ChangesCore,
  trx: Trx,
  change: Change,
  rule: ChangeRule | undefined,
): Promise<void> => {
  if (!rule) return;
  const { kind } = change;
  const card = cardConversation(core, { kind, needs: Math.max(change.needs, approvalsOf(rule)) }, rule);
  if (!card || (await hasCopyIn(trx, postedSubject(change), { conversationId: card.id }))) return;
  await core.outbox.deliver(trx, {
    ...(await postedCard(trx, change)),
    ...{ variant: decidersVariant(change, card.key), to: { conversation: card.id }, language: card.language },
    priority: 'critical',
  });
};
