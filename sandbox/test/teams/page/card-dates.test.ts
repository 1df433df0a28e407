import { withDates } from '../../../teams/page/card/card-json.ts';

const card = {
  body: [{ text: 'Until {{DATE(2026-11-22T23:05:00Z, SHORT)}} {{TIME(2026-11-22T23:05:00Z)}}' }, { text: 'no date' }],
};

it.each([
  ['en-US', 'America/New_York', 'Until Sun, Nov 22, 2026 06:05 PM'],
  ['de-DE', 'Europe/Berlin', 'Until Mo., 23. Nov. 2026 00:05'],
  ['ja-JP', 'Asia/Tokyo', 'Until 2026年11月23日(月) 08:05'],
])('dates on a card are in the language and zone of the person: %s in %s', (locale, timezone, text) => {
  expect(withDates(card, { locale, timezone })).toEqual({ body: [{ text }, { text: 'no date' }] });
});
