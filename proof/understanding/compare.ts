import type { Reading } from '../../src/bot/understanding/reading.ts';
import { DAY, HOUR, MINUTE } from '../../src/platform/lib/clock.ts';

/** The day on which the phrases are read: a Monday. */
const TODAY = Date.UTC(2026, 10, 23);
const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const MONTHS = 'january february march april may june july august september october november december'.split(' ');

/** ISO 8601, as far as the corpus has it. */
const lengthOf = (text: string): number | undefined => {
  const [whole, weeks, days, hours, minutes] = /^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?)?$/.exec(text) ?? [];
  if (whole === undefined) return undefined;
  return (
    Number(weeks ?? 0) * 7 * DAY + Number(days ?? 0) * DAY + Number(hours ?? 0) * HOUR + Number(minutes ?? 0) * MINUTE
  );
};

/** A moment of the corpus or of a reading, as if the person were in UTC; `day` where no hour was named. */
const momentOf = (text: string, past: boolean): { readonly at: number; readonly day: boolean } | undefined => {
  const iso = /^(\d{4}-\d\d-\d\d)(?:T(\d\d):(\d\d))?$/.exec(text);
  if (iso)
    return {
      at: Date.parse(iso[1] ?? '') + Number(iso[2] ?? 0) * HOUR + Number(iso[3] ?? 0) * MINUTE,
      day: iso[2] === undefined,
    };
  const [, named = '', hour, minute] = /^(.*?)(?: (\d\d):(\d\d))?$/.exec(text.toLowerCase()) ?? [];
  const day = dayOf(named, past);
  if (day === undefined) return undefined;
  return { at: day + Number(hour ?? 0) * HOUR + Number(minute ?? 0) * MINUTE, day: hour === undefined };
};

const dayOf = (named: string, past: boolean): number | undefined => {
  if (named === 'today' || named === 'end of today') return TODAY;
  if (named === 'tomorrow') return TODAY + DAY;
  if (named === 'yesterday') return TODAY - DAY;
  if (named === 'end of week') return TODAY + 6 * DAY;
  if (named === 'end of month') return Date.UTC(2026, 10, 30);
  const weekday = WEEKDAYS.indexOf(named);
  if (weekday >= 0) return past ? TODAY + (weekday - 7 * (weekday > 0 ? 1 : 0)) * DAY : TODAY + (weekday || 7) * DAY;
  const [, number, month = ''] = /^(\d{1,2}) (\w+)$/.exec(named) ?? [];
  if (number === undefined || !MONTHS.includes(month)) return undefined;
  const thisYear = Date.UTC(2026, MONTHS.indexOf(month), Number(number));
  return thisYear < TODAY && !past ? Date.UTC(2027, MONTHS.indexOf(month), Number(number)) : thisYear;
};

/** What a phrase means, as the corpus has it. */
interface Meaning {
  readonly command: string | null;
  readonly args?: Readonly<Record<string, unknown>>;
}

type Args = Readonly<Record<string, unknown>>;

/** Arguments that follow from others, so that they may be added. */
const IMPLIED: Readonly<Record<string, readonly string[]>> = {
  'deploy container': ['place', 'document'],
  container: ['place'],
  transactions: ['account'],
  compare: ['account'],
  breakdown: ['account'],
  refunds: ['account'],
  export: ['account'],
};

/** Arguments that a command calls otherwise than the corpus. */
const CALLED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  container: { name: 'group' },
  ...Object.fromEntries(['watch', 'unwatch', 'pause', 'resume'].map((command) => [command, { share: 'place' }])),
};

const renamed = (command: string, args: Args): Args =>
  Object.fromEntries(Object.entries(args).map(([name, value]) => [CALLED[command]?.[name] ?? name, value]));

/** The arguments of a reading by the names that the corpus has for all commands: a length is one, its end is another. */
const inCorpusNames = (args: Args): Args =>
  Object.fromEntries(
    Object.entries(args).map(([name, value]) => {
      if (name === 'start') return ['from', value];
      if (!['duration', 'until', 'shorter'].includes(name)) return [name, value];
      return [String(value) === 'no end' || lengthOf(String(value)) !== undefined ? 'duration' : 'until', value];
    }),
  );

const texts = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value.map(String) : [String(value)]).map((one) => one.toLowerCase());
const sameList = (one: unknown, other: unknown): boolean =>
  texts(one).toSorted().join('|') === texts(other).toSorted().join('|');

