import type { Form, FormContext } from '#bot/commands/registry.ts';
import { acceptSubscriptionOwnership, createSubscriptionAlias } from '#cloud/operations/subscriptions.ts';
import { submitChange } from '#features/change-answers.ts';
import { formPage } from '#features/form-fields.ts';
import { notAllowed } from '#policy/policy.ts';
import type { FormPage } from '#teams/cards/form.ts';
import { acceptFacts, mayAcceptSome } from '../accept.ts';
import { agreementOf, createFacts, reasonFact, subscriptionFact } from '../facts.ts';
import {
  mayCreate,
  type SubscriptionFormContext,
  type SubscriptionKind,
  subscriptionContextOf,
} from '../form/context.ts';
import {
  chosenBilling,
  detailFields,
  groupField,
  nameField,
  reasonField,
  subscriptionField,
  tagsField,
  whatFields,
} from '../form/fields.ts';
import { readAcceptTerms, readCreateTerms } from '../form/read-terms.ts';
import { ACCEPT, CREATE } from '../terms.ts';

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
const whatPage = async (kind: SubscriptionKind, context: FormContext): Promise<FormPage> => {
  const { services, turn, answers } = context;
  const { words } = turn;
  services.vendor.requireService(createSubscriptionAlias);
  const form = requireCreator(kind, context);
  const unknown = answers.unknown ?? '';
  return formPage(words, {
    title: words.markdown(`subscriptions.form.title.${kind}`),
    intro:
      unknown === ''
        ? words.markdown(`subscriptions.form.intro.${kind}`)
        : words.markdown('subscriptions.form.unknown', { unknown }),
    fields: await whatFields(kind, form),
    submit: words.plain('subscriptions.form.next'),
  });
};

/** @throws AppError that says who may, for a person no rule lets request it */
const requireCreator = (kind: SubscriptionKind, context: FormContext): SubscriptionFormContext => {
  const { turn } = context;
  const formFor = (objectId: string) =>
    subscriptionContextOf({ ...context, turn: { ...turn, who: { ...turn.who, objectId } } });
  const may = (person: string): boolean => mayCreate(kind, formFor(person));
  const form = subscriptionContextOf(context);
  if (mayCreate(kind, form)) return form;
  throw notAllowed('subscriptions.form.nothing', form.policy, may);
};

const detailsPage = (kind: SubscriptionKind, context: FormContext): FormPage => {
  const { words } = context.turn;
  const billing = chosenBilling(subscriptionContextOf(context));
  return formPage(words, {
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
  });
};

const confirmPage = async (kind: SubscriptionKind, context: FormContext): Promise<FormPage> => {
  const { words } = context.turn;
  const terms = await readCreateTerms(subscriptionContextOf(context));
  return formPage(words, {
    title: words.markdown(`subscriptions.form.confirm.${kind}`),
    intro: words.markdown('subscriptions.form.confirm.intro'),
    facts: [...createFacts(terms, words), ...reasonFact(terms, words)],
    submit: words.plain('subscriptions.form.send'),
    back: words.plain('subscriptions.form.back'),
  });
};

export const ACCEPT_FORM = 'subscriptions.accept.form';

/** The subscription and its new name, then a confirmation that names the accepting identity. */
export const acceptForm: Form = {
  name: ACCEPT_FORM,
  pages: [questions, confirm],
  submit: async (context) =>
    submitChange(context, {
      kind: ACCEPT,
      terms: await readAcceptTerms(subscriptionContextOf(context)),
      form: ACCEPT_FORM,
    }),
};

/** @throws AppError where the service is not set up, or no rule lets this person request it */
async function questions(context: FormContext): Promise<FormPage> {
  const { services, turn } = context;
  const { words } = turn;
  const form = subscriptionContextOf(context);
  services.vendor.requireService(acceptSubscriptionOwnership);
  const may = (person: string): boolean => mayAcceptSome(form.policy, person);
  if (!may(turn.who.objectId)) throw notAllowed('subscriptions.acceptForm.nothing', form.policy, may);
  return formPage(words, {
    title: words.markdown('subscriptions.acceptForm.title'),
    intro: words.markdown('subscriptions.acceptForm.intro'),
    fields: [
      await subscriptionField(form),
      nameField(words, true),
      ...groupField(form),
      tagsField(words),
      reasonField(form),
    ],
    submit: words.plain('subscriptions.form.next'),
  });
}

async function confirm(context: FormContext): Promise<FormPage> {
  const { words } = context.turn;
  const terms = await readAcceptTerms(subscriptionContextOf(context));
  return formPage(words, {
    title: words.markdown('subscriptions.accept.title', { name: terms.subscription.title }),
    intro: words.markdown('subscriptions.acceptForm.confirm'),
    facts: [...acceptFacts(terms, words), ...reasonFact(terms, words)],
    submit: words.plain('subscriptions.form.send'),
    back: words.plain('subscriptions.form.back'),
  });
}
