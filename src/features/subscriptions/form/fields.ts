import { z } from 'zod';
import { isGuid } from '#cloud/request/path.ts';
import {
  choicesOf,
  fieldMaker,
  oneOf,
  presetChoices,
  readBy,
  reasonRule,
  shortText,
  visibleText,
} from '#features/form-fields.ts';
import { type Markdown, oneLine } from '#platform/lib/text.ts';
import { listed, type TextName, type Words } from '#platform/texts/texts.ts';
import type { Field } from '#teams/cards/form.ts';
import { agreementOf } from '../facts.ts';
import { billingScopesOf, managementGroupsOf, type PolicyBilling, subscriptionsOf } from '../policy.ts';
import { findSubscription, listCreated } from '../store.ts';
import { parseTags, TAG_MARKS } from '../tags.ts';
import { findOwner, requestableBilling, type SubscriptionFormContext, type SubscriptionKind } from './context.ts';

/** The longest text of a card input. */
const LONGEST_NAME = 200;

type Example = TextName<'subscriptions.example'>;
type Optional = TextName<'subscriptions.field', 'Optional'>;

/** A field with its texts `subscriptions.field.<id>`: label, example, and message for a missing answer. */
const fieldOf = (words: Words) =>
  fieldMaker<TextName<'subscriptions.field'> & Example, Optional & Example>((id, required) => ({
    label: words.plain(required ? `subscriptions.field.${id}` : `subscriptions.field.${id}Optional`),
    missing: words.plain('subscriptions.problem.missing'),
    placeholder: words.plain(`subscriptions.example.${id}`),
  }));

const missing = (words: Words): string => words.plain('subscriptions.problem.missing');
const notListed = (words: Words): string => words.plain('subscriptions.problem.list');

/** The most names that are listed; others can be typed too. */
const MOST_NAMES = 6;

/** The subscription, by name or id. */
export const subscriptionField = async ({ answers, words, policy, db }: SubscriptionFormContext): Promise<Field> => {
  const name = answers.subscription ?? '';
  const found = await findSubscription(db, policy, name);
  const problem = words.plain('subscriptions.problem.subscription', { said: oneLine(name, 60) });
  const names = [...(await listCreated(db)), ...subscriptionsOf(policy).map(({ title }) => ({ name: title }))]
    .map(({ name }) => name)
    .slice(0, MOST_NAMES);
  return {
    ...fieldOf(words)(
      'subscription',
      true,
      'text',
      readBy(() => found, problem),
    ),
    ...(names.length === 0 ? {} : { hint: words.markdown('subscriptions.known', { names: listed(names, words) }) }),
  };
};

export const groupField = ({ words, policy }: SubscriptionFormContext): readonly Field[] => {
  const groups = managementGroupsOf(policy);
  if (groups.length === 0) return [];
  const keys = groups.map(({ key }) => key);
  return [{ ...fieldOf(words)('group', false, 'choice', oneOf(keys, notListed(words))), choices: choicesOf(groups) }];
};

export const tagsField = (words: Words): Field =>
  fieldOf(words)(
    'tags',
    false,
    'text',
    shortText(words).superRefine((text, issue) => {
      const read = parseTags(text);
      if (!('problem' in read)) return;
      const { rule, piece } = read.problem;
      issue.addIssue({
        code: 'custom',
        message: words.plain(`subscriptions.tags.${rule}`, { piece: oneLine(piece, 40), marks: TAG_MARKS.join(' ') }),
      });
    }),
  );

/** Its name, or new name. */
export const nameField = (words: Words, required: boolean): Field =>
  fieldOf(words)('displayName', required, 'text', visibleText(words, missing(words), LONGEST_NAME));

export const reasonField = ({ words, policy }: SubscriptionFormContext): Field => {
  const rule = reasonRule(words, policy, missing(words));
  return { ...fieldOf(words)('reason', true, 'lines', rule.schema), ...rule };
};

export const chosenBilling = ({ answers, policy }: SubscriptionFormContext): PolicyBilling | undefined =>
  billingScopesOf(policy).find(({ key }) => key === answers.billing);

const WORKLOADS = ['Production', 'DevTest'] as const;

/** Whether the subscription is known by its id alone: the public service wants a name for its alias. */
const isUnnamed = async ({ answers, policy, db }: SubscriptionFormContext): Promise<boolean> => {
  const found = await findSubscription(db, policy, answers.subscription ?? '');
  return found !== undefined && found.title === found.id;
};

/** Name, purpose and billing. An alias needs only its subscription (docs/sources.md, Subscriptions). */
export const whatFields = async (kind: SubscriptionKind, form: SubscriptionFormContext): Promise<readonly Field[]> => {
  const { words } = form;
  const required = kind === 'new';
  const workloads = WORKLOADS.map((key) => ({ key, title: words.plain(`subscriptions.workload.${key}`) }));
  return [
    ...(required ? [] : [await subscriptionField(form)]),
    nameField(words, required || (await isUnnamed(form))),
    {
      ...fieldOf(words)('workload', required, 'choice', oneOf(WORKLOADS, notListed(words))),
      choices: choicesOf(workloads),
    },
    ...billingField(required, requestableBilling(kind, form), form),
  ];
};

const billingField = (
  required: boolean,
  scopes: readonly PolicyBilling[],
  { words }: SubscriptionFormContext,
): readonly Field[] => {
  if (scopes.length === 0) return [];
  const keys = scopes.map(({ key }) => key);
  const items = scopes.map(({ key, title, path }) => ({ key, title: `${title} · ${agreementOf(path, words)}` }));
  return [
    {
      ...fieldOf(words)('billing', required, 'choice', oneOf(keys, notListed(words))),
      ...(required ? presetChoices(items) : { choices: choicesOf(items) }),
      hint: agreementHelp(scopes, words),
    },
  ];
};

/** One sentence for each kind of agreement among the choices. */
const agreementHelp = (scopes: readonly PolicyBilling[], words: Words): Markdown =>
  [...new Set(scopes.map(({ scope }) => scope.kind))]
    .map((kind) => `- ${words.markdown(`subscriptions.help.${kind}`)}`)
    .join('\n') as Markdown;

/** Optional settings, and the reason. */
export const detailFields = (form: SubscriptionFormContext): readonly Field[] => {
  const { words } = form;
  const field = fieldOf(words);
  const owner = readBy((text) => findOwner(form, text), words.plain('subscriptions.problem.owner'));
  const tenant = z.string().refine(isGuid, { error: words.plain('subscriptions.problem.tenant') });
  return [
    ...resellerField(form),
    ...groupField(form),
    field('owner', false, 'text', owner),
    field('tenant', false, 'text', tenant),
    tagsField(words),
    reasonField(form),
  ];
};

const resellerField = (form: SubscriptionFormContext): readonly Field[] => {
  const { words } = form;
  const resellers = (chosenBilling(form)?.resellers ?? []).map(({ id, title }) => ({ key: id, title }));
  if (resellers.length === 0) return [];
  const keys = resellers.map(({ key }) => key);
  return [
    { ...fieldOf(words)('reseller', false, 'choice', oneOf(keys, notListed(words))), choices: choicesOf(resellers) },
  ];
};
