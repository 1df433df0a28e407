import type { FormContext } from '../bot/registry.ts';
import { type Answer, cardAnswer, delivered, type Turn } from '../bot/turn.ts';
import { type Person, subjectOf } from '../changes/change.ts';
import type { Services } from './feature.ts';

/** The person of a turn as the change engine names people. */
export const personOf = ({ who, words }: Turn): Person => ({
  objectId: who.objectId,
  name: who.name,
  language: words.locale,
});

/**
 * Hands what a form gathered to the change engine. The form's card, where one was pressed, becomes the change's own;
 * what comes again from the same form is the same change.
 */
export const submitChange = async (
  { turn, services, form, answers }: FormContext<Services>,
  draft: { readonly kind: string; readonly terms: unknown; readonly form: string },
): Promise<Answer> => {
  const { change, face } = await services.changes.submit({
    kind: draft.kind,
    terms: draft.terms,
    requester: personOf(turn),
    source: `form ${form}`,
    asked: {
      conversationId: turn.where.conversationId,
      ...(turn.pressed ? { activityId: turn.pressed.activityId } : {}),
    },
    form: { name: draft.form, answers },
  });
  return turn.pressed ? showChange(services, turn, change.id, face) : delivered;
};

/** The change's card as the answer to a press. */
export const showChange = async (services: Services, turn: Turn, id: string, face: string): Promise<Answer> => {
  const drawn = await services.outbox.render(subjectOf(id), face, turn.words);
  return drawn ? cardAnswer(drawn.card, drawn.summary) : delivered;
};
