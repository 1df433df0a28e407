import { z } from 'zod';
import { isGuid } from '../../../api/request/path.ts';
import { type Field, type FieldParts, LONGEST_ANSWER, shortText } from '../../../cards/form.ts';
import { type Markdown, oneLine } from '../../../lib/text.ts';
import type { TextName } from '../../../lib/text-key.ts';
import type { Words } from '../../../texts/texts.ts';
import { agreementOf } from '../facts.ts';
import { billingScopesOf, managementGroupsOf, type PolicyBilling, subscriptionsOf } from '../policy.ts';
import { findSubscription, listCreated } from '../store.ts';
import { parseTags, TAG_MARKS } from '../tags.ts';
import { findOwner, offeredBilling, type SubscriptionFormContext, type SubscriptionKind } from './context.ts';

/** As long as the input of a card lets it be. */
const LONGEST_NAME = 200;

type Example = TextName<'subscriptions.example'>;
type Optional = TextName<'subscriptions.field', 'Optional'>;

/** A field by its texts `subscriptions.field.<id>`: label, example, what is said where it is left out. */
const fieldOf =
  (words: Words) =>
  (
    ...[id, kind, required, schema]: FieldParts<TextName<'subscriptions.field'> & Example, Optional & Example>
  ): Field => ({
    id,
    kind,
    required,
    schema,
    label: words.plain(required ? `subscriptions.field.${id}` : `subscriptions.field.${id}Optional`),
    missing: words.plain('subscriptions.problem.missing'),
    placeholder: words.plain(`subscriptions.example.${id}`),
  });

/** So many names are told; every other one can be typed too. */
const MOST_NAMES = 6;

/** Which subscription: by a name or an id. */
export const subscriptionField = async ({ answers, words, policy, db }: SubscriptionFormContext): Promise<Field> => {
  const said = answers.subscription ?? '';
  const found = await findSubscription(db, policy, said);
  const problem = words.plain('subscriptions.problem.subscription', { said: oneLine(said, 60) });
  const schema = z.string().refine(() => found !== undefined, { error: problem });
  const names = [...(await listCreated(db)), ...subscriptionsOf(policy).map(({ title }) => ({ name: title }))]
    .map(({ name }) => name)
    .slice(0, MOST_NAMES);
  const list = new Intl.ListFormat(words.spoken).format(names);
  return {
    ...fieldOf(words)('subscription', 'text', true, schema),
    ...(names.length === 0 ? {} : { hint: words.markdown('subscriptions.known', { names: list }) }),
  };
};

export const groupField = ({ words, policy }: SubscriptionFormContext): readonly Field[] => {
  const groups = managementGroupsOf(policy);
  if (groups.length === 0) return [];
  const schema = z.string().refine((key) => groups.some((group) => group.key === key), {
    error: words.plain('subscriptions.problem.list'),
  });
  return [
    {
      ...fieldOf(words)('group', 'choice', false, schema),
      choices: groups.map(({ key, title }) => ({ title, value: key })),
    },
  ];
};

export const tagsField = (words: Words): Field =>
  fieldOf(words)(
    'tags',
    'text',
    false,
    shortText(words.plain('bot.form.tooLong', { max: LONGEST_ANSWER })).superRefine((text, issue) => {
      const read = parseTags(text);
      if (!('problem' in read)) return;
      const { rule, piece } = read.problem;
      issue.addIssue({
        code: 'custom',
        message: words.plain(`subscriptions.tags.${rule}`, { piece: oneLine(piece, 40), marks: TAG_MARKS.join(' ') }),
      });
    }),
  );

/** What it is called, or shall be. */
export const nameField = (words: Words, required: boolean): Field =>
  fieldOf(words)(
    'displayName',
    'text',
    required,
    visible(z.string().max(LONGEST_NAME, words.plain('bot.form.tooLong', { max: LONGEST_NAME })), words),
  );

export const reasonField = (words: Words): Field =>
  fieldOf(words)(
    'reason',
    'lines',
    true,
    visible(shortText(words.plain('bot.form.tooLong', { max: LONGEST_ANSWER })), words),
  );

/** A text of nothing but hidden characters says nothing. */
const visible = (text: z.ZodString, words: Words): Field['schema'] =>
  text.refine((said) => oneLine(said) !== '', words.plain('subscriptions.problem.missing'));

export const chosenBilling = ({ answers, policy }: SubscriptionFormContext): PolicyBilling | undefined =>
  billingScopesOf(policy).find(({ key }) => key === answers.billing);

/** What it is and where it is billed. An alias needs nothing but what it stands for (document 1, Subscription alias). */
export const whatFields = async (kind: SubscriptionKind, form: SubscriptionFormContext): Promise<readonly Field[]> => {
  const { words } = form;
  const required = kind === 'new';
  const scopes = offeredBilling(kind, form);
  const [only] = scopes;
  const field = fieldOf(words);
  return [
    ...(required ? [] : [await subscriptionField(form)]),
    nameField(words, required),
    {
      ...field(
        'workload',
        'choice',
        required,
        oneOf(['Production', 'DevTest'], words.plain('subscriptions.problem.list')),
      ),
      choices: (['Production', 'DevTest'] as const).map((value) => ({
        title: words.plain(`subscriptions.workload.${value}`),
        value,
      })),
    },
    ...(scopes.length === 0
      ? []
      : [
          {
            ...field(
              'billing',
              'choice',
              required,
              oneOf(
                scopes.map(({ key }) => key),
                words.plain('subscriptions.problem.list'),
              ),
            ),
            choices: scopes.map(({ key, title, path }) => ({
              title: `${title} · ${agreementOf(path, words)}`,
              value: key,
            })),
            hint: agreementHelp(scopes, form),
            ...(required && scopes.length === 1 && only ? { preset: only.key } : {}),
          },
        ]),
  ];
};

const oneOf = (values: readonly string[], problem: string) =>
  z.string().refine((value) => values.includes(value), { error: problem });

/** One sentence for each kind of agreement that can be chosen. */
const agreementHelp = (scopes: readonly PolicyBilling[], { words }: SubscriptionFormContext): Markdown =>
  [...new Set(scopes.map(({ scope }) => scope.kind))]
    .map((kind) => `- ${words.markdown(`subscriptions.help.${kind}`)}`)
    .join('\n') as Markdown;

/** What else may be said of it, and why it is wanted. */
export const detailFields = (form: SubscriptionFormContext): readonly Field[] => {
  const { words } = form;
  const resellers = chosenBilling(form)?.resellers ?? [];
  const field = fieldOf(words);
  return [
    ...(resellers.length === 0
      ? []
      : [
          {
            ...field(
              'reseller',
              'choice',
              false,
              oneOf(
                resellers.map(({ id }) => id),
                words.plain('subscriptions.problem.list'),
              ),
            ),
            choices: resellers.map(({ title, id }) => ({ title, value: id })),
          },
        ]),
    ...groupField(form),
    field(
      'owner',
      'text',
      false,
      z.string().refine((text) => findOwner(form, text) !== undefined, {
        error: words.plain('subscriptions.problem.owner'),
      }),
    ),
    field('tenant', 'text', false, z.string().refine(isGuid, { error: words.plain('subscriptions.problem.tenant') })),
    tagsField(words),
    reasonField(words),
  ];
};
