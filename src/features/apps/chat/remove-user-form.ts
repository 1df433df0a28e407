import { removeAppUser } from '../../../api/operations/app-management.ts';
import type { Form, FormContext } from '../../../bot/commands/registry.ts';
import type { Field, FormPage } from '../../../cards/form.ts';
import { readEmail } from '../../../lib/email.ts';
import { clean, oneLine } from '../../../lib/text.ts';
import { submitChange } from '../../change-answers.ts';
import { fieldMaker, oneOf, presetChoices, readBy, shortText } from '../../form-fields.ts';
import { appsOf, findApp, type PolicyApp } from '../policy.ts';
import { REMOVE_USER, type RemoveUserTerms } from '../remove-user.ts';
import { retirementText } from '../retirement.ts';

export const REMOVE_USER_FORM = 'apps.removeUser.form';

type Context = FormContext;

/** User, app and reason. Always shown, even for a complete command, because the removal cannot be undone from here. */
export const removeUserForm: Form = {
  name: REMOVE_USER_FORM,
  pages: [page],
  async submit(context) {
    const { answers, turn } = context;
    const app = requestableApps(context).find(({ key }) => key === answers.app);
    const email = readEmail(answers.email ?? '');
    if (!app) return { kind: 'wrong', errors: { app: turn.words.plain('apps.problem.notOffered') } };
    if (email === undefined) return { kind: 'wrong', errors: { email: turn.words.plain('apps.problem.email') } };
    const terms: RemoveUserTerms = { app: { ...app }, email, reason: clean(answers.reason ?? '') };
    return submitChange(context, { kind: REMOVE_USER, terms, form: REMOVE_USER_FORM });
  },
};

/** The apps for which some rule allows this person's request, for others or for themselves. */
export const requestableApps = ({ services, turn }: Pick<Context, 'services' | 'turn'>): readonly PolicyApp[] => {
  const requester = turn.who.objectId;
  return appsOf(services.policy.current()).filter(({ key }) =>
    [false, true].some((forSelf) =>
      services.changes.mayAsk({ kind: REMOVE_USER, facets: { app: key }, requester, forSelf }),
    ),
  );
};

/** @throws AppError `Vendor.NotSetUp` */
async function page(context: Context): Promise<FormPage> {
  const { answers, services, turn } = context;
  const { words } = turn;
  services.vendor.requireService(removeAppUser);
  const unknown = answers.said !== undefined && findApp(services.policy.current(), answers.said) === undefined;
  return {
    title: words.markdown('apps.form.title'),
    intro: unknown
      ? words.markdown('apps.form.unknown', { unknown: oneLine(answers.said ?? '', 60) })
      : words.markdown('apps.form.intro'),
    facts: [{ title: words.plain('apps.form.retirement'), value: retirementText(services.clock.now(), words) }],
    fields: fieldsOf(context),
    submit: words.plain('apps.form.submit'),
    cancel: words.plain('apps.form.cancel'),
  };
}

const fieldsOf = (context: Context): readonly Field[] => {
  const { words } = context.turn;
  const apps = requestableApps(context);
  const keys = apps.map(({ key }) => key);
  const field = fieldMaker<'email' | 'app' | 'reason'>((id, _required) => ({
    label: words.plain(`apps.form.${id}`),
    missing: words.plain(`apps.form.${id}Missing`),
    placeholder: words.plain(`apps.form.${id}Example`),
  }));
  return [
    field('email', true, 'text', readBy(readEmail, words.plain('apps.problem.email'))),
    { ...field('app', true, 'choice', oneOf(keys, words.plain('apps.problem.notOffered'))), ...presetChoices(apps) },
    field('reason', true, 'lines', shortText(words)),
  ];
};
