import { type Filling, findChoices, range, take, takingBy, textValue } from './filling.ts';
import type { Taking } from './intent.ts';

/** Fills the day of the month and the hour of what is repeated. */
export const fillSchedule = (filling: Filling): undefined => {
  const [day, clock] = [takingBy(filling, 'monthday'), takingBy(filling, 'clock')];
  if (clock) takeClock(filling, clock);
  if (day) takeDay(filling, day);
};

const CLOCK = /^(\d{1,2})(?:[:.](\d{2}))?(am|pm|h)?$/;

const takeClock = (filling: Filling, taking: Taking): undefined => {
  const { tokens, words } = filling.analysis;
  const { at: behind } = filling.language.phrases.words;
  for (const [place, { kind, word }] of tokens.entries()) {
    const [, hour, minute, half] = CLOCK.exec(word) ?? [];
    const isHour = minute !== undefined || half !== undefined || (words[place - 1] === behind[0] && kind === 'number');
    const meridiem = half ?? /^[ap]m$/.exec(words[place + 1] ?? '')?.[0];
    if (hour === undefined || !(isHour || meridiem) || filling.used.has(place)) continue;
    const hours =
      meridiem === 'pm' || meridiem === 'am' ? (Number(hour) % 12) + (meridiem === 'pm' ? 12 : 0) : Number(hour);
    const typed = `${String(hours).padStart(2, '0')}:${minute ?? '00'}`;
    return take(
      filling,
      taking,
      range(place, half === undefined && meridiem ? place + 2 : place + 1),
      textValue(typed),
    );
  }
};

const DAY = /^(\d{1,2})(st|nd|rd|th)?$/;
const LAST_DAY = 31;

const takeDay = (filling: Filling, taking: Taking): undefined => {
  const { tokens, words } = filling.analysis;
  const { monthDays } = filling.language.phrases.words;
  const [named] = findChoices(filling.analysis, monthDays);
  if (named) return take(filling, taking, range(named.from, named.to), textValue(named.key));
  const days = tokens.flatMap(({ word }, place) => {
    const [, digits, ordinal] = DAY.exec(word) ?? [];
    const day = Number(digits ?? 0);
    return day > 0 && day <= LAST_DAY && !filling.used.has(place) ? [{ place, day, ordinal }] : [];
  });
  const day =
    days.find(({ ordinal }) => ordinal !== undefined) ?? days.find(({ place }) => words[place - 1] !== undefined);
  if (day) take(filling, taking, [day.place], textValue(String(day.day)));
};
