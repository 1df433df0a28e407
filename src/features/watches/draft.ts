import { type AlertSource, type FilterWord, filterWords } from '../../alerts/feed/source.ts';
import type { NewWatch } from '../../alerts/watch/watch.ts';
import type { Answers } from '../../cards/form.ts';
import type { Naming } from './find-watch.ts';
import { feedFor, placeNamed, sourceNamed } from './find-watch.ts';
import { parseQuiet } from './quiet.ts';
import { readException, readLanguage, readLevel, readRhythm } from './written.ts';

/** The form that sets up a watch. */
export const WATCH_FORM = 'watches.watch';

/** What was written after `watch`, by the arguments of the command. */
export type Sentence = Readonly<
  Partial<Record<FilterWord | 'what' | 'place' | 'digest' | 'quiet' | 'except' | 'language', string | undefined>>
>;

/** The sentence as the form knows it; what can't be read stays as it was written, for the form to say so. */
export const answersOf = (written: Sentence, { sources, policy }: Naming): Answers => {
  const { first, rest } = leadOf(written.what ?? '');
  const named = sourceNamed(sources, first);
  const { source, place = rest } = named
    ? { source: named, place: written.place }
    : implied(written, { sources, policy });
  const { type, service, region, tag, by, level, digest, quiet, except, language } = written;
  const answers: Readonly<Record<string, string | undefined>> = {
    ...{ type, service, region, tag, by, quiet },
    what: source?.name,
    said: source || first === '' ? undefined : first,
    place: place === undefined ? undefined : (placeNamed(source ? [source] : sources, place, policy)?.key ?? place),
    level: level === undefined ? undefined : (readLevel(level) ?? level),
    digest: digest === undefined ? undefined : digestAnswer(digest),
    critical: except === undefined ? undefined : readException(except) ? 'yes' : except,
    language: language === undefined ? undefined : (readLanguage(language) ?? language),
  };
  return Object.fromEntries(
    Object.entries(answers).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
};

/** Who names no source may mean the only one, or the only one that has a place of that name: “watch payments”. */
const implied = (
  { what = '', place }: Sentence,
  { sources, policy }: Naming,
): { readonly source?: AlertSource | undefined; readonly place?: string | undefined } => {
  const having = (words: string) => sources.filter((source) => placeNamed([source], words, policy));
  const [only, second] = what === '' && sources.length === 1 ? sources : having(place ?? what);
  if (only === undefined || second !== undefined || (place !== undefined && what !== '')) return { place };
  return { source: only, place: place ?? (what === '' ? undefined : what) };
};

/** The first word names the source; a place may follow it without “on”. */
const leadOf = (what: string): { readonly first: string; readonly rest: string | undefined } => {
  const [first = '', ...more] = what.trim().split(/\s+/);
  const rest = more.join(' ').replace(/^(of|for|at|in)\s+/i, '');
  return { first, rest: rest === '' ? undefined : rest };
};

const digestAnswer = (written: string): string => {
  const rhythm = readRhythm(written);
  return rhythm === 'prompt' ? 'off' : (rhythm ?? written);
};

export interface Drafting extends Naming {
  readonly answers: Answers;
  /** Where it is set up, and by whom, in which zone and language. */
  readonly about: Pick<NewWatch, 'conversationId' | 'zone' | 'language' | 'createdBy'>;
}

/** @throws AppError for what the source can't watch or can't be filtered by */
export const draftOf = ({ answers, sources, policy, about }: Drafting): NewWatch => {
  const source = sourceOf(answers, sources);
  const feed = feedFor(source, answers.place ?? '', policy, about.createdBy.objectId);
  return {
    ...about,
    source: source.name,
    feed: feed.key,
    title: feed.title,
    filter: source.readFilter(writtenFilter(answers), feed),
    rhythm: readRhythm(answers.digest ?? '') ?? 'prompt',
    quiet: parseQuiet(answers.quiet ?? ''),
    criticalAnyway: answers.critical === 'yes',
    language: readLanguage(answers.language ?? '') ?? about.language,
  };
};

const sourceOf = (answers: Answers, sources: readonly AlertSource[]): AlertSource => {
  const source = sourceNamed(sources, answers.what ?? '');
  if (!source) throw new Error('the watch form went on without a source');
  return source;
};

const writtenFilter = (answers: Answers): Partial<Record<FilterWord, string>> =>
  Object.fromEntries(filterWords.flatMap((word) => (answers[word] ? [[word, answers[word]]] : [])));
