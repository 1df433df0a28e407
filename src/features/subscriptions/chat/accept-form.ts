import type { Form, FormContext } from '#bot/commands/registry.ts';
import { acceptSubscriptionOwnership } from '#cloud/operations/subscriptions.ts';
import { submitChange } from '#features/change-answers.ts';
import { notAllowed } from '#policy/policy.ts';
import type { FormPage } from '#teams/cards/form.ts';
import { acceptFacts, mayAcceptSome } from '../accept.ts';
import { reasonFact } from '../facts.ts';
import { subscriptionContextOf } from '../form/context.ts';
import { groupField, nameField, reasonField, subscriptionField, tagsField } from '../form/fields.ts';
import { readAcceptTerms } from '../form/read-terms.ts';
import { ACCEPT } from '../terms.ts';

export const ACCEPT_FORM = 'subscriptions.accept.form';

type Context = FormContext;

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
async function questions(context: Context): Promise<FormPage> {
  const { services, turn } = context;
  const { words } = turn;
  const form = subscriptionContextOf(context);
  services.vendor.requireService(acceptSubscriptionOwnership);
  const may = (person: string): boolean => mayAcceptSome(form.policy, person);
  if (!may(turn.who.objectId)) throw notAllowed('subscriptions.acceptForm.nothing', form.policy, may);
  return {
    title: words.markdown('subscriptions.acceptForm.title'),
    intro: words.markdown('subscriptions.acceptForm.intro'),
    facts: [],
    fields: [
      await subscriptionField(form),
      nameField(words, true),
      ...groupField(form),
      tagsField(words),
      reasonField(form),
    ],
    submit: words.plain('subscriptions.form.next'),
    cancel: words.plain('subscriptions.form.cancel'),
  };
}

async function confirm(context: Context): Promise<FormPage> {
  const { words } = context.turn;
  const terms = await readAcceptTerms(subscriptionContextOf(context));
  return {
    title: words.markdown('subscriptions.accept.title', { name: terms.subscription.title }),
    intro: words.markdown('subscriptions.acceptForm.confirm'),
    facts: [...acceptFacts(terms, words), ...reasonFact(terms, words)],
    fields: [],
    submit: words.plain('subscriptions.form.send'),
    cancel: words.plain('subscriptions.form.cancel'),
    back: words.plain('subscriptions.form.back'),
  };
}
