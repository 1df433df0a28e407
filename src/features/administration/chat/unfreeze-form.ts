import type { Form, FormContext, FormEnd } from '#bot/commands/registry.ts';
import { type Turn, textAnswer } from '#bot/turn/turn.ts';
import type { ChangeFreeze } from '#engine/changes/freeze/store.ts';
import { personOf } from '#features/change-answers.ts';
import type { Services } from '#features/feature.ts';
import { oneOf } from '#features/form-fields.ts';
import { AppError } from '#platform/lib/errors.ts';
import { escapeMarkdown, type Markdown } from '#platform/lib/text.ts';
import type { Db } from '#platform/storage/database.ts';
import type { FormPage } from '#teams/cards/form.ts';
import { dateTime } from '#teams/cards/view.ts';
import { requireAdministrator, requireAdministratorNow } from '../administrators.ts';
import { freezeSubject } from '../cards/freeze-card.ts';
import { deliverReport } from '../deliver-report.ts';
import { reportAnswer, reportPlace } from './freeze-form.ts';

export const UNFREEZE_FORM = 'administration.unfreeze';

/** Which freeze ends; shown before it is sent, with who began it and why. */
export const unfreezeForm: Form = {
  name: UNFREEZE_FORM,
  pages: [page],
  submit: unfreeze,
};

const titleOf = ({ place }: ChangeFreeze, { words }: Turn): string =>
  words.plain('administration.freeze.title', { everywhere: place === undefined, place: place?.title ?? '' });

async function page({ turn, services, answers }: FormContext): Promise<FormPage> {
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
