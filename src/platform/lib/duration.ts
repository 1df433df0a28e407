import { DAY, HOUR, MINUTE, SECOND } from './clock.ts';

const UNITS: readonly { readonly words: RegExp; readonly ms: number }[] = [
  { words: /^(s|secs?|seconds?)$/, ms: SECOND },
  { words: /^(m|min|mins|minutes?)$/, ms: MINUTE },
  { words: /^(h|hrs?|hours?)$/, ms: HOUR },
  { words: /^(d|days?)$/, ms: DAY },
  { words: /^(w|weeks?)$/, ms: 7 * DAY },
];

const PART = /((?<!\d)\d+(?:\.\d+)?|\b(?:an?|one)\b)\s*([a-z]+)/g;

/** A duration as people write it ("5 days", "8h", "a week", P5D). @returns milliseconds; undefined for none, and for months and years */
export const parseDuration = (text: string): number | undefined => {
  const words = text.trim().toLowerCase();
  const iso = parseIso(words);
  if (iso !== undefined) return iso;
  // "and" is removed first: its letters would be read as "an" and a unit.
  const said = words.replace(/,|\band\b/g, ' ');
  const parts = [...said.matchAll(PART)];
  if (parts.length === 0 || said.replace(PART, '').trim() !== '') return undefined;
  let total = 0;
  for (const [, amount = '', unit = ''] of parts) {
    const known = UNITS.find(({ words: pattern }) => pattern.test(unit));
    if (!known) return undefined;
    total += (/^\d/.test(amount) ? Number(amount) : 1) * known.ms;
  }
  return positive(total);
};

const parseIso = (words: string): number | undefined => {
  const match = /^p(?:(\d+)w)?(?:(\d+)d)?(?:t(?:(\d+)h)?(?:(\d+)m)?)?$/.exec(words);
  if (!match) return undefined;
  const [weeks, days, hours, minutes] = match.slice(1).map((digits) => Number(digits ?? 0));
  return positive((weeks ?? 0) * 7 * DAY + (days ?? 0) * DAY + (hours ?? 0) * HOUR + (minutes ?? 0) * MINUTE);
};

const positive = (ms: number): number | undefined => (Number.isSafeInteger(ms) && ms > 0 ? ms : undefined);

/** The largest two units of a duration, to the minute, in the reader's language: "5 days", "1 day 12 hours". */
export const formatDuration = (ms: number, locale: string): string => {
  const minutes = Math.round(ms / MINUTE);
  const parts = { days: Math.floor(minutes / 1_440), hours: Math.floor((minutes % 1_440) / 60), minutes: minutes % 60 };
  const said = Object.entries(parts)
    .filter(([unit, amount]) => amount > 0 || (unit === 'minutes' && minutes === 0))
    .slice(0, 2);
  return said
    .map(([unit, amount]) =>
      new Intl.NumberFormat(locale, { style: 'unit', unit: unit.replace(/s$/, ''), unitDisplay: 'long' }).format(
        amount,
      ),
    )
    .join(' ');
};
