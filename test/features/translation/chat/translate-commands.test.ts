import { messageIn, translateCommand } from '#features/translation/chat/translate-commands.ts';
import {
  codeForLocale,
  codeOf,
  findLanguages,
  languageCodes,
  languageName,
  nearestLanguage,
} from '#features/translation/languages/names.ts';
import { readTyped } from '#features/translation/typed-order.ts';
import { growth } from '../../../support/count-letters.ts';
import { typedArguments } from '../../../support/typed-arguments.ts';

const argumentsOf = typedArguments([translateCommand]);
const read = (typed: string) => {
  const { text, ...said } = readTyped(argumentsOf(`translate ${typed}`) ?? {}, (name) => name === 'ledger');
  return [Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined)), text.trim()];
};

describe('the options before the text', () => {
  it.each([
    ['to german, french and japanese: hi: there', { to: 'german, french and japanese' }, 'hi: there'],
    [
      'to german from english in latin letters masking swear words with ledger: you',
      { to: 'german', from: 'english', script: 'latin', profanity: 'Marked', category: 'ledger' },
      'you',
    ],
    ['to de hello', { to: 'de' }, 'hello'],
    ['to german and french Hello and so', { to: 'german and french' }, 'Hello and so'],
    ['from english to 日本語：元帳', { from: 'english', to: '日本語' }, '元帳'],
    ['to Deutsch\nHallo: du', { to: 'Deutsch' }, 'Hallo: du'],
    ['see you at 10:30', {}, 'see you at 10:30'],
    [': to be', {}, 'to be'],
    ['to quenya: hi', { to: 'quenya' }, 'hi'],
    ['in german: Hello', { to: 'german' }, 'Hello'],
    ['in greek and french: Hello', { to: 'greek and french' }, 'Hello'],
    ['to turkish in greek: Hello', { to: 'turkish', script: 'greek' }, 'Hello'],
    ['in runic letters: Hello', { script: 'runic' }, 'Hello'],
    ['in short: it is down', {}, 'in short: it is down'],
    ['with regards: Ana', {}, 'with regards: Ana'],
    ['without delay: restart it', {}, 'without delay: restart it'],
    ['without swear words: restart it', { profanity: 'Deleted' }, 'restart it'],
    ['to german with regards: Ana', { to: 'german' }, 'with regards: Ana'],
    ['with ledger: x', { category: 'ledger' }, 'x'],
    ['in latin letters to serbian: x', { to: 'serbian', script: 'latin' }, 'x'],
    ['to be or not to be', { to: 'be' }, 'or not to be'],
    ['', {}, ''],
  ])('%s', (typed, said, rest) => {
    expect(read(typed)).toEqual([said, rest]);
  });
});

it('all behind the colon of the name is text', () => {
  expect(argumentsOf('translate:to be to us: yes')).toEqual({ text: ':to be to us: yes' });
});

describe('the message of a typed command', () => {
  const typed = (content: string) => ({ kind: 'html', content }) as const;

  it('is its HTML without the words of the command', () => {
    const html = '<p>translate to de:&nbsp;<b>a &amp; b</b> <code>x</code></p><p>c</p>';
    const message = messageIn({ text: 'translate to de: a & b x\nc', typed: typed(html) }, ' a & b x\nc');
    expect(message).toEqual({ kind: 'html', content: '<p><b>a &amp; b</b> <code>x</code></p><p>c</p>' });
  });

  it('has no empty paragraph in place of those words', () => {
    const message = messageIn({ text: 'translate to de:\na', typed: typed('<p>translate to de:</p><p>a</p>') }, '\na');
    expect(message.content).toBe('<p>a</p>');
  });

  it('is plain text if Teams sent no HTML', () => {
    const plain = { text: 'translate to de: a', typed: { kind: 'text', content: 'translate to de: a' } } as const;
    expect(messageIn(plain, ' a')).toEqual({ kind: 'text', content: 'a' });
  });
});

describe('languages', () => {
  it('are found by their own name, their English name and their code, whatever the case', () => {
    const wrong = languageCodes.filter((code) =>
      [code, code.toUpperCase(), languageName(code, 'en'), languageName(code, code)].some(
        (name) => languageName(codeOf(name, 'en') ?? 'xx', 'en') !== languageName(code, 'en'),
      ),
    );
    expect(wrong).toEqual([]);
  });

  it.each([
    ['german, french and japanese', ['de', 'fr', 'ja']],
    ['Deutsch & 日本語', ['de', 'ja']],
    ['chinese', ['zh-Hans']],
    ['chinese (traditional)', ['zh-Hant']],
    ['de fr de', ['de', 'fr']],
    ['brazilian / norwegian', ['pt', 'nb']],
  ])('%s', (typed, codes) => expect(findLanguages(typed, 'en')).toEqual({ codes, unknown: [] }));

  it('that are unknown are returned as typed', () => {
    expect(findLanguages('german and quenya', 'en')).toEqual({ codes: ['de'], unknown: ['quenya'] });
    expect(nearestLanguage('germn', 'en')).toBe('de');
  });

  it.each([
    ['de-AT', 'de'],
    ['zh-TW', 'zh-Hant'],
    ['zh-CN', 'zh-Hans'],
    ['pt-BR', 'pt'],
    ['pt-PT', 'pt-pt'],
    ['no', 'nb'],
    ['sr-Latn-RS', 'sr-Latn'],
    ['xx', undefined],
  ])('of a reader with the Teams language %s', (locale, code) => expect(codeForLocale(locale)).toBe(code));
});

it.each([
  ['names without a colon', (size: number) => read(`to ${'de '.repeat(size)}`)],
  ['clauses without a colon', (size: number) => read('to de '.repeat(size))],
  ['a list', (size: number) => findLanguages('de '.repeat(size), 'en')],
])('the time for %s grows in proportion to the length', (_what, work) => expect(growth(work)).toBeLessThan(5));
