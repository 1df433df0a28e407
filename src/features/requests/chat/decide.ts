import { type Answer, type Turn, textAnswer } from '../../../bot/turn/turn.ts';
import type { Change } from '../../../changes/change.ts';
import type { Deciding } from '../../../changes/decision/decide.ts';
import type { DecisionResult } from '../../../changes/decision/outcome.ts';
import { baseId } from '../../../connector/conversations/conversation.ts';
import { personOf } from '../../change-answers.ts';
import type { Services } from '../../feature.ts';

/** A decision of the person whose turn it is; judged by what is stored, wherever it was pressed or typed. */
export const decideRequest = (
  turn: Turn,
  services: Services,
  {
    change,
    ...said
  }: Pick<Deciding, 'terms' | 'verdict' | 'reason' | 'narrowed'> & {
    readonly change: Pick<Change, 'id'>;
  },
): Promise<DecisionResult> =>
  services.changes.decide({
    ...said,
    change: change.id,
    person: personOf(turn),
    conversation: baseId(turn.where.conversationId),
  });

export const withdrawRequest = (turn: Turn, services: Services, change: Pick<Change, 'id'>): Promise<DecisionResult> =>
  services.changes.cancel(change.id, personOf(turn));

/** Why nothing happened, as a sentence. */
export const refusedAnswer = ({ words }: Turn, { change, refused }: DecisionResult): Answer => {
  if (!refused) throw new Error('nothing was refused');
  const state = change ? words.plain(`changes.stateName.${change.state}`) : '';
  return textAnswer(refused.text, { ...refused.values, state });
};
