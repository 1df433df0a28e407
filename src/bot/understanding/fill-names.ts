import { type Extraction, findChoices, leadOf, range, setText, setValue, textValue } from './extraction.ts';
import type { ArgumentRecognition } from './intent.ts';
import type { Found, Name } from './vocabulary.ts';

/** How many words before a name one of the words in `behind` may stand. */
const REACH = 2;

/** The strength of a name that was typed as a whole. */
const WHOLE = 2;

const isFree = ({ used, times }: Extraction, { tokens }: Found): boolean =>
  !tokens.some((at) => used.has(at)) && !times.some((span) => tokens.every((at) => span.from <= at && at < span.to));

const wordsBefore = ({ words, language }: Extraction, first: number): readonly string[] =>
  words
    .slice(Math.max(0, first - REACH - 2), first)
    .filter((word) => !language.fillers.has(word))
    .slice(-REACH);

const follows = (extraction: Extraction, recognition: ArgumentRecognition, tokens: readonly number[]): boolean => {
  const { behind, before } = leadOf(extraction, recognition);
  if (!behind) return true;
  const next = extraction.words[(tokens.at(-1) ?? 0) + 1] ?? '';
  return (
    before?.includes(next) === true || wordsBefore(extraction, tokens[0] ?? 0).some((word) => behind.includes(word))
  );
};

/** A name as a value. */
export const named = ({ key, titles: [title] }: Name) => ({ means: key, typed: key, title });

/** Fills the arguments that are names: the surest name first, each word of the text once. */
export const fillNames = (extraction: Extraction): undefined => {
  const { intent, names } = extraction;
  takePeople(extraction);
  const rank = (recognition: ArgumentRecognition, { kind, tokens }: Found): number => {
    const [first = 0] = tokens;
    const { rather } = leadOf(extraction, recognition);
    const isRather = rather && wordsBefore(extraction, first).some((word) => rather.includes(word));
    // Of two names side by side the last one is the thing, of two in two sentences the one beside other names.
    const isHead = names.some(
      (other) => other.kind === kind && other.tokens.includes(first - 1) && !tokens.includes(first - 1),
    );
    const own = extraction.segments.find(({ from, to }) => from <= first && first < to);
    const company = names.some(
      (other) =>
        own &&
        other.kind !== kind &&
        intent.takes.some((one) => one.kind === other.kind) &&
        other.tokens.some((at) => own.from <= at && at < own.to && !tokens.includes(at)),
    );
    // "Ledger api" is more than the ledger.
    const isMore = names.some(
      (other) =>
        other.strength > 1 && other.tokens.length < tokens.length && other.tokens.every((at) => tokens.includes(at)),
    );
    const isWished = own !== undefined && own.sentence === extraction.wish;
    return (isWished ? 0.3 : 0) + (isRather ? 1 : 0) + (isMore ? 1 : 0) + (isHead ? 0.2 : 0) + (company ? 0.1 : 0);
  };
  const pairs = names
    .flatMap((found) =>
      intent.takes.flatMap((recognition, order) =>
        recognition.kind === found.kind && (recognition.by === 'name' || recognition.by === 'names')
          ? [{ found, recognition, order, rank: rank(recognition, found) }]
          : [],
      ),
    )
    .toSorted((a, b) => b.found.strength + b.rank - (a.found.strength + a.rank) || a.order - b.order);
  // A document names what it is about.
  const hasDocument = [...extraction.values.keys()].some(({ by }) => by === 'document');
  for (const { found, recognition } of pairs) {
    if (
      extraction.values.has(recognition) ||
      isFilled(extraction, recognition) ||
      !isFree(extraction, found) ||
      !follows(extraction, recognition, found.tokens)
    )
      continue;
    const [only, ...rivals] = found.names;
    if (!only || (hasDocument && recognition.orNew && found.strength < WHOLE)) continue;
    if (recognition.by === 'names') takeAll(extraction, recognition);
    else setValue(extraction, recognition, found.tokens, named(only));
    if (rivals.length > 0) extraction.rivals.set(recognition, found.names);
  }
  takeLastMonth(extraction);
  takeNicknames(extraction);
  takeNew(extraction);
};

/** A command takes one thing behind each of its words: "on" a place or "on" a share. */
const isFilled = ({ values }: Extraction, recognition: ArgumentRecognition): boolean =>
  recognition.word !== undefined &&
  [...values.keys()].some((one) => one.word === recognition.word && one !== recognition);

/** People who are mentioned, by the mark that stands for each. */
const takePeople = (extraction: Extraction): undefined => {
  const recognition = extraction.intent.takes.find(({ kind }) => kind === 'person');
  const { tokens } = extraction;
  const at = tokens.findIndex(({ kind }, place) => kind === 'person' && !extraction.used.has(place));
  const mark = tokens[at]?.raw;
  if (recognition && mark !== undefined) {
    const key = extraction.people[mark.charCodeAt(0) - FIRST_PERSON] || mark;
    setText(extraction, recognition, [at], key);
  }
};

/** The letter that stands for the first mention of a message (turn/mentions.ts). */
const FIRST_PERSON = 0xfdd0;

