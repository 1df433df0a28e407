import { type Filling, findChoices, leadOf, range, take, textValue } from './filling.ts';
import type { Taking } from './intent.ts';
import type { Found, Name } from './vocabulary.ts';

/** How many words before a name one of the words in `behind` may stand. */
const REACH = 2;

/** The strength of a name that was typed as a whole. */
const WHOLE = 2;

const isFree = ({ used, analysis }: Filling, { tokens }: Found): boolean =>
  !tokens.some((at) => used.has(at)) &&
  !analysis.times.some((span) => tokens.every((at) => span.from <= at && at < span.to));

const wordsBefore = ({ analysis: { words }, language }: Filling, first: number): readonly string[] =>
  words
    .slice(Math.max(0, first - REACH - 2), first)
    .filter((word) => !language.fillers.has(word))
    .slice(-REACH);

const follows = (filling: Filling, taking: Taking, tokens: readonly number[]): boolean => {
  const { behind, before } = leadOf(filling, taking);
  if (!behind) return true;
  const next = filling.analysis.words[(tokens.at(-1) ?? 0) + 1] ?? '';
  return before?.includes(next) === true || wordsBefore(filling, tokens[0] ?? 0).some((word) => behind.includes(word));
};

/** A name as a value. */
export const named = ({ key, titles: [title] }: Name) => ({ means: key, typed: key, title });

/** Fills the arguments that are names: the surest name first, each word of the text once. */
export const fillNames = (filling: Filling): undefined => {
  const { intent, analysis } = filling;
  takePeople(filling);
  const rank = (taking: Taking, { kind, tokens }: Found): number => {
    const [first = 0] = tokens;
    const { rather } = leadOf(filling, taking);
    const isRather = rather && wordsBefore(filling, first).some((word) => rather.includes(word));
    // Of two names side by side the last one is the thing, of two in two sentences the one beside other names.
    const isHead = analysis.names.some(
      (other) => other.kind === kind && other.tokens.includes(first - 1) && !tokens.includes(first - 1),
    );
    const own = filling.segments.find(({ from, to }) => from <= first && first < to);
    const company = analysis.names.some(
      (other) =>
        own &&
        other.kind !== kind &&
        intent.takes.some((one) => one.kind === other.kind) &&
        other.tokens.some((at) => own.from <= at && at < own.to && !tokens.includes(at)),
    );
    // "Ledger api" is more than the ledger.
    const isMore = analysis.names.some(
      (other) =>
        other.strength > 1 && other.tokens.length < tokens.length && other.tokens.every((at) => tokens.includes(at)),
    );
    const isWished = own !== undefined && own.sentence === filling.wish;
    return (isWished ? 0.3 : 0) + (isRather ? 1 : 0) + (isMore ? 1 : 0) + (isHead ? 0.2 : 0) + (company ? 0.1 : 0);
  };
  const pairs = analysis.names
    .flatMap((found) =>
      intent.takes.flatMap((taking, order) =>
        taking.kind === found.kind && (taking.by === 'name' || taking.by === 'names')
          ? [{ found, taking, order, rank: rank(taking, found) }]
          : [],
      ),
    )
    .toSorted((a, b) => b.found.strength + b.rank - (a.found.strength + a.rank) || a.order - b.order);
  // A document names what it is about.
  const hasDocument = [...filling.values.keys()].some(({ by }) => by === 'document');
  for (const { found, taking } of pairs) {
    if (
      filling.values.has(taking) ||
      isFilled(filling, taking) ||
      !isFree(filling, found) ||
      !follows(filling, taking, found.tokens)
    )
      continue;
    const [only, ...rivals] = found.names;
    if (!only || (hasDocument && taking.orNew && found.strength < WHOLE)) continue;
    if (taking.by === 'names') takeAll(filling, taking);
    else take(filling, taking, found.tokens, named(only));
    if (rivals.length > 0) filling.rivals.set(taking, found.names);
  }
  takeLastMonth(filling);
  takeNicknames(filling);
  takeNew(filling);
};

/** A command takes one thing behind each of its words: "on" a place or "on" a share. */
const isFilled = ({ values }: Filling, taking: Taking): boolean =>
  taking.word !== undefined && [...values.keys()].some((one) => one.word === taking.word && one !== taking);

/** People who are mentioned, by the mark that stands for each. */
const takePeople = (filling: Filling): undefined => {
  const taking = filling.intent.takes.find(({ kind }) => kind === 'person');
  const { tokens } = filling.analysis;
  const at = tokens.findIndex(({ kind }, place) => kind === 'person' && !filling.used.has(place));
  const mark = tokens[at]?.raw;
  if (taking && mark !== undefined) {
    const key = filling.people[mark.charCodeAt(0) - FIRST_PERSON] || mark;
    take(filling, taking, [at], textValue(key));
  }
};

/** The letter that stands for the first mention of a message (turn/mentions.ts). */
const FIRST_PERSON = 0xfdd0;

