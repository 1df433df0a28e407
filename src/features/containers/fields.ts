import { z } from 'zod';
import { type Choice, type Field, LONGEST_ANSWER, shortText } from '../../cards/form.ts';
import { oneLine } from '../../lib/text.ts';
import type { Words } from '../../texts/texts.ts';
import { type Asking, chosenPlace } from './asking.ts';
import { GROUP_NAME } from './document/schema.ts';

/** A field by its texts `containers.field.<id>` and `containers.example.<id>`. */
export const fieldOf =
  (words: Words) =>
  (id: string, kind: Field['kind'], required: boolean, schema: Field['schema']): Field => ({
    id,
    kind,
    required,
    schema,
    label: words.plain(required ? `containers.field.${id}` : `containers.field.${id}Optional`),
    missing: words.plain('containers.problem.missing'),
    placeholder: words.plain(`containers.example.${id}`),
  });

/** A text that some function can read. @param problem said beside the field where it cannot */
export const readable = (read: (text: string) => unknown, problem: string) =>
  z.string().refine((text) => read(text) !== undefined, { error: problem });

/** @param title of each word, by its text `containers.<title>.<word>` */
export const choicesOf = (list: readonly string[], title: (word: string) => string): readonly Choice[] =>
  list.map((value) => ({ title: title(value), value }));

export const placeField = (asking: Asking): Field => {
  const { places, words } = asking;
  const [only] = places;
  return {
    ...fieldOf(words)(
      'place',
      'choice',
      true,
      readable(() => chosenPlace(asking), words.plain('containers.problem.list')),
    ),
    choices: places.map(({ key, title }) => ({ title, value: key })),
    ...(places.length === 1 && only ? { preset: only.key } : {}),
  };
};

export const groupField = ({ words }: Asking): Field =>
  fieldOf(words)(
    'group',
    'text',
    true,
    z.string().refine((text) => GROUP_NAME.test(text.trim().toLowerCase()), words.plain('containers.problem.group')),
  );

/** A text of nothing but hidden characters says nothing. */
export const reasonField = ({ words }: Asking): Field =>
  fieldOf(words)(
    'reason',
    'lines',
    true,
    shortText(words.plain('bot.form.tooLong', { max: LONGEST_ANSWER })).refine(
      (said) => oneLine(said) !== '',
      words.plain('containers.problem.missing'),
    ),
  );
