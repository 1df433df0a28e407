import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const words = z.array(z.string().min(1));
const lists = z.record(z.string().min(1), words);

/** The words by which a sentence orders nothing: read by `permission.ts`. */
const guardWords = z.strictObject({
  /** The opposite is meant of what stands beside it. */
  denies: words,
  /** A part of the sentence that begins with one of these denies what stands before it, whatever follows. */
  bare: words,
  /** With a denial, a part of nothing but these denies as well: "I do not think so". */
  stance: words,
  /** Behind one of `judging`: what is thought of doing it, as "would be a mistake". */
  verdicts: words,
  judging: words,
  /** Takes back what was said. */
  retracts: words,
  /** All is to stay as it is. */
  keeps: words,
  conditional: words,
  /** Not yet. */
  timed: words,
  /** Somebody said it. */
  reporting: words,
  /** Beside the word that orders: it has happened, or stands somewhere. */
  recalling: words,
  hypothetical: words,
  /** Tells the bot what to be, or what to leave out. */
  posing: words,
  /** It is asked about. */
  asks: words,
  /** Begins a question that is never a wish: after what has happened, after somebody, after a reason. */
  asksOnly: words,
  /** With one of these a question is a wish. */
  polite: words,
  /** Sayings that hold words of the other lists and mean nothing by them. */
  harmless: words,
  /** May stand before the word that orders. */
  leads: words,
  /** Guard a command, and are no verbs of it. */
  particles: words,
});

/** The words of one language that belong to no command: spelling, times, what joins the parts of a sentence. */
const wordsFile = z.strictObject({
  /** What a short form stands for: `i'm` is `i am`. */
  short: z.record(z.string(), z.string()),
  /** Words that mean the same to a command, by the one that stands for all. */
  same: lists,
  /** Words that say nothing: politeness, articles. */
  fillers: words,
  /** Words of several meanings, which no misspelt or shortened name is found in. */
  common: words,
  /** Stands before a name and says nothing of it. */
  articles: words,
  /** Words of a title that anybody leaves out. */
  links: words,
  /** A new name ends before one of these. */
  endsName: words,
  /** The translation of a term ends before one of these. */
  endsTerm: words,
  /** What is done with what is named behind: "for reconciling the ledger" tells why. */
  activities: words,
  /** May follow a word of `because` before the reason begins. */
  afterBecause: words,
  /** What stands before it is the reason for what follows. */
  therefore: words,
  /** A text to translate follows. */
  aboutText: words,
  /** Names of commands that are everybody's words: help is not asked about them. */
  everyday: words,
  /** Before a version that replaces another. */
  versionTo: words,
  weekend: words,
  overnight: words,
  /** Hours after the midnight that begins a day, by their names. */
  clockNames: z.record(z.string(), z.number()),
  /** Begins a reason, whatever follows. */
  because: words,
  /** Begins a reason unless a time, a name or an amount follows. */
  perhapsBecause: z.record(
    z.string(),
    z.strictObject({
      notBefore: words.optional(),
      notBeforeNames: z.literal(true).optional(),
      /** Only before one of these, or before something and one of `beforeSecond`. */
      before: words.optional(),
      beforeSecond: words.optional(),
      /** Also before a pronoun: "as we move". */
      ofPeople: z.literal(true).optional(),
    }),
  ),
  /** Begins the wish after a reason that stood first. */
  wish: words,
  /** Begins a wish by itself, unless one of `tells` stands before: "we deploy". */
  wishes: words,
  /** Begins a wish before one of `wish`: "can I". */
  asks: words,
  tells: words,
  /** Words of greetings and thanks: a sentence of nothing else is no reason. */
  courtesy: words,
  /** Says how soon, and nothing of the reason that follows. */
  hurry: words,
  /** What kind of thing a name is: "the staging subscription". */
  things: words,
  /** A part that begins with one of these tells to do or not to do something: it is no reason. */
  orders: words,
  over: words,
  under: words,
  leaveOut: words,
  currencies: lists,
  called: words,
  equals: words,
  /** May stand before one of `equals`: "should be". */
  auxiliary: words,
  termOf: words,
  by: words,
  version: words,
  /** "for" and "to" begin a reason behind a name, unless one of `pronouns` follows or one of `before` stands before. */
  purpose: words,
  pronouns: words,
  before: words,
  not: words,
  numbers: z.record(z.string(), z.number()),
  units: z.strictObject({ minutes: words, hours: words, days: words, weeks: words, months: words }),
  /** Hours, by the one word for them. */
  lengths: z.record(z.string(), z.number()),
  /** Hours after the midnight that begins a day, by the words for that part of it. */
  dayParts: z.record(z.string(), z.number()),
  /** Hours after midnight at which a part of a day begins. */
  dayBegins: z.record(z.string(), z.number()),
  /** Minutes from the full hour that is named behind. */
  clock: z.record(z.string(), z.number()),
  /** Days from today. */
  days: z.record(z.string(), z.number()),
  weekdays: words,
  months: words,
  until: words,
  from: words,
  /** Always of the past, unlike others of `since`. */
  past: words,
  since: words,
  at: words,
  next: words,
  last: words,
  this: words,
  endOf: words,
  between: words,
  longer: words,
  /** Days of the month that have a name. */
  monthDays: lists,
  guards: guardWords,
  /** Begins a question. */
  question: words,
  /** Begins a question after what is or was; not before one of `impersonal`: "is it possible". */
  inquiry: words,
  impersonal: words,
  /** Names what stands elsewhere: in the thread, in the message that is replied to. */
  pointing: words,
  /** Words that may stand between a preposition and its time. */
  small: words,
  /** "For", before how long something lasts. */
  lasting: words,
  /** Says that a length follows: "for a duration of". */
  spans: words,
  quarters: words,
  /** Weeks of a month before the one that is meant. */
  weeksOfMonth: z.record(z.string(), z.number()),
  /** "In", before how long it is until something begins. */
  within: words,
  ago: words,
  /** Between the names of a list. */
  and: words,
  /** Between the beginning and the end of a time. */
  rangeTo: words,
  whole: words,
  further: words,
  /** Without waiting, where a beginning could stand. */
  atOnce: words,
  /** No end, where a length could stand. */
  endless: words,
});

