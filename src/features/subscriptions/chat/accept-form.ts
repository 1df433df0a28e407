import { acceptSubscriptionOwnership } from '../../../api/operations/subscriptions.ts';
import type { Form, FormContext } from '../../../bot/commands/registry.ts';
import type { FormPage } from '../../../cards/form.ts';
import { AppError } from '../../../lib/errors.ts';
import { clean } from '../../../lib/text.ts';
import { submitChange } from '../../submit-change.ts';
import { type Asking, askingOf } from '../asking.ts';
import { groupIn, nameIn, tagsIn } from '../create-terms.ts';
import { acceptFacts } from '../describe-accept.ts';
import { reasonFact } from '../facts.ts';
import { groupField, nameField, reasonField, subscriptionField, tagsField } from '../fields.ts';
import { mayAccept } from '../offered.ts';
import { findSubscription } from '../subscription-named.ts';
import { ACCEPT, type AcceptTerms } from '../terms.ts';

export const ACCEPT_FORM = 'subscriptions.accept.form';

type Context = FormContext;

/** Which subscription, what it is called from then on, and once more who it is that accepts. */
export const acceptForm: Form = {
  name: ACCEPT_FORM,
  pages: [questions, confirm],
  submit: async (context) =>
    submitChange(context, { kind: ACCEPT, terms: await termsOf(askingOf(context)), form: ACCEPT_FORM }),
};

/** @throws AppError where the service is not set up, or no rule lets this person ask */
async function questions(context: Context): Promise<FormPage> {
  const { services, turn } = context;
  const { words } = turn;
  const asking = askingOf(context);
  services.vendor.requireService(acceptSubscriptionOwnership);
  if (!mayAccept(asking)) throw new AppError({ code: 'Policy.NotAllowed', text: 'subscriptions.acceptForm.nothing' });
  return {
    title: words.markdown('subscriptions.acceptForm.title'),
    intro: words.markdown('subscriptions.acceptForm.intro'),
    facts: [],
    fields: [
      await subscriptionField(asking),
      nameField(words, true),
      ...groupField(asking),
      tagsField(words),
      reasonField(words),
    ],
    submit: words.plain('subscriptions.form.next'),
    cancel: words.plain('subscriptions.form.cancel'),
  };
}

async function confirm(context: Context): Promise<FormPage> {
  const { words } = context.turn;
  const terms = await termsOf(askingOf(context));
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

/** @throws Error when the first page was not answered: the form asks its pages in order */
const termsOf = async (asking: Asking): Promise<AcceptTerms> => {
  const { answers, policy, db } = asking;
  const found = await findSubscription(db, policy, answers.subscription ?? '');
  if (!found) throw new Error('the ownership form went on without a subscription');
  return {
    subscription: { id: found.id, title: found.title, known: found.known },
    displayName: nameIn(answers.displayName),
    managementGroup: groupIn(asking) ?? null,
    tags: tagsIn(answers.tags),
    reason: clean(answers.reason ?? ''),
    toldBy: found.toldBy,
  };
};