const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
/** Half of the words, and hardly any others: where a reason begins and ends is a matter of taste. */
const sameLoosely = (one: string, other: string): boolean => {
  const [a, b] = [new Set(wordsOf(one)), new Set(wordsOf(other))];
  const both = [...a].filter((word) => b.has(word)).length;
  return both >= Math.min(a.size, b.size) * 0.6 && both >= Math.max(a.size, b.size) * 0.4;
};
const samePlainly = (one: string, other: string): boolean => wordsOf(one).join(' ') === wordsOf(other).join(' ');

/** Whether an argument of a reading means what the corpus says. */
const sameArgument = (
  name: string,
  wanted: unknown,
  found: unknown,
  { isVague, isPast }: { readonly isVague: boolean; readonly isPast: boolean },
): boolean => {
  if (found === undefined) return false;
  const [want, got] = [String(wanted), String(found)];
  switch (name) {
    case 'reason':
      return sameLoosely(want, got);
    case 'text':
    case 'term':
    case 'translation':
    case 'displayName':
      return samePlainly(want, got);
    case 'by':
      return want.toLowerCase().startsWith(got.toLowerCase()) || want.toLowerCase() === got.toLowerCase();
    case 'duration':
      return lengthOf(want) === lengthOf(got) || isVague;
    case 'from':
    case 'until':
    case 'since':
      return lengthOf(want) !== undefined || momentOf(want, isPast)
        ? sameMoment(want, got, isPast, isVague)
        : sameList(wanted, found);
    case 'level':
      return samePlainly(want, got);
    case 'refunds':
    case 'pending':
    case 'failed':
      return got !== '';
    case 'what':
      return want.toLowerCase().endsWith(got.toLowerCase());
    case 'to':
    case 'family':
    case 'invoice':
    case 'kind':
      return sameList(wanted, found);
    default:
      return want.toLowerCase() === got.toLowerCase();
  }
};

const NOW = Date.UTC(2026, 10, 23, 10);

const sameMoment = (want: string, got: string, past: boolean, isVague: boolean): boolean => {
  const length = lengthOf(want);
  if (length !== undefined && lengthOf(got) !== undefined) return length === lengthOf(got);
  const wanted =
    length === undefined ? momentOf(want, past) : { at: past ? NOW - length : NOW + length, day: length % DAY === 0 };
  const found = momentOf(got, past);
  if (!wanted || !found) return false;
  const sameDay = Math.floor(wanted.at / DAY) === Math.floor(found.at / DAY);
  if (wanted.day || found.day || isVague || want.startsWith('end of'))
    return sameDay || (isVague && Math.abs(wanted.at - found.at) <= DAY);
  return Math.abs(wanted.at - found.at) < HOUR / 2;
};

/** Whether a reading means this. */
export const isMeant = ({ intent, args: own }: Reading, meaning: Meaning, vague: readonly string[]): boolean => {
  if (intent.command !== meaning.command) return false;
  const args = inCorpusNames(own);
  const wanted = withEnd(renamed(intent.command, meaning.args ?? {}), args);
  const implied = IMPLIED[intent.command] ?? [];
  const added = Object.keys(args).filter((name) => wanted[name] === undefined && !implied.includes(name));
  // What began in the past has ended there, where an end is named.
  const isPast = wanted['since'] !== undefined;
  return (
    added.length === 0 &&
    Object.entries(wanted).every(([name, value]) =>
      sameArgument(name, value, args[name], { isVague: vague.includes(name), isPast }),
    )
  );
};

/** A beginning with an end may also be said as a beginning with a length. */
const withEnd = (wanted: Args, found: Args): Args => {
  const { from, until, duration, ...rest } = wanted;
  const begin = from === undefined ? undefined : momentOf(String(from), false);
  const end = until === undefined ? undefined : momentOf(String(until), false);
  if (begin && end && found['duration'] !== undefined && found['until'] === undefined)
    return { ...rest, from, duration: lengthText(end.at - begin.at) };
  const length = duration === undefined ? undefined : lengthOf(String(duration));
  if (begin && length !== undefined && found['until'] !== undefined && found['duration'] === undefined) {
    return { ...rest, from, until: new Date(begin.at + length).toISOString().slice(0, 16) };
  }
  return wanted;
};

const lengthText = (ms: number): string => `PT${Math.round(ms / 60_000)}M`;
