import { z } from 'zod';
import { type AlertSource, type FilterWord, filterWords, levels } from '../../alerts/feed/source.ts';
import type { Answers, Choice, Field } from '../../cards/form.ts';
import { hasTextsIn } from '../../cards/language-name.ts';
import { AppError } from '../../lib/errors.ts';
import type { Words } from '../../texts/texts.ts';
import { feedAt, feedFor, type Naming, sourceNamed } from './find-watch.ts';
import { parseQuiet } from './quiet.ts';
import { readLanguage, readRhythm } from './written.ts';

export interface Asking extends Naming {
  readonly answers: Answers;
  readonly words: Words;
  /** IANA name of the asker's time zone. */
  readonly zone: string;
  /** Directory object id of the asker. */
  readonly asker: string;
}

/** What the form asks: always what, where and when to ring; a filter or a language where one was written. */
export const watchFields = (asking: Asking): readonly Field[] => {
  const { answers, sources, words } = asking;
  const source = sourceNamed(sources, answers.what ?? '');
  return [
    whatField(asking),
    placeField(asking, source),
    ...(source && !source.filters.includes('level') ? [] : [levelField(words)]),
    ...filterFields(asking, source),
    digestField(words),
    quietField(asking),
    criticalField(words),
    ...(answers.language ? [languageField(words)] : []),
  ];
};

type Kind = Pick<Field, 'kind' | 'schema'> & Partial<Field>;

const field = (words: Words, id: string, more: Kind): Field => ({
  id,
  required: false,
  label: words.plain(`watches.form.${id}`),
  missing: words.plain('watches.form.missing'),
  ...more,
});

/** Text that `read` understands; what to write instead under `watches.problem.<name>`. */
const readable = (words: Words, name: string, read: (text: string) => unknown) =>
  z.string().refine((text) => read(text) !== undefined, { error: words.plain(`watches.problem.${name}`) });

/** Text that the source takes, or else the reason that it gives. */
const accepted = (words: Words, take: (text: string) => unknown) =>
  z.string().superRefine((text, issue) => {
    try {
      take(text);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      issue.addIssue({ code: 'custom', message: words.plain(error.textKey, error.values) });
    }
  });

/** @param group of texts below `watches.form` */
const choice = (words: Words, group: string, value: string): Choice => {
  const name = `${group}.${value}`;
  return { title: words.plain(`watches.form.${name}`), value };
};

const whatField = ({ sources, words }: Asking): Field => {
  const [only] = sources.length === 1 ? sources : [];
  return field(words, 'what', {
    kind: 'choice',
    required: true,
    schema: readable(words, 'what', (name) => sourceNamed(sources, name)),
    choices: sources.map(({ name }) => ({ title: name, value: name })),
    ...(only ? { preset: only.name } : {}),
  });
};

/** The places that the source can watch, and what was written where it is none of them. */
const placeField = ({ answers, policy, sources, words, asker }: Asking, source: AlertSource | undefined): Field => {
  const named = (source ? [source] : sources).flatMap((one) =>
    one.places(policy).filter(({ key }) => one.mayWatch(one.feedOf(key, policy).key, policy, asker)),
  );
  const places = named.map(({ key, title }) => ({ title, value: key }));
  const { place } = answers;
  const written = place !== undefined && !places.some(({ value }) => value === place);
  const feed = written && source ? feedAt(source, place, policy) : undefined;
  return field(words, 'place', {
    kind: 'choice',
    required: true,
    schema: accepted(words, (text) => source && feedFor(source, text, policy, asker)),
    placeholder: words.plain('watches.form.placeExample'),
    choices: [...places, ...(written && feed ? [{ title: feed.title, value: place }] : [])],
  });
};

const levelField = (words: Words): Field =>
  field(words, 'level', {
    kind: 'choice',
    schema: readable(words, 'level', (text) => levels.find((level) => level === text)),
    placeholder: words.plain('watches.form.levelExample'),
    choices: levels.map((level) => choice(words, 'levels', level)),
  });

/** Filters are written in the command; here they stand to be looked over or put right. */
const filterFields = ({ answers, policy, words }: Asking, source: AlertSource | undefined): Field[] => {
  const feed = source && feedAt(source, answers.place ?? '', policy);
  return filterWords
    .filter((word) => answers[word] && !(word === 'level' && (source?.filters.includes(word) ?? true)))
    .map((word) =>
      field(words, word, {
        kind: 'text',
        schema: accepted(words, (text) => {
          if (source && !source.filters.includes(word)) throw notBy(source, word);
          return feed && source?.readFilter({ [word]: text }, feed);
        }),
      }),
    );
};

const notBy = ({ name: source, filters }: AlertSource, word: FilterWord): AppError => {
  const values = { source, word, known: filters.join(', ') };
  return new AppError({ code: 'Alerts.Filter', text: 'watches.problem.filter', values });
};

const digestField = (words: Words): Field =>
  field(words, 'digest', {
    kind: 'choice',
    schema: readable(words, 'digest', readRhythm),
    choices: ['off', 'hour', 'day'].map((rhythm) => choice(words, 'digests', rhythm)),
    preset: 'off',
  });

const quietField = ({ words, zone }: Asking): Field =>
  field(words, 'quiet', {
    kind: 'text',
    schema: readable(words, 'quiet', parseQuiet),
    placeholder: words.plain('watches.form.quietExample'),
    hint: words.markdown('watches.form.quietHint', { zone }),
  });

const criticalField = (words: Words): Field =>
  field(words, 'critical', {
    kind: 'choice',
    schema: readable(words, 'critical', (text) => ['yes', 'no'].find((answer) => answer === text)),
    choices: ['no', 'yes'].map((answer) => choice(words, 'criticals', answer)),
    preset: 'no',
  });

const languageField = (words: Words): Field =>
  field(words, 'language', {
    kind: 'text',
    schema: readable(words, 'language', (text) => {
      const tag = readLanguage(text);
      return tag !== undefined && hasTextsIn(tag, words) ? tag : undefined;
    }),
  });
