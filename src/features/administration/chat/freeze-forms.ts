import type { Form, FormContext, FormEnd } from '#bot/commands/registry.ts';
import { ownView } from '#bot/turn/own-view.ts';
import { delivered, type Turn, textAnswer } from '#bot/turn/turn.ts';
import type { ChangeFreeze } from '#engine/changes/freeze/store.ts';
import { personOf } from '#features/change-answers.ts';
import type { Services } from '#features/feature.ts';
import { choicesOf, oneOf, reasonRule } from '#features/form-fields.ts';
import { AppError } from '#platform/lib/errors.ts';
import { escapeMarkdown, joinMarkdown, type Markdown } from '#platform/lib/text.ts';
import type { Db } from '#platform/storage/database.ts';
import type { PolicyPlace } from '#policy/policy.ts';
import type { FormPage } from '#teams/cards/form.ts';
import { dateTime } from '#teams/cards/view.ts';
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
  pages: [freezePage],
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

async function freezePage(context: FormContext): Promise<FormPage> {
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

export const UNFREEZE_FORM = 'administration.unfreeze';

/** Which freeze ends; shown before it is sent, with who began it and why. */
export const unfreezeForm: Form = {
  name: UNFREEZE_FORM,
  pages: [unfreezePage],
  submit: unfreeze,
};

const titleOf = ({ place }: ChangeFreeze, { words }: Turn): string =>
  words.plain('administration.freeze.title', { everywhere: place === undefined, place: place?.title ?? '' });

async function unfreezePage({ turn, services, answers }: FormContext): Promise<FormPage> {
  const { words } = turn;
  requireAdministrator(services.policy.current(), turn.who);
  const { db } = services.database;
  const freezes = await services.changes.freezes.list(db);
  const chosen = freezes.find(({ id }) => id === answers.freeze) ?? (freezes.length === 1 ? freezes[0] : undefined);
  if (chosen) await refuseOwn(services, db, chosen, turn);
  const missing = words.plain('administration.unfreeze.form.freezeMissing');
  return {
    title: words.markdown('administration.unfreeze.form.title'),
    intro: words.markdown('administration.unfreeze.form.intro'),
    facts: (chosen ? [chosen] : freezes).map((freeze) => ({
      title: titleOf(freeze, turn),
      value: `${escapeMarkdown(freeze.by.name)}, ${dateTime(freeze.at)}: ${escapeMarkdown(freeze.reason)}` as Markdown,
    })),
    fields: [
      {
        ...{ id: 'freeze', kind: 'choice', required: true, missing },
        label: words.plain('administration.unfreeze.form.freeze'),
        schema: oneOf(
          freezes.map(({ id }) => id),
          missing,
        ),
        choices: freezes.map((freeze) => ({ value: freeze.id, title: titleOf(freeze, turn) })),
        ...(chosen ? { preset: chosen.id } : {}),
      },
    ],
    submit: words.plain('administration.unfreeze.form.submit'),
    cancel: words.plain('administration.form.cancel'),
  };
}

/** Nobody ends a freeze for their own benefit. @throws AppError while a request of theirs or for them waits under it */
const refuseOwn = async ({ changes }: Services, db: Db, freeze: ChangeFreeze, { who }: Turn): Promise<void> => {
  const [own] = await changes.freezes.stopped(db, freeze, who.objectId);
  if (own) throw new AppError({ code: 'Policy.Own', text: 'administration.unfreeze.own', values: { ref: own.ref } });
};

async function unfreeze({ turn, services, answers }: FormContext): Promise<FormEnd> {
  await requireAdministratorNow(services.policy, turn.who);
  const { changes, database, outbox } = services;
  const ended = await database.transaction(async (trx) => {
    const freeze = await changes.freezes.find(trx, answers.freeze ?? '');
    if (!freeze) return undefined;
    await refuseOwn(services, trx, freeze, turn);
    const over = await changes.freezes.end(trx, freeze.id, personOf(turn));
    if (!over) return undefined;
    const subject = freezeSubject(over.id);
    await outbox.touch(trx, subject, over.version);
    await deliverReport(services, trx, { subject, version: over.version, variant: 'ended' }, reportPlace(turn));
    return over;
  });
  return ended ? reportAnswer(turn, services, freezeSubject(ended.id)) : textAnswer('administration.unfreeze.over');
}
