import { place, reason } from '#bot/arguments/types.ts';
import type { Form, FormContext, FormEnd } from '#bot/commands/registry.ts';
import { ownView } from '#bot/turn/own-view.ts';
import { delivered, formAnswer, type Turn, textAnswer } from '#bot/turn/turn.ts';
import { type ChangeFreeze, freezeKey } from '#engine/changes/freeze/store.ts';
import { originOf, personOf } from '#features/change-answers.ts';
import { allowedBy, defineCommand, type Services } from '#features/feature.ts';
import { choiceField, formPage, givenAnswers, reasonField } from '#features/form-fields.ts';
import { AppError } from '#platform/lib/errors.ts';
import { escapeMarkdown, joinMarkdown, type Markdown, normalise } from '#platform/lib/text.ts';
import type { Db } from '#platform/storage/database.ts';
import type { Policy, PolicyPlace } from '#policy/policy.ts';
import type { FormPage } from '#teams/cards/form.ts';
import { dateTime } from '#teams/cards/view.ts';
import { isAdministrator, requireAdministrator, requireAdministratorNow } from '../administrators.ts';
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
export const reportPlace = (turn: Turn) => ({ ...originOf(turn), language: turn.words.locale });

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
  return formPage(words, {
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
    fields: [
      choiceField({
        ...{ id: 'place', preset: answers.place ?? EVERYWHERE },
        label: words.plain('administration.freeze.form.place'),
        missing: words.plain('administration.freeze.form.placeMissing'),
        items: [{ key: EVERYWHERE, title: words.plain('administration.freeze.everywhere') }, ...policy.places],
      }),
      reasonField(words, policy, {
        label: words.plain('administration.form.reason'),
        missing: words.plain('administration.form.reasonMissing'),
        placeholder: words.plain('administration.freeze.form.reasonExample'),
      }),
    ],
    submit: words.plain('administration.freeze.form.submit'),
  });
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
  submit: unfreezeNow,
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
  return formPage(words, {
    title: words.markdown('administration.unfreeze.form.title'),
    intro: words.markdown('administration.unfreeze.form.intro'),
    facts: (chosen ? [chosen] : freezes).map((freeze) => ({
      title: titleOf(freeze, turn),
      value: `${escapeMarkdown(freeze.by.name)}, ${dateTime(freeze.at)}: ${escapeMarkdown(freeze.reason)}` as Markdown,
    })),
    fields: [
      choiceField({
        id: 'freeze',
        label: words.plain('administration.unfreeze.form.freeze'),
        missing: words.plain('administration.unfreeze.form.freezeMissing'),
        items: freezes.map((freeze) => ({ key: freeze.id, title: titleOf(freeze, turn) })),
        ...(chosen ? { preset: chosen.id } : {}),
      }),
    ],
    submit: words.plain('administration.unfreeze.form.submit'),
  });
}

/** Nobody ends a freeze for their own benefit. @throws AppError while a request of theirs or for them waits under it */
const refuseOwn = async ({ changes }: Services, db: Db, freeze: ChangeFreeze, { who }: Turn): Promise<void> => {
  const [own] = await changes.freezes.stopped(db, freeze, who.objectId);
  if (own) throw new AppError({ code: 'Policy.Own', text: 'administration.unfreeze.own', values: { ref: own.ref } });
};

async function unfreezeNow({ turn, services, answers }: FormContext): Promise<FormEnd> {
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

/** A place, or everything. */
const placeOrAll = place.orAll(EVERYTHING).first().after('on', 'at');

/** @returns undefined for a name that the policy lacks */
const placeOf = (policy: Policy, typed: string | undefined): PolicyPlace | typeof EVERYWHERE | undefined =>
  typed === undefined || EVERYTHING.has(normalise(typed)) ? EVERYWHERE : policy.findPlace(typed);

export const freeze = defineCommand({
  name: 'freeze',
  aliases: ['emergency stop'],
  area: 'administration',
  effect: 'asks',
  grave: true,
  takes: { place: placeOrAll, reason },
  form: FREEZE_FORM,
  example: 'freeze payments because an account was taken over',
  may: allowedBy(isAdministrator),
  listed: isAdministrator,
  async run({ who }, { place, reason }, { policy }) {
    const current = policy.current();
    requireAdministrator(current, who);
    const found = placeOf(current, place);
    if (!found) return textAnswer('administration.refused.place', { place: place ?? '' });
    return formAnswer(
      FREEZE_FORM,
      givenAnswers({ place: found === EVERYWHERE ? EVERYWHERE : found.key, reason }),
      true,
    );
  },
});

export const unfreeze = defineCommand({
  name: 'unfreeze',
  aliases: ['end freeze', 'lift freeze'],
  area: 'administration',
  effect: 'asks',
  grave: true,
  takes: { place: placeOrAll },
  form: UNFREEZE_FORM,
  example: 'unfreeze payments',
  may: allowedBy(isAdministrator),
  listed: isAdministrator,
  async run({ who }, { place }, { policy, changes, database }) {
    const current = policy.current();
    requireAdministrator(current, who);
    const freezes = await changes.freezes.list(database.db);
    if (freezes.length === 0) return textAnswer('administration.unfreeze.none');
    if (place === undefined) return formAnswer(UNFREEZE_FORM, {}, true);
    const found = placeOf(current, place);
    const key = found && freezeKey(found === EVERYWHERE ? undefined : found.scope);
    const meant = freezes.find((one) => freezeKey(one.place?.scope) === key || one.place?.key === normalise(place));
    if (!meant) return textAnswer('administration.unfreeze.notThere', { place });
    return formAnswer(UNFREEZE_FORM, { freeze: meant.id }, true);
  },
});
