import type { PhraseWords } from '#bot/phrases/phrases.ts';
import { DAY, HOUR, MINUTE } from '#platform/lib/clock.ts';
import type { Part } from './time-span.ts';
import type { Token } from './tokens.ts';

const OF_UNIT = { minutes: MINUTE, hours: HOUR, days: DAY, weeks: 7 * DAY, months: 30 * DAY };

const HALF = 0.5;

/** Reads lengths of time: "two and a half hours", "90m", "another day". */
export const createLengthReader = (language: PhraseWords) => {
  const units = new Map(
    Object.entries(OF_UNIT).flatMap(([unit, ms]) =>
      language.units[unit as keyof typeof OF_UNIT].map((word) => [word, ms] as const),
    ),
  );

  const whole = (word = ''): boolean => language.whole.includes(word);

  const isAnd = (word = ''): boolean => language.and.includes(word);

  const numberOf = (word: string): number | undefined =>
    Object.hasOwn(language.numbers, word) ? language.numbers[word] : undefined;

  /** "Thirty-six", "thirty six". */
  const tensAt = (words: readonly string[], at: number): Part<number> | undefined => {
    const [first = '', second] = (words[at] ?? '').split('-');
    const [tens, ones] = [numberOf(first), numberOf(second ?? words[at + 1] ?? '')];
    if (tens === undefined || ones === undefined || tens < 20 || tens % 10 > 0 || ones < 1 || ones > 9)
      return undefined;
    return { value: tens + ones, next: at + (second === undefined ? 2 : 1) };
  };

  const amountAt = (words: readonly string[], at: number): Part<number> | undefined => {
    const word = words[at] ?? '';
    if (/^\d{1,4}(?:[.,]\d)?$/.test(word)) return { value: Number(word.replace(',', '.')), next: at + 1 };
    const tens = tensAt(words, at);
    if (tens) return tens;
    const value = numberOf(word);
    if (value === undefined) return undefined;
    // Half an hour, a couple of hours, another two hours.
    let next = at + 1;
    while (language.small.includes(words[next] ?? '')) next += 1;
    const more = next === at + 1 && value === 1 ? amountAt(words, next) : undefined;
    if (more) return more;
    return isAnd(words[at + 1]) && numberOf(words[at + 3] ?? '') === HALF
      ? { value: value + 0.5, next: at + 4 }
      : { value, next };
  };

  const plainLength = (tokens: readonly Token[], words: readonly string[], at: number): Part<number> | undefined => {
    const word = words[at] ?? '';
    const [, amount, unit = ''] = /^(\d{1,4}(?:[.,]\d)?)([a-z]{1,8})(?:\d{1,2})?$/.exec(word) ?? [];
    const glued = units.get(unit);
    if (amount !== undefined && glued) return { value: Number(amount.replace(',', '.')) * glued, next: at + 1 };
    const hours = Object.hasOwn(language.lengths, word) ? language.lengths[word] : undefined;
    if (hours !== undefined) return { value: hours * HOUR, next: at + 1 };
    if (tokens[at]?.kind === 'quoted') return undefined;
    const found = amountAt(words, at) ?? (whole(word) ? { value: 1, next: at + 1 } : undefined);
    if (!found) return undefined;
    let { next } = found;
    if (whole(words[next]) || language.further.includes(words[next] ?? '')) next += 1;
    if (tokens[next]?.kind === 'mark' && words[next] === '-') next += 1;
    const ms = units.get(words[next] ?? '');
    return ms === undefined ? undefined : { value: found.value * ms, next: next + 1 };
  };

  const lengthAt = (tokens: readonly Token[], words: readonly string[], at: number): Part<number> | undefined => {
    const first = plainLength(tokens, words, at);
    if (!first) return undefined;
    const and = isAnd(words[first.next]) ? first.next + 1 : first.next;
    // "A week and a half"
    if (and > first.next && numberOf(words[and] ?? '') === 1 && numberOf(words[and + 1] ?? '') === HALF)
      return { value: first.value * (1 + HALF), next: and + 2 };
    const second = plainLength(tokens, words, and);
    return second && second.value < first.value ? { value: first.value + second.value, next: second.next } : first;
  };

  return { units, lengthAt };
};
