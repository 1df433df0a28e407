import { z } from 'zod';
import { changesPolicy } from '#engine/changes/decision/rules.ts';
import { oneLine } from '#platform/lib/text.ts';
import type { Words } from '#platform/texts/texts.ts';
import type { Policy } from '#policy/policy.ts';
import { type Answers, type Choice, type Field, type FormPage, LONGEST_ANSWER } from '#teams/cards/form.ts';

/** A required field has one label, any other has the one that says “optional”. */
type FieldName<Required extends string, Optional extends string> =
  | [id: Required, required: true]
  | [id: Optional, required: false];

/** A function that makes the fields of a form. @param texts of a field by its id */
export const fieldMaker =
  <Required extends string, Optional extends string = never>(
    texts: (...name: FieldName<Required, Optional>) => Pick<Field, 'label' | 'missing' | 'placeholder'>,
  ) =>
  (...parts: [...FieldName<Required, Optional>, kind: Field['kind'], schema: Field['schema']]): Field => {
    const [id, required, kind, schema] = parts;
    // For tsc: in each branch the id is one of those that have such a label.
    return { id, required, kind, schema, ...(required ? texts(id, required) : texts(id, required)) };
  };

/** An answer with a limited number of letters. */
export const shortText = (words: Words, max = LONGEST_ANSWER) =>
  z.string().max(max, words.plain('bot.form.tooLong', { max }));

/** A text of nothing but hidden characters says nothing. */
export const visibleText = (words: Words, missing: string, max = LONGEST_ANSWER): Field['schema'] =>
  shortText(words, max).refine((said) => oneLine(said) !== '', missing);

/** A reason is as long as the policy wants it; the field says so before anything is sent. @param shortest at least, whatever the policy says */
export const reasonRule = (
  words: Words,
  policy: Policy,
  missing: string,
  shortest = 1,
): Pick<Field, 'schema' | 'hint'> => {
  const least = Math.max(changesPolicy(policy).shortestReason, shortest);
  if (least === 1) return { schema: visibleText(words, missing) };
  const tooShort = words.plain('changes.ask.tooShort', { least });
  return {
    schema: shortText(words).refine((said) => oneLine(said).length >= least, tooShort),
    hint: words.markdown('changes.ask.least', { least }),
  };
};

/** An answer that a function can read. @param problem said beside the field where it cannot */
export const readBy = (read: (text: string) => unknown, problem: string) =>
  z.string().refine((text) => read(text) !== undefined, { error: problem });

/** One of these values. */
export const oneOf = (values: readonly string[], problem: string) =>
  z.string().refine((value) => values.includes(value), { error: problem });

interface Named {
  readonly key: string;
  readonly title: string;
}

/** What a field offers, by key and title. */
export const choicesOf = (items: readonly Named[]): readonly Choice[] =>
  items.map(({ key, title }) => ({ title, value: key }));

/** The same; the only one is chosen already. */
export const presetChoices = (items: readonly Named[]): Pick<Field, 'choices' | 'preset'> => ({
  choices: choicesOf(items),
  ...(items.length === 1 && items[0] ? { preset: items[0].key } : {}),
});

/** The question for one item of a list. @param refused what is said of an answer that is none of them; a missing answer when absent */
export const choiceField = ({
  items,
  refused,
  ...field
}: Pick<Field, 'id' | 'label' | 'missing'> &
  Partial<Field> & { readonly items: readonly Named[]; readonly refused?: string }): Field => ({
  kind: 'choice',
  required: true,
  choices: choicesOf(items),
  schema: oneOf(
    items.map(({ key }) => key),
    refused ?? field.missing,
  ),
  ...field,
});

/** The question for the reason, as the policy wants it. @param shortest at least, whatever the policy says */
export const reasonField = (
  words: Words,
  policy: Policy,
  texts: Pick<Field, 'label' | 'missing' | 'placeholder'>,
  shortest?: number,
): Field => ({
  ...{ id: 'reason', kind: 'lines', required: true },
  ...texts,
  ...reasonRule(words, policy, texts.missing, shortest),
});

/** A page that can be cancelled; without facts and questions unless they are given. */
export const formPage = (
  words: Words,
  page: Omit<FormPage, 'facts' | 'fields' | 'cancel'> & Partial<Pick<FormPage, 'facts' | 'fields'>>,
): FormPage => ({ facts: [], fields: [], cancel: words.plain('bot.form.cancel'), ...page });

/** What a command says, as answers of its form: nothing of what it leaves out. */
export const givenAnswers = (args: Readonly<Record<string, string | undefined>>): Answers =>
  Object.fromEntries(Object.entries(args).flatMap(([name, value]) => (value ? [[name, value]] : [])));
