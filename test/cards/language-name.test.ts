import { hasTextsIn, languageWords } from '../../src/cards/language-name.ts';
import { loadTexts } from '../../src/texts/texts.ts';

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
