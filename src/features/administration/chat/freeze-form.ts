import type { Form, FormContext, FormEnd } from '#bot/commands/registry.ts';
import { ownView } from '#bot/turn/own-view.ts';
import { delivered, type Turn, textAnswer } from '#bot/turn/turn.ts';
import { personOf } from '#features/change-answers.ts';
import type { Services } from '#features/feature.ts';
import { choicesOf, oneOf, reasonRule } from '#features/form-fields.ts';
import { joinMarkdown } from '#platform/lib/text.ts';
import type { PolicyPlace } from '#policy/policy.ts';
import type { FormPage } from '#teams/cards/form.ts';
import { requireAdministrator, requireAdministratorNow } from '../administrators.ts';
import { freezeSubject } from '../cards/freeze-card.ts';
import { deliverReport } from '../deliver-report.ts';

export const FREEZE_FORM = 'administration.freeze';

/** The choice of everything; no place has such a key. */
export const EVERYWHERE = '*';

/** How a command says it. */
export const EVERYTHING: ReadonlySet<string> = new Set(['everything', 'all', 'everywhere']);

/** Where and why; always shown before it is sent, with what it stops and how many requests wait there. */
export const freezeForm: Form = {
  name: FREEZE_FORM,
  pages: [page],
  submit: freezeNow,
};

/** Where a report is to stand, beside the operators' conversation. */
export const reportPlace = ({ where, pressed, words }: Turn) => ({
  conversationId: where.conversationId,
  ...(pressed ? { activityId: pressed.activityId } : {}),
  language: words.locale,
});

/** The report in the place of its form; where no card was pressed the outbox posts it. */
export const reportAnswer = async (turn: Turn, { outbox }: Services, subject: string): Promise<FormEnd> => {
  if (!turn.pressed) return delivered;
  const drawn = await outbox.render(subject, 'asked', turn.words, { objectId: turn.who.objectId });
  return drawn ? ownView(turn, drawn) : delivered;
};

const placeIn = ({ answers, services }: FormContext): PolicyPlace | undefined =>
  services.policy.current().place(answers.place ?? '');

async function page(context: FormContext): Promise<FormPage> {
  const { turn, services, answers } = context;
  const { words } = turn;
  const policy = services.policy.current();
  requireAdministrator(policy, turn.who);
  const place = placeIn(context);
  const stopped = await services.changes.freezes.stopped(services.database.db, { place });
  const missing = words.plain('administration.form.reasonMissing');
  const choices = [{ value: EVERYWHERE, title: words.plain('administration.freeze.everywhere') }];
  const values = [EVERYWHERE, ...policy.places.map(({ key }) => key)];
  return {
    title: words.markdown('administration.freeze.form.title'),
    // How many wait changes by the minute: what a page shows as a fact would have to be confirmed anew.
    intro: joinMarkdown(
      [
        words.markdown('administration.freeze.form.intro'),
        words.markdown('administration.freeze.form.count', {
          ...{ count: stopped.length, everywhere: place === undefined, place: place?.title ?? '' },
        }),
      ],
      '\n\n',
    ),
    facts: [],
    fields: [
      {
        ...{ id: 'place', kind: 'choice', required: true, preset: answers.place ?? EVERYWHERE },
        label: words.plain('administration.freeze.form.place'),
        missing: words.plain('administration.freeze.form.placeMissing'),
        schema: oneOf(values, words.plain('administration.freeze.form.placeMissing')),
        choices: [...choices, ...choicesOf(policy.places)],
      },
      {
        ...{ id: 'reason', kind: 'lines', required: true, missing },
        label: words.plain('administration.form.reason'),
        placeholder: words.plain('administration.freeze.form.reasonExample'),
        ...reasonRule(words, policy, missing),
      },
    ],
    submit: words.plain('administration.freeze.form.submit'),
    cancel: words.plain('administration.form.cancel'),
  };
}

async function freezeNow(context: FormContext): Promise<FormEnd> {
  const { turn, services, answers } = context;
  await requireAdministratorNow(services.policy, turn.who);
  const { freeze, isNew } = await services.database.transaction(async (trx) => {
    const begun = await services.changes.freezes.begin(trx, {
      ...{ place: placeIn(context), by: personOf(turn), reason: answers.reason ?? '' },
    });
    const { id, version } = begun.freeze;
    if (begun.isNew) {
      await deliverReport(services, trx, { subject: freezeSubject(id), version, variant: 'begun' }, reportPlace(turn));
    }
    return begun;
  });
  if (isNew) return reportAnswer(turn, services, freezeSubject(freeze.id));
  const { place, by, at } = freeze;
  return textAnswer('administration.freeze.already', {
    ...{ everywhere: place === undefined, place: place?.title ?? '', who: by.name, when: new Date(at) },
  });
}
