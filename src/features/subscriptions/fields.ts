import { z } from 'zod';
import { type Field, LONGEST_ANSWER, shortText } from '../../cards/form.ts';
import { oneLine } from '../../lib/text.ts';
import type { Words } from '../../texts/texts.ts';
import type { Asking } from './asking.ts';
import { listMade } from './made.ts';
import { managementGroupsOf, subscriptionsOf } from './policy.ts';
import { findSubscription } from './subscription-named.ts';
import { readTags, TAG_MARKS } from './tags.ts';

/** As long as the input of a card lets it be. */
const LONGEST_NAME = 200;

/** A field by its texts `subscriptions.field.<id>`: label, example, what is said where it is left out. */
export const fieldOf =
  (words: Words) =>
  (id: string, kind: Field['kind'], required: boolean, schema: Field['schema']): Field => ({
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
export const subscriptionField = async ({ answers, words, policy, db }: Asking): Promise<Field> => {
  const said = answers.subscription ?? '';
  const found = await findSubscription(db, policy, said);
  const problem = words.plain('subscriptions.problem.subscription', { said: oneLine(said, 60) });
  const schema = z.string().refine(() => found !== undefined, { error: problem });
  const names = [...(await listMade(db)), ...subscriptionsOf(policy).map(({ title }) => ({ name: title }))]
    .map(({ name }) => name)
    .slice(0, MOST_NAMES);
  const list = new Intl.ListFormat(words.spoken).format(names);
  return {
    ...fieldOf(words)('subscription', 'text', true, schema),
    ...(names.length === 0 ? {} : { hint: words.markdown('subscriptions.known', { names: list }) }),
  };
};

export const groupField = ({ words, policy }: Asking): readonly Field[] => {
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
      const read = readTags(text);
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
