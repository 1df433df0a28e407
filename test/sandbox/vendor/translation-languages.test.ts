import { demoIncident, demoReview } from '../../../src/sandbox/vendor/health-events/story/demo-incident.ts';
import { canAlign, languages } from '../../../src/sandbox/vendor/translation/languages.ts';
import { lexiconOf, textsOf } from '../../../src/sandbox/vendor/translation/lexicon.ts';
import { romanise } from '../../../src/sandbox/vendor/translation/romanise.ts';
import { fromLatin } from '../../../src/sandbox/vendor/translation/source-script.ts';
import { stopAll } from './support.ts';
import { startTranslator, type Translator } from './translation-support.ts';

let translator: Translator;
beforeAll(async () => {
  translator = await startTranslator();
});
afterEach(() => translator.running.sandbox.faults.clear());
afterAll(stopAll);

const codes = languages.map(({ code }) => code);
const languageOf = (code: string) => {
  const found = languages.find((language) => language.code === code);
  if (found) return found;
  throw new Error(`no language ${code}`);
};

describe('the lexicon', () => {
  test.each(codes)('%s says everything that English does', (code) => {
    const [here, english] = [lexiconOf(code), lexiconOf('en')];
    const concepts = ({ frequent, sentences, words }: typeof here) =>
      [frequent, sentences, words].flatMap(({ texts }) => [...texts.keys()].filter((key) => !/^\d /.test(key))).sort();
    expect(concepts(here)).toEqual(concepts(english));
  });

  test.each(codes)('every sentence of English becomes %s, and comes back', async (code) => {
    const sentences = [...lexiconOf('en').sentences.texts.values(), ...lexiconOf('en').frequent.texts.values()];
    const there = await translator.ask(`from=en&to=${code}`, sentences);
    const texts = there.results.map(({ translations }) => translations[0]?.text ?? '');
    const back = await translator.ask(`from=${code}&to=en`, texts);
    expect(back.results.map(({ translations }) => translations[0]?.text)).toEqual(sentences);
  });

  test.each(codes)('no known sentence is marked as unknown in %s', (code) => {
    expect(textsOf(code).filter((text) => /[⟦⟧[\]]/.test(text))).toEqual([]);
  });
});

describe('the demo conversation', () => {
  const scripts = [demoIncident('DEMO-1AA', '1'), demoReview('DEMO-1AB', '1')];
  const posts = scripts.flatMap(({ title, stages }) => [
    title,
    ...stages.map(({ says = '' }) => says.replace(/<[^>]*>/g, '')),
  ]);
  const spoken = [...lexiconOf('en').sentences.texts.values(), ...lexiconOf('en').frequent.texts.values(), ...posts];
  /** Words of each that are not English. */
  const speaks: Readonly<Record<string, RegExp>> = {
    de: /\b(?:der|die|das|den|dem|ist|ein|eine|und|zu|wie|von|in|im|uns|zum|Guten?|Hallo|Vielen|Bitte|Bis|ich|Er)\b/i,
    fr: /\b(?:le|la|les|de|des|un|une|à|et|au|est|il|l|vous|Merci|Bonjour|Approuvez)\b/i,
    ja: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u,
  };

  test('of people and of the demo incident is truly translated into three languages', async () => {
    const ask = async (texts: readonly string[]) => (await translator.ask('from=en&to=de&to=fr&to=ja', texts)).results;
    const marked = (await ask(spoken)).flatMap(({ translations }, index) =>
      translations.filter(({ text }) => /[⟦⟧]/.test(text) || text === spoken[index]),
    );
    const strange = (await ask(posts)).flatMap(({ translations }) =>
      translations.filter(({ to, text }) => !speaks[to]?.test(text)),
    );
    expect([marked, strange]).toEqual([[], []]);
  });

  test('is surely English', async () => {
    const { results } = await translator.ask('to=de', posts);
    expect(results.filter(({ detectedLanguage: found }) => found?.language !== 'en' || found.score < 0.8)).toEqual([]);
  });

  test.each(['de', 'fr', 'ja'])(
    'and of all else only what is known becomes %s; the rest is marked as it was',
    async (to) => {
      const { text } = await translator.say(`from=en&to=${to}`, 'Please polish the brass ledger today');
      const marked = text.match(/⟦[^⟧]*⟧/g)?.join(' ');
      expect(marked).toMatch(/polish/);
      expect(marked).toMatch(/brass/);
      expect(text.replace(/⟦[^⟧]*⟧/g, '')).not.toMatch(/\b(?:please|ledger|today|polish|brass)\b/i);
    },
  );
});