/** "Last month's invoice", where invoices are called by their months. */
const takeLastMonth = (filling: Filling): undefined => {
  const { intent, analysis, vocabulary, today, language } = filling;
  const { last, months, units } = language.phrases.words;
  const at = analysis.words.findIndex(
    (word, place) => last.includes(word) && units.months.includes(analysis.words[place + 1] ?? ''),
  );
  if (at < 0) return;
  const month = months[(today.month + 10) % 12];
  for (const taking of intent.takes) {
    const name =
      taking.by === 'name' && vocabulary.names.find(({ kind, key }) => kind === taking.kind && key === month);
    if (name) take(filling, taking, [at, at + 1], named(name));
  }
};

/** What everybody calls a thing that has a well-known title: "write access" of a contributor. */
const takeNicknames = (filling: Filling): undefined => {
  const { intent, analysis, language, vocabulary } = filling;
  for (const taking of intent.takes) {
    const known = language.phrases.nicknames[taking.kind ?? ''];
    if (!known || filling.values.has(taking)) continue;
    const free = findChoices(analysis, known).find(
      ({ from, to }) => !range(from, to).some((at) => filling.used.has(at)),
    );
    const name = free && vocabulary.names.find(({ kind, titles }) => kind === taking.kind && titles.includes(free.key));
    if (free && name) take(filling, taking, range(free.from, free.to), named(name));
  }
};

/** A name with dashes that nothing has yet. */
const takeNew = (filling: Filling): undefined => {
  const taking = filling.intent.takes.find((one) => one.orNew && !filling.values.has(one));
  const { tokens, kinds } = filling.analysis;
  const at = tokens.findIndex(
    ({ kind, word }, place) =>
      kind === 'word' &&
      /^[a-z\d]+(?:-[a-z\d]+)+$/.test(word) &&
      kinds[place]?.size === 0 &&
      !filling.used.has(place) &&
      !filling.language.lexicon.has(word),
  );
  if (taking && at >= 0) take(filling, taking, [at], textValue(tokens[at]?.word ?? ''));
};

/** What follows from the names that were found, and what holds where nothing was said. */
export const fillImplied = (filling: Filling): undefined => {
  const { intent, values, vocabulary } = filling;
  for (const [taking, { means }] of [...values]) {
    const name = vocabulary.names.find(({ kind, key, implies }) => implies && kind === taking.kind && key === means);
    for (const [argument, value] of Object.entries(name?.implies ?? {})) {
      const into = intent.takes.find((one) => one.argument === argument);
      if (into && !values.has(into)) values.set(into, textValue(value));
    }
  }
  for (const taking of intent.takes) {
    const { otherwise } = taking;
    if (
      !otherwise ||
      values.has(taking) ||
      [...values.keys()].some(({ kind }) => kind !== undefined && kind === otherwise.unless)
    )
      continue;
    values.set(taking, textValue(otherwise.value));
  }
};

/** All names of a kind, in their order. */
const takeAll = (filling: Filling, taking: Taking): undefined => {
  const all = filling.analysis.names
    .filter(
      (found) =>
        found.kind === taking.kind &&
        isFree(filling, found) &&
        found.strength > 0.3 &&
        follows(filling, taking, found.tokens),
    )
    .toSorted((a, b) => (a.tokens[0] ?? 0) - (b.tokens[0] ?? 0));
  const meant = ledBy(filling, taking, all);
  const keys = [...new Set(meant.flatMap(({ names: [name] }) => (name ? [name.key] : [])))];
  const tokens = meant.flatMap((found) => found.tokens);
  const separator = taking.kind === 'family' ? ' or ' : taking.kind === 'language' ? ' and ' : ' ';
  if (keys.length > 0)
    take(filling, taking, tokens, { means: keys.length === 1 ? (keys[0] ?? '') : keys, typed: keys.join(separator) });
};

/** Of several names those behind a word that leads to what is meant, with those that are listed after one: "into French and Italian". */
const ledBy = (filling: Filling, taking: Taking, all: readonly Found[]): readonly Found[] => {
  const { rather = [] } = leadOf(filling, taking);
  const { words, tokens } = filling.analysis;
  const led: Found[] = [];
  for (const found of all) {
    const [first = 0] = found.tokens;
    const before = (led.at(-1)?.tokens.at(-1) ?? first) + 1;
    const isListed = range(before, first).every(
      (at) => tokens[at]?.kind === 'mark' || filling.language.phrases.words.and.includes(words[at] ?? ''),
    );
    if (rather.includes(words[first - 1] ?? '') || (led.length > 0 && isListed)) led.push(found);
  }
  return led.length > 0 ? led : all;
};

/** Fills the arguments that are one of few values. */
export const fillChoices = (filling: Filling): undefined => {
  const { intent, analysis, language } = filling;
  for (const taking of intent.takes) {
    if (taking.by !== 'choice' || filling.values.has(taking)) continue;
    const said = findChoices(analysis, language.phrases.choices[taking.kind ?? ''] ?? {});
    const found = said.find(
      ({ from, to }) =>
        !range(from, to).some((at) => filling.used.has(at)) && follows(filling, taking, range(from, to)),
    );
    if (found) take(filling, taking, range(found.from, found.to), textValue(found.key));
  }
};
