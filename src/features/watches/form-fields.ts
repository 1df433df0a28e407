import { z } from 'zod';
import { levels } from '#engine/alerts/feed/signal.ts';
import { type AlertSource, type FilterWord, filterWords } from '#engine/alerts/feed/source.ts';
import { AppError } from '#platform/lib/errors.ts';
import { parseQuietHours } from '#platform/lib/quiet-hours.ts';
import { hasTextsIn, type TextKey, type TextName, type Words } from '#platform/texts/texts.ts';
import type { Answers, Choice, Field } from '#teams/cards/form.ts';
import { findFeed, findSource, requireFeed, type SourcesAndPolicy } from './find-watch.ts';
import { parseLanguage, parseRhythm } from './parse-options.ts';

interface WatchFormContext extends SourcesAndPolicy {
  readonly answers: Answers;
  readonly words: Words;
  /** IANA name of the asker's time zone. */
  readonly zone: string;
  /** Directory object id of the asker. */
  readonly asker: string;
}

/** The form's fields: source, place and schedule always; filters and language only where the command named them. */
export const watchFields = (context: WatchFormContext): readonly Field[] => {
  const { answers, sources, words } = context;
  const source = findSource(sources, answers.what ?? '');
  return [
    whatField(context),
    placeField(context, source),
    ...(source && !source.filters.includes('level') ? [] : [levelField(words)]),
    ...filterFields(context, source),
    digestField(words),
    quietField(context),
    criticalField(words),
    ...(answers.language ? [languageField(words)] : []),
  ];
};

type Kind = Pick<Field, 'kind' | 'schema'> & Partial<Field>;

const field = (words: Words, id: TextName<'watches.form'>, more: Kind): Field => ({
  id,
  required: false,
  label: words.plain(`watches.form.${id}`),
  missing: words.plain('watches.form.missing'),
  ...more,
});

/** Text that `parse` accepts; the problem's text is `watches.problem.<name>`. */
const readable = (words: Words, name: TextName<'watches.problem'>, parse: (text: string) => unknown) =>
  z.string().refine((text) => parse(text) !== undefined, { error: words.plain(`watches.problem.${name}`) });

/** Text that `parse` accepts; otherwise the message of its AppError. */
const acceptedBy = (words: Words, parse: (text: string) => unknown) =>
  z.string().superRefine((text, issue) => {
    try {
      parse(text);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      issue.addIssue({ code: 'custom', message: words.plain(error.textKey, error.values) });
    }
  });

const choice = <Value extends string>(
  words: Words,
  name: `watches.form.${string}.${Value}` & TextKey,
  value: Value,
): Choice => ({
  title: words.plain(name),
  value,
});

const whatField = ({ sources, words }: WatchFormContext): Field => {
  const [only] = sources.length === 1 ? sources : [];
  return field(words, 'what', {
    kind: 'choice',
    required: true,
    placeholder: words.plain('watches.form.whatExample'),
    schema: readable(words, 'what', (name) => findSource(sources, name)),
    choices: sources.map(({ name }) => ({ title: name, value: name })),
    ...(only ? { preset: only.name } : {}),
  });
};

/** The places that the person may watch, and the typed one if it is none of them. */
const placeField = (
  { answers, policy, sources, words, asker }: WatchFormContext,
  source: AlertSource | undefined,
): Field => {
  const watchable = (source ? [source] : sources).flatMap((one) =>
    one.places(policy).filter(({ key }) => one.mayWatch(one.feedOf(key, policy).key, policy, asker)),
  );
  const places = watchable.map(({ key, title }) => ({ title, value: key }));
  const { place } = answers;
  const isTyped = place !== undefined && !places.some(({ value }) => value === place);
  const feed = isTyped && source ? findFeed(source, place, policy) : undefined;
  return field(words, 'place', {
    kind: 'choice',
    required: true,
    schema: acceptedBy(words, (text) => source && requireFeed(source, text, policy, asker)),
    placeholder: words.plain('watches.form.placeExample'),
    choices: [...places, ...(isTyped && feed ? [{ title: feed.title, value: place }] : [])],
  });
};

const levelField = (words: Words): Field =>
  field(words, 'level', {
    kind: 'choice',
    schema: readable(words, 'level', (text) => levels.find((level) => level === text)),
    placeholder: words.plain('watches.form.levelExample'),
    choices: levels.map((level) => choice(words, `watches.form.levels.${level}`, level)),
  });

/** Filters come from the command; the form lets people check and correct them. */
const filterFields = ({ answers, policy, words }: WatchFormContext, source: AlertSource | undefined): Field[] => {
  const feed = source && findFeed(source, answers.place ?? '', policy);
  return filterWords
    .filter((word) => answers[word] && !(word === 'level' && (source?.filters.includes(word) ?? true)))
    .map((word) =>
      field(words, word, {
        kind: 'text',
        schema: acceptedBy(words, (text) => {
          if (source && !source.filters.includes(word)) throw unsupportedFilter(source, word);
          return feed && source?.parseFilter({ [word]: text }, feed);
        }),
      }),
    );
};

const unsupportedFilter = ({ name: source, filters }: AlertSource, word: FilterWord): AppError => {
  const values = { source, word, known: filters.join(', ') };
  return new AppError({ code: 'Alerts.Filter', text: 'watches.problem.filter', values });
};

const digestField = (words: Words): Field =>
  field(words, 'digest', {
    kind: 'choice',
    schema: readable(words, 'digest', parseRhythm),
    choices: (['off', 'hour', 'day'] as const).map((rhythm) => choice(words, `watches.form.digests.${rhythm}`, rhythm)),
    preset: 'off',
  });

const quietField = ({ words, zone }: WatchFormContext): Field =>
  field(words, 'quiet', {
    kind: 'text',
    schema: readable(words, 'quiet', parseQuietHours),
    placeholder: words.plain('watches.form.quietExample'),
    hint: words.markdown('watches.form.quietHint', { zone }),
  });

const criticalField = (words: Words): Field =>
  field(words, 'critical', {
    kind: 'choice',
    schema: readable(words, 'critical', (text) => ['yes', 'no'].find((answer) => answer === text)),
    choices: (['no', 'yes'] as const).map((answer) => choice(words, `watches.form.criticals.${answer}`, answer)),
    preset: 'no',
  });

const languageField = (words: Words): Field =>
  field(words, 'language', {
    kind: 'text',
    schema: readable(words, 'language', (text) => {
      const tag = parseLanguage(text);
      return tag !== undefined && hasTextsIn(tag, words) ? tag : undefined;
    }),
  });
