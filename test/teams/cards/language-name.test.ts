import { loadTexts } from '#platform/texts/texts.ts';
import { hasTextsIn, languageWords } from '#teams/cards/language-name.ts';

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
