import { asTextKey, hasTextsIn, languageWords, loadTexts } from '#platform/texts/texts.ts';

const texts = loadTexts();

test.each([
  ['en-GB', 'en-GB'],
  ['en-US', 'en-US'],
  ['de-DE', 'en-DE'],
  ['zh-Hant-TW', 'en-TW'],
  ['de', 'en'],
  ['no locale at all', 'en'],
])('a reader of %s is told durations, lists and moments as in %s', (locale, spoken) => {
  expect(texts.for(locale).formatLocale).toBe(spoken);
});

test('the reader’s own locale is kept, for the day when there are texts in it', () => {
  expect(texts.for('de-DE').locale).toBe('de-DE');
});

test.each([
  ['a known key', 'bot.error.fault', 'bot.error.fault'],
  ['a key that this version does not know any more', 'bot.error.gone', 'cards.unknownText'],
])('of what was stored, %s is read as %s', (_what, stored, read) => {
  expect(asTextKey(stored)).toBe(read);
});

const words = loadTexts().for('en-GB');

it.each([
  ['en', 'English'],
  ['en-US', 'American English'],
])('a language with texts (%s) is called %s', (tag, name) => {
  expect([hasTextsIn(tag, words), languageWords(tag, words)]).toEqual([true, name]);
});

it.each([
  ['de', 'English (Steward is not available in German yet)'],
  ['pt-BR', 'English (Steward is not available in Brazilian Portuguese yet)'],
])('a language without texts (%s) says what is spoken in its place', (tag, said) => {
  expect([hasTextsIn(tag, words), languageWords(tag, words)]).toEqual([false, said]);
});
