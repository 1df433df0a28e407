import { parseLevel } from '#engine/alerts/feed/signal.ts';
import { type AlertSource, type FilterWord, filterWords } from '#engine/alerts/feed/source.ts';
import type { NewWatch, WatchSchedule } from '#engine/alerts/watch/watch.ts';
import { givenAnswers } from '#features/form-fields.ts';
import { parseQuietHours } from '#platform/lib/quiet-hours.ts';
import type { Answers } from '#teams/cards/form.ts';
import { findPlace, findSource, requireFeed, type SourcesAndPolicy } from './find-watch.ts';
import { parseException, parseLanguage, parseRhythm } from './parse-options.ts';

/** The form that sets up a watch. */
export const WATCH_FORM = 'watches.watch';

/** Arguments of `watch`. */
type WatchArguments = Readonly<
  Partial<Record<FilterWord | 'what' | 'place' | 'digest' | 'quiet' | 'except' | 'language', string | undefined>>
>;

/** The form's answers from the command's arguments. A value that cannot be parsed stays as typed; the form reports it. */
export const toFormAnswers = (args: WatchArguments, { sources, policy }: SourcesAndPolicy): Answers => {
  const { source, place, said } = whatIsMeant(args, { sources, policy });
  const { type, service, region, tag, by, level, digest, quiet, except, language } = args;
  const answers: Readonly<Record<string, string | undefined>> = {
    ...{ type, service, region, tag, by, quiet },
    what: source?.name,
    said,
    place: place === undefined ? undefined : (findPlace(source ? [source] : sources, place, policy)?.key ?? place),
    level: level === undefined ? undefined : (parseLevel(level) ?? level),
    digest: digest === undefined ? undefined : toDigestAnswer(digest),
    critical: except === undefined ? undefined : parseException(except) ? 'yes' : except,
    language: language === undefined ? undefined : (parseLanguage(language) ?? language),
  };
  return givenAnswers(answers);
};

/**
 * The first word is the source; a place may follow without “on”. Without a source it is the only one, or the only one with a
 * place of that name, as in “watch payments”.
 */
const whatIsMeant = ({ what = '', place }: WatchArguments, { sources, policy }: SourcesAndPolicy) => {
  const [said = '', ...more] = what.trim().split(/\s+/);
  const named = findSource(sources, said);
  if (named) {
    const behind = more.join(' ').replace(/^(of|for|at|in)\s+/i, '');
    return { source: named, place: place ?? (behind || undefined) };
  }
  const words = place ?? what;
  const having = sources.filter((source) => findPlace([source], words, policy));
  const [only, second] = what === '' && sources.length === 1 ? sources : having;
  const isOnly = only !== undefined && second === undefined && (place === undefined || what === '');
  return isOnly ? { source: only, place: words || undefined } : { place, said: said || undefined };
};

const toDigestAnswer = (text: string): string => {
  const rhythm = parseRhythm(text);
  return rhythm === 'prompt' ? 'off' : (rhythm ?? text);
};

interface DraftContext extends SourcesAndPolicy {
  readonly answers: Answers;
  /** Conversation, author, time zone and language. */
  readonly about: Pick<NewWatch, 'conversationId' | 'zone' | 'language' | 'createdBy'>;
}

/** @throws AppError for a place or filter that the source does not support */
export const toNewWatch = ({ answers, sources, policy, about }: DraftContext): NewWatch => {
  const source = requireSource(answers, sources);
  const feed = requireFeed(source, answers.place ?? '', policy, about.createdBy.objectId);
  return {
    ...about,
    source: source.name,
    feed: feed.key,
    title: feed.title,
    filter: source.parseFilter(filterAnswers(answers), feed),
    ...readSchedule(answers, about.zone),
    language: parseLanguage(answers.language ?? '') ?? about.language,
  };
};

/** The schedule in a form's answers, which a button carries as they are. */
export const readSchedule = ({ digest = '', quiet = '', critical }: Answers, zone: string): WatchSchedule => ({
  zone,
  rhythm: parseRhythm(digest) ?? 'prompt',
  quiet: parseQuietHours(quiet),
  criticalAnyway: critical === 'yes',
});

const requireSource = (answers: Answers, sources: readonly AlertSource[]): AlertSource => {
  const source = findSource(sources, answers.what ?? '');
  if (!source) throw new Error('the watch form went on without a source');
  return source;
};

const filterAnswers = (answers: Answers): Partial<Record<FilterWord, string>> =>
  Object.fromEntries(filterWords.flatMap((word) => (answers[word] ? [[word, answers[word]]] : [])));
