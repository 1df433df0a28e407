import { loadTexts } from '../../src/texts/texts.ts';

const texts = loadTexts();

test.each([
  ['en-GB', 'en-GB'],
  ['en-US', 'en-US'],
  ['de-DE', 'en-DE'],
  ['zh-Hant-TW', 'en-TW'],
  ['de', 'en'],
  ['no locale at all', 'en'],
])('a reader of %s is told durations, lists and moments as in %s', (locale, spoken) => {
  expect(texts.for(locale).spoken).toBe(spoken);
});

test('the reader’s own locale is kept, for the day when there are texts in it', () => {
  expect(texts.for('de-DE').locale).toBe('de-DE');
});