/** "Last month's invoice", where invoices are called by their months. */
const takeLastMonth = (extraction: Extraction): undefined => {
  const { intent, words, vocabulary, today, phraseWords } = extraction;
  const { last, months, units } = phraseWords;
  const at = words.findIndex((word, place) => last.includes(word) && units.months.includes(words[place + 1] ?? ''));
  if (at < 0) return;
  const month = months[(today.month + 10) % 12];
  for (const recognition of intent.takes) {
    const name =
      recognition.by === 'name' && vocabulary.names.find(({ kind, key }) => kind === recognition.kind && key === month);
    if (name) setValue(extraction, recognition, [at, at + 1], named(name));
  }
};

/** What everybody calls a thing that has a well-known title: "write access" of a contributor. */
const takeNicknames = (extraction: Extraction): undefined => {
  const { intent, language, vocabulary } = extraction;
  for (const recognition of intent.takes) {
    const known = language.phrases.nicknames[recognition.kind ?? ''];
    if (!known || extraction.values.has(recognition)) continue;
    const free = findChoices(extraction, known).find(
      ({ from, to }) => !range(from, to).some((at) => extraction.used.has(at)),
    );
    const name =
      free && vocabulary.names.find(({ kind, titles }) => kind === recognition.kind && titles.includes(free.key));
    if (free && name) setValue(extraction, recognition, range(free.from, free.to), named(name));
  }
};

/** A name with dashes that nothing has yet. */
const takeNew = (extraction: Extraction): undefined => {
  const recognition = extraction.intent.takes.find((one) => one.orNew && !extraction.values.has(one));
  const { tokens, kinds } = extraction;
  const at = tokens.findIndex(
    ({ kind, word }, place) =>
      kind === 'word' &&
      /^[a-z\d]+(?:-[a-z\d]+)+$/.test(word) &&
      kinds[place]?.size === 0 &&
      !extraction.used.has(place) &&
      !extraction.language.lexicon.has(word),
  );
  if (recognition && at >= 0) setText(extraction, recognition, [at], tokens[at]?.word ?? '');
};

/** What follows from the names that were found, and what holds where nothing was said. */
export const fillImplied = (extraction: Extraction): undefined => {
  const { intent, values, vocabulary } = extraction;
  for (const [recognition, { means }] of [...values]) {
    const name = vocabulary.names.find(
      ({ kind, key, implies }) => implies && kind === recognition.kind && key === means,
    );
    for (const [argument, value] of Object.entries(name?.implies ?? {})) {
      const into = intent.takes.find((one) => one.argument === argument);
      if (into && !values.has(into)) values.set(into, textValue(value));
    }
  }
  for (const recognition of intent.takes) {
    const { otherwise } = recognition;
    if (
      !otherwise ||
      values.has(recognition) ||
      [...values.keys()].some(({ kind }) => kind !== undefined && kind === otherwise.unless)
    )
      continue;
    values.set(recognition, textValue(otherwise.value));
  }
};

/** All names of a kind, in their order. */
const takeAll = (extraction: Extraction, recognition: ArgumentRecognition): undefined => {
  const all = extraction.names
    .filter(
      (found) =>
        found.kind === recognition.kind &&
        isFree(extraction, found) &&
        found.strength > 0.3 &&
        follows(extraction, recognition, found.tokens),
    )
    .toSorted((a, b) => (a.tokens[0] ?? 0) - (b.tokens[0] ?? 0));
  const meant = ledBy(extraction, recognition, all);
  const keys = [...new Set(meant.flatMap(({ names: [name] }) => (name ? [name.key] : [])))];
  const tokens = meant.flatMap((found) => found.tokens);
  const separator = recognition.kind === 'family' ? ' or ' : recognition.kind === 'language' ? ' and ' : ' ';
  if (keys.length > 0)
    setValue(extraction, recognition, tokens, {
      means: keys.length === 1 ? (keys[0] ?? '') : keys,
      typed: keys.join(separator),
    });
};

/** Of several names those behind a word that leads to what is meant, with those that are listed after one: "into French and Italian". */
const ledBy = (extraction: Extraction, recognition: ArgumentRecognition, all: readonly Found[]): readonly Found[] => {
  const { rather = [] } = leadOf(extraction, recognition);
  const { words, tokens } = extraction;
  const led: Found[] = [];
  for (const found of all) {
    const [first = 0] = found.tokens;
    const before = (led.at(-1)?.tokens.at(-1) ?? first) + 1;
    const isListed = range(before, first).every(
      (at) => tokens[at]?.kind === 'mark' || extraction.phraseWords.and.includes(words[at] ?? ''),
    );
    if (rather.includes(words[first - 1] ?? '') || (led.length > 0 && isListed)) led.push(found);
  }
  return led.length > 0 ? led : all;
};

/** Fills the arguments that are one of few values. */
export const fillChoices = (extraction: Extraction): undefined => {
  const { intent, language } = extraction;
  for (const recognition of intent.takes) {
    if (recognition.by !== 'choice' || extraction.values.has(recognition)) continue;
    const said = findChoices(extraction, language.phrases.choices[recognition.kind ?? ''] ?? {});
    const found = said.find(
      ({ from, to }) =>
        !range(from, to).some((at) => extraction.used.has(at)) && follows(extraction, recognition, range(from, to)),
    );
    if (found) setText(extraction, recognition, range(found.from, found.to), found.key);
  }
};
