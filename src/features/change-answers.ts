import type { FormContext, FormEnd } from '#bot/commands/registry.ts';
import { errorText } from '#bot/reply/replies.ts';
import { ownView } from '#bot/turn/own-view.ts';
import { type Answer, delivered, type Turn, textAnswer } from '#bot/turn/turn.ts';
import { isAboutEnd } from '#engine/changes/card/card-buttons.ts';
import { type Change, type Person, subjectOf } from '#engine/changes/change.ts';
import { ALREADY_OPEN } from '#engine/changes/submit.ts';
import type { Viewer } from '#engine/outbox/renderer.ts';
import { AppError } from '#platform/lib/errors.ts';
import type { Answers } from '#teams/cards/form.ts';
import type { Services } from './feature.ts';

/** Posts a copy of a request's card. */
export const SHOW = 'change.show';

/** A press on a change's card counts only where the card stands: an id that was carried elsewhere brings about nothing. */
export const onChangeCard = {
  subject: ({ change }: { readonly change: string }) => subjectOf(change),
  elsewhere: 'changes.refused.elsewhere',
} as const;

/** The person of a turn as the change engine names people. */
export const personOf = ({ who, words }: Turn): Person => ({
  objectId: who.objectId,
  name: who.name,
  language: words.locale,
});

/** Where somebody asked, with the card they pressed: it becomes the answer's own. */
export const originOf = ({
  where,
  pressed,
}: Turn): { readonly conversationId: string; readonly activityId?: string } => ({
  conversationId: where.conversationId,
  ...(pressed ? { activityId: pressed.activityId } : {}),
});

/** The answer beside a form's own ones that says which rules the vendor named when it refused them. */
const REFUSED_RULES = 'refusedRules';

/** What a change's form is filled in with when it is asked for again; undefined where it came from no form. */
export const resubmitAnswers = ({ form, failure }: Pick<Change, 'form' | 'failure'>): Answers | undefined =>
  form && failure && failure.rules.length > 0
    ? { ...form.answers, [REFUSED_RULES]: failure.rules.join(' ') }
    : form?.answers;

/** The rules by which the vendor refused these answers before. */
export const refusedRulesIn = ({ [REFUSED_RULES]: rules = '' }: Answers): readonly string[] =>
  rules.split(' ').filter((rule) => rule !== '');

/** What a change is unique by that a form brings about. @param form its opaque id */
export const sourceOf = (form: string): string => `form ${form}`;

/**
 * Hands what a form gathered to the change engine. The form's card, where one was pressed, becomes the change's own;
 * what comes again from the same form is the same change.
 */
export const submitChange = async (context: FormContext, draft: FormDraft): Promise<FormEnd> => {
  try {
    return await submitted(context, draft);
  } catch (error) {
    if (!(error instanceof AppError && error.code === ALREADY_OPEN)) throw error;
    return openAlready(context, error);
  }
};

interface FormDraft {
  readonly kind: string;
  readonly terms: unknown;
  readonly form: string;
}

/** The form stays open, for something else may be wanted; the button shows the request that is meant, with what one can do. */
const openAlready = async ({ turn, services }: FormContext, error: AppError): Promise<FormEnd> => {
  const { ref } = error.values;
  const change = await services.changes.findByRef(String(ref));
  const shown = change && services.changes.maySee(change, turn.who.objectId);
  const title = turn.words.plain('requests.showThis', error.values);
  return {
    kind: 'wrong',
    errors: {},
    problem: errorText(error, turn.words),
    leads: shown ? [{ title, verb: SHOW, data: { change: change.id } }] : [],
  };
};

const submitted = async ({ turn, services, form, answers }: FormContext, draft: FormDraft): Promise<Answer> => {
  const { change } = await services.changes.submit({
    kind: draft.kind,
    terms: draft.terms,
    requester: personOf(turn),
    source: sourceOf(form),
    asked: originOf(turn),
    form: { name: draft.form, answers },
  });
  return turn.pressed ? answerWithChange(services, turn, change.id) : delivered;
};

/**
 * The change's card as the answer to a press. Where no card was pressed (an older client, a typed command) a sentence will do:
 * a card said here would be one more that nobody keeps true.
 */
export const answerWithChange = async (
  services: Services,
  turn: Turn,
  id: string,
  how: Pick<Viewer, 'asked'> = {},
): Promise<Answer> => {
  if (!turn.pressed) return answerInText(services, turn, id);
  const change = await services.changes.find(id);
  if (!change) return delivered;
  await services.outbox.holdPressedCard(subjectOf(id), turn.pressed, change.version, turn.words.locale);
  return viewOfChange(services, turn, id, how);
};

/** What this person sees of a change's card. In a conversation of several their client asks for it again after each edit. */
export const viewOfChange = async (
  services: Services,
  turn: Turn,
  id: string,
  how: Pick<Viewer, 'asked'> = {},
): Promise<Answer> => {
  const viewer = { objectId: turn.who.objectId, ...how };
  const copies = turn.pressed ? await services.outbox.copies(subjectOf(id)) : [];
  const pressed = copies.find(({ activityId }) => activityId === turn.pressed?.activityId);
  const variant = pressed && isAboutEnd(pressed.variant) ? pressed.variant : 'approvers';
  const drawn = await services.outbox.render(subjectOf(id), variant, turn.words, viewer);
  return drawn ? ownView(turn, drawn) : textAnswer('changes.refused.unknown');
};

const answerInText = async (services: Services, turn: Turn, id: string): Promise<Answer> => {
  const change = await services.changes.find(id);
  if (!change) return textAnswer('changes.refused.unknown');
  return textAnswer('requests.stands', {
    ref: change.ref,
    state: turn.words.plain(`changes.stateName.${change.state}`),
  });
};
