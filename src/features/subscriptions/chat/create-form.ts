import type { Form, FormContext } from '#bot/commands/registry.ts';
import { createSubscriptionAlias } from '#cloud/operations/subscriptions.ts';
import { submitChange } from '#features/change-answers.ts';
import { notAllowed } from '#policy/policy.ts';
import type { FormPage } from '#teams/cards/form.ts';
import { agreementOf, createFacts, reasonFact, subscriptionFact } from '../facts.ts';
import {
  mayCreate,
  type SubscriptionFormContext,
  type SubscriptionKind,
  subscriptionContextOf,
} from '../form/context.ts';
import { chosenBilling, detailFields, whatFields } from '../form/fields.ts';
import { readCreateTerms } from '../form/read-terms.ts';
import { CREATE } from '../terms.ts';

type Context = FormContext;

/** Name, purpose and billing; then the optional settings; then a confirmation. */
const formFor = (kind: SubscriptionKind, name: string): Form => ({
  name,
  pages: [
    (context) => whatPage(kind, context),
    async (context) => detailsPage(kind, context),
    (context) => confirmPage(kind, context),
  ],
  submit: async (context) =>
    submitChange(context, { kind: CREATE, terms: await readCreateTerms(subscriptionContextOf(context)), form: name }),
});

export const newForm = formFor('new', 'subscriptions.newForm');
export const aliasForm = formFor('alias', 'subscriptions.aliasForm');

/** @throws AppError where the service is not set up, or no rule lets this person request it */
const whatPage = async (kind: SubscriptionKind, context: Context): Promise<FormPage> => {
  const { services, turn, answers } = context;
  const { words } = turn;
  services.vendor.requireService(createSubscriptionAlias);
  const form = requireCreator(kind, context);
  const unknown = answers.unknown ?? '';
  return {
    title: words.markdown(`subscriptions.form.title.${kind}`),
    intro:
      unknown === ''
        ? words.markdown(`subscriptions.form.intro.${kind}`)
        : words.markdown('subscriptions.form.unknown', { unknown }),
    facts: [],
    fields: await whatFields(kind, form),
    submit: words.plain('subscriptions.form.next'),
    cancel: words.plain('subscriptions.form.cancel'),
  };
};

/** @throws AppError that says who may, for a person no rule lets request it */
const requireCreator = (kind: SubscriptionKind, context: Context): SubscriptionFormContext => {
  const { turn } = context;
  const formFor = (objectId: string) =>
    subscriptionContextOf({ ...context, turn: { ...turn, who: { ...turn.who, objectId } } });
  const may = (person: string): boolean => mayCreate(kind, formFor(person));
  const form = subscriptionContextOf(context);
  if (mayCreate(kind, form)) return form;
  throw notAllowed('subscriptions.form.nothing', form.policy, may);
};

const detailsPage = (kind: SubscriptionKind, context: Context): FormPage => {
  const { words } = context.turn;
  const billing = chosenBilling(subscriptionContextOf(context));
  return {
    title: words.markdown(`subscriptions.form.title.${kind}`),
    intro: words.markdown('subscriptions.form.details'),
    facts:
      billing === undefined
        ? []
        : [
            subscriptionFact('billing', billing.title, words),
            subscriptionFact('agreement', agreementOf(billing.path, words), words),
            subscriptionFact('scope', billing.path, words),
          ],
    fields: detailFields(subscriptionContextOf(context)),
    submit: words.plain('subscriptions.form.next'),
    cancel: words.plain('subscriptions.form.cancel'),
  };
};

const confirmPage = async (kind: SubscriptionKind, context: Context): Promise<FormPage> => {
  const { words } = context.turn;
  const terms = await readCreateTerms(subscriptionContextOf(context));
  return {
    title: words.markdown(`subscriptions.form.confirm.${kind}`),
    intro: words.markdown('subscriptions.form.confirm.intro'),
    facts: [...createFacts(terms, words), ...reasonFact(terms, words)],
    fields: [],
    submit: words.plain('subscriptions.form.send'),
    cancel: words.plain('subscriptions.form.cancel'),
    back: words.plain('subscriptions.form.back'),
  };
};
