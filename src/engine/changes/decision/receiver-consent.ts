import { hasCopyIn } from '#engine/outbox/copies.ts';
import type { Trx } from '#platform/storage/database.ts';
import { decidersVariant, postedCard, postedSubject } from '../card/posted-card.ts';
import type { Change } from '../change.ts';
import type { ChangesCore } from '../core.ts';
import type { Review } from './review.ts';
import { approvalsOf, type ChangeRule } from './rules.ts';

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
