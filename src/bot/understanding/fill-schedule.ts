import { type Extraction, findChoices, range, recognitionBy, setText } from './extraction.ts';
import type { ArgumentRecognition } from './intent.ts';

/** Fills the day of the month and the hour of what is repeated. */
export const fillSchedule = (extraction: Extraction): undefined => {
  const [day, clock] = [recognitionBy(extraction, 'monthday'), recognitionBy(extraction, 'clock')];
  if (clock) takeClock(extraction, clock);
  if (day) takeDay(extraction, day);
};

const CLOCK = /^(\d{1,2})(?:[:.](\d{2}))?(am|pm|h)?$/;

const takeClock = (extraction: Extraction, recognition: ArgumentRecognition): undefined => {
  const { tokens, words } = extraction;
  const { at: behind } = extraction.phraseWords;
  for (const [place, { kind, word }] of tokens.entries()) {
    const [, hour, minute, half] = CLOCK.exec(word) ?? [];
    const isHour = minute !== undefined || half !== undefined || (words[place - 1] === behind[0] && kind === 'number');
    const meridiem = half ?? /^[ap]m$/.exec(words[place + 1] ?? '')?.[0];
    if (hour === undefined || !(isHour || meridiem) || extraction.used.has(place)) continue;
    const hours =
      meridiem === 'pm' || meridiem === 'am' ? (Number(hour) % 12) + (meridiem === 'pm' ? 12 : 0) : Number(hour);
    const typed = `${String(hours).padStart(2, '0')}:${minute ?? '00'}`;
    return setText(
      extraction,
      recognition,
      range(place, half === undefined && meridiem ? place + 2 : place + 1),
      typed,
    );
  }
};

const DAY = /^(\d{1,2})(st|nd|rd|th)?$/;
const LAST_DAY = 31;

const takeDay = (extraction: Extraction, recognition: ArgumentRecognition): undefined => {
  const { tokens, words } = extraction;
  const { monthDays } = extraction.phraseWords;
  const [named] = findChoices(extraction, monthDays);
  if (named) return setText(extraction, recognition, range(named.from, named.to), named.key);
  const days = tokens.flatMap(({ word }, place) => {
    const [, digits, ordinal] = DAY.exec(word) ?? [];
    const day = Number(digits ?? 0);
    return day > 0 && day <= LAST_DAY && !extraction.used.has(place) ? [{ place, day, ordinal }] : [];
  });
  const day =
    days.find(({ ordinal }) => ordinal !== undefined) ?? days.find(({ place }) => words[place - 1] !== undefined);
  if (day) setText(extraction, recognition, [day.place], String(day.day));
};