describe('autodetection', () => {
  const detected = async (text: string, query = 'to=en') => {
    const { results } = await translator.ask(query, [text]);
    return results[0]?.detectedLanguage;
  };

  test.each(codes)('finds %s by its sentences', async (code) => {
    const text = [...lexiconOf(code).sentences.texts.values()].join(' ');
    expect(await detected(text)).toEqual({ language: code, score: expect.closeTo(1, 1) });
  });

  test('works better with longer input (rule 6)', async () => {
    const scores = [];
    for (const text of ['Das', 'Das Hauptbuch', 'Das Hauptbuch ist ausgefallen.']) scores.push(await detected(text));
    const said = scores.map((one) => one?.score ?? 0);
    expect(said).toEqual([...said].sort((a, b) => a - b));
    expect(new Set(said).size).toBe(3);
  });

  test.each(['ok', '👍', '', '123'])('finds nothing in %j, and says so by a score of 0', async (text) => {
    expect(await detected(text)).toEqual({ language: 'en', score: 0 });
  });

  test('that fails falls back to suggestedFrom', async () => {
    expect(await detected('ok', 'to=en&suggestedFrom=fr')).toEqual({ language: 'fr', score: 0 });
  });

  test('that does not fail passes suggestedFrom over', async () => {
    expect(await detected('Das Hauptbuch', 'to=en&suggestedFrom=fr')).toMatchObject({ language: 'de' });
  });

  test('can be made to fail', async () => {
    translator.running.sandbox.faults.set({ kind: 'undetected' });
    expect(await detected('Das Hauptbuch')).toEqual({ language: 'en', score: 0 });
  });
});

describe('scripts', () => {
  test('a translation comes in the script that was asked for as well', async () => {
    const query = 'from=en&to=sr-Cyrl&to=ja&to=de&toScript=Latn&toScript=latn&toScript=Latn';
    const { results } = await translator.ask(query);
    expect(results[0]?.translations.map(({ transliteration }) => transliteration)).toEqual([
      { script: 'Latn', text: 'Glavna knjiga ne radi.' },
      { script: 'Latn', text: 'motochōgateishishiteimasu.' },
      undefined,
    ]);
  });

  test('input in another than the usual script comes back as sourceText', async () => {
    const { results } = await translator.ask('from=ja&fromScript=Latn&to=en', ['Motochō ga teishi shite imasu. Xyz']);
    expect(results[0]?.sourceText?.text).toBe('元帳が停止しています。 Xyz');
    expect(results[0]?.translations[0]?.text).toBe('The ledger is down. ⟦Xyz⟧');
  });

  test('input in the usual script does not', async () => {
    const { results } = await translator.ask('from=ja&fromScript=Jpan&to=en', ['元帳']);
    expect(results[0]?.sourceText).toBeUndefined();
  });

  test.each(['sr-Cyrl', 'ja', 'ko', 'zh-Hans', 'zh-Hant', 'ar'])(
    'what is written in Latin letters is %s again',
    (code) => {
      const language = languageOf(code);
      const texts = [...lexiconOf(code).sentences.texts.values()];
      expect(texts.map((text) => fromLatin(romanise(text, language), language))).toEqual(texts);
    },
  );

  test.each(['ja', 'ko', 'zh-Hans', 'zh-Hant', 'ar', 'sr-Cyrl'])('no letter of %s stays as it was', (code) => {
    const written = textsOf(code).map((text) => romanise(text, languageOf(code)));
    expect(written.filter((text) => /[^\p{Script=Latin}\p{M}\p{P}\p{S}\sʿʾ]/u.test(text))).toEqual([]);
  });
});

test.each([
  ['en', 'yue', false],
  ['yue', 'en', false],
  ['en', 'hi', true],
  ['en', 'en', false],
] as const)('alignment from %s to %s: %s', (from, to, expected) => {
  expect(canAlign(from, to)).toBe(expected);
});