export type GuardWords = z.infer<typeof guardWords>;
export type PhraseWords = z.infer<typeof wordsFile>;

const intentEntry = z.strictObject({
  /** How people ask for it; a name in braces stands for what they name: `{role}`. */
  phrases: words,
  /** One of these words must have been used before it is suggested. */
  only: words.optional(),
});

const areaFile = z.record(z.string(), intentEntry);
const namesFile = z.record(z.string(), lists);

const lead = z.strictObject({
  /** One of these stands before it. */
  behind: words.optional(),
  /** Or one of these behind it. */
  before: words.optional(),
  /** Of several, one behind these is meant rather. */
  rather: words.optional(),
});
const leadsFile = z.record(z.string(), lead);

/** The words that tell what a name is to a command. */
export type Lead = z.infer<typeof lead>;

type Named = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** One way to ask for a command. */
export interface Phrase {
  /** The command, or what else it means, as `thanks`. */
  readonly intent: string;
  readonly text: string;
}

export interface Phrases {
  readonly language: string;
  readonly words: PhraseWords;
  readonly phrases: readonly Phrase[];
  /** The words without which an intent is not suggested. */
  readonly only: ReadonlyMap<string, readonly string[]>;
  /** Names that everybody knows, by kind: what each is called. */
  readonly names: Named;
  /** What everybody calls what has a well-known title, by kind. */
  readonly nicknames: Named;
  /** Values that are chosen by a word, by kind: the words for each. */
  readonly choices: Named;
  /** By the names that arguments give them. */
  readonly leads: Readonly<Record<string, Lead>>;
}

const FOLDER = import.meta.dirname;
const WORDS = 'words.json';
const NAMES = 'names.json';
const CHOICES = 'choices.json';
const NICKNAMES = 'nicknames.json';
const LEADS = 'leads.json';
const OTHERS: ReadonlySet<string> = new Set([WORDS, NAMES, CHOICES, NICKNAMES, LEADS]);

/** Of a language. */
export const phrasesFolder = (language: string): string => join(FOLDER, language);

/** Languages that there are phrases in. */
export const phraseLanguages = (): readonly string[] =>
  readdirSync(FOLDER, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));

/**
 * Reads `<language>/*.json`.
 * @throws Error for a file that does not fit
 */
export const loadPhrases = (language: string): Phrases => {
  const folder = phrasesFolder(language);
  const read = (file: string): unknown => JSON.parse(readFileSync(join(folder, file), 'utf8'));
  const areas = readdirSync(folder)
    .filter((file) => file.endsWith('.json') && !OTHERS.has(file))
    .flatMap((file) => Object.entries(areaFile.parse(read(file))));
  return {
    language,
    words: wordsFile.parse(read(WORDS)),
    phrases: areas.flatMap(([intent, { phrases }]) => phrases.map((text) => ({ intent, text }))),
    only: new Map(areas.flatMap(([intent, { only }]) => (only ? [[intent, only] as const] : []))),
    names: namesFile.parse(read(NAMES)),
    nicknames: namesFile.parse(read(NICKNAMES)),
    choices: namesFile.parse(read(CHOICES)),
    leads: leadsFile.parse(read(LEADS)),
  };
};
