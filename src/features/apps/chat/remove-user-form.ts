import type { Form, FormContext } from '#bot/commands/registry.ts';
import { removeAppUser } from '#cloud/operations/app-management.ts';
import { submitChange } from '#features/change-answers.ts';
import type { Services } from '#features/feature.ts';
import { choiceField, formPage, presetChoices, readBy, reasonField } from '#features/form-fields.ts';
import { readEmail } from '#platform/lib/email.ts';
import { clean, oneLine } from '#platform/lib/text.ts';
import { notAllowed } from '#policy/policy.ts';
import type { Field, FormPage } from '#teams/cards/form.ts';
import { appsOf, findApp, type PolicyApp } from '../policy.ts';
import { REMOVE_USER, type RemoveUserTerms } from '../remove-user.ts';
import { retirementText } from '../retirement.ts';

export const REMOVE_USER_FORM = 'apps.removeUser.form';

/** User, app and reason. Always shown, even for a complete command, because the removal cannot be undone from here. */
export const removeUserForm: Form = {
  name: REMOVE_USER_FORM,
  pages: [page],
  async submit(context) {
    const { answers, turn } = context;
    const app = requestableApps(context.services, turn.who.objectId).find(({ key }) => key === answers.app);
    const email = readEmail(answers.email ?? '');
    if (!app) return { kind: 'wrong', errors: { app: turn.words.plain('apps.problem.notOffered') } };
    if (email === undefined) return { kind: 'wrong', errors: { email: turn.words.plain('apps.problem.email') } };
    const terms: RemoveUserTerms = { app: { ...app }, email, reason: clean(answers.reason ?? '') };
    return submitChange(context, { kind: REMOVE_USER, terms, form: REMOVE_USER_FORM });
  },
};

/** The apps for which some rule allows this person's request, for others or for themselves. */
const requestableApps = ({ policy, changes }: Services, requester: string): readonly PolicyApp[] =>
  appsOf(policy.current()).filter(({ key }) =>
    [false, true].some((forSelf) => changes.mayAsk({ kind: REMOVE_USER, facets: { app: key }, requester, forSelf })),
  );

/** @throws AppError that says who may, where no rule allows this person's request for any app */
export const requireApp = ({ services, turn }: Pick<FormContext, 'services' | 'turn'>): void => {
  const may = (objectId: string): boolean => requestableApps(services, objectId).length > 0;
  if (!may(turn.who.objectId)) throw notAllowed('apps.form.nothing', services.policy.current(), may);
};

/** @throws AppError `Vendor.NotSetUp` */
async function page(context: FormContext): Promise<FormPage> {
  const { answers, services, turn } = context;
  const { words } = turn;
  services.vendor.requireService(removeAppUser);
  const unknown = answers.said !== undefined && findApp(services.policy.current(), answers.said) === undefined;
  return formPage(words, {
    title: words.markdown('apps.form.title'),
    intro: unknown
      ? words.markdown('apps.form.unknown', { unknown: oneLine(answers.said ?? '', 60) })
      : words.markdown('apps.form.intro'),
    facts: [{ title: words.plain('apps.form.retirement'), value: retirementText(services.clock.now(), words) }],
    fields: fieldsOf(context),
    submit: words.plain('apps.form.submit'),
  });
}

const fieldsOf = (context: FormContext): readonly Field[] => {
  const { words } = context.turn;
  const apps = requestableApps(context.services, context.turn.who.objectId);
  const textsOf = (id: 'email' | 'app' | 'reason') => ({
    label: words.plain(`apps.form.${id}`),
    missing: words.plain(`apps.form.${id}Missing`),
    placeholder: words.plain(`apps.form.${id}Example`),
  });
  const schema = readBy(readEmail, words.plain('apps.problem.email'));
  const refused = words.plain('apps.problem.notOffered');
  return [
    { id: 'email', kind: 'text', required: true, schema, ...textsOf('email') },
    choiceField({ id: 'app', items: apps, refused, ...textsOf('app'), ...presetChoices(apps) }),
    reasonField(words, context.services.policy.current(), textsOf('reason')),
  ];
};
