import { demoIncident } from '../../cloud/health/story.ts';
import { fromLatin, sentences, sentencesIn, toLatin } from '../../cloud/translation/sentences.ts';
import { useTranslator } from './translation-support.ts';

const translator = useTranslator();
afterEach(() => translator.running.sandbox.faults.clear());

/** The languages of the table. */
const known = ['en', 'de', 'fr', 'ja'];

test.each(known)('the table of sentences has every sentence in %s, once and without brackets', (code) => {
  const texts = sentencesIn(code);
  expect([texts.length, new Set(texts).size]).toEqual([sentences.length, sentences.length]);
  expect(texts.filter((text) => /[⟦⟧[\]]/.test(text))).toEqual([]);
});

test.each(known)('the table of sentences has the same parts in %s as in English', (code) => {
  const numbers = (sentence: (typeof sentences)[number], language: string) =>
    [...new Set(sentence.get(language)?.flatMap(({ number }) => number ?? []))].sort();
  expect(sentences.map((one) => numbers(one, code))).toEqual(sentences.map((one) => numbers(one, 'en')));
});

test.each(known)('the table of sentences translates from English to %s and back', async (code) => {
  const there = await translator.ask(`from=en&to=${code}`, sentencesIn('en'));
  const texts = there.results.map(({ translations }) => translations[0]?.text ?? '');
  const back = await translator.ask(`from=${code}&to=en`, texts);
  expect(back.results.map(({ translations }) => translations[0]?.text)).toEqual(sentencesIn('en'));
});

const scripts = demoIncident(['DEMO-1AA', 'DEMO-1AB'], '1');
const posts = scripts.flatMap(({ title, stages }) => [
  title,
  ...stages.map(({ says = '' }) => says.replace(/<[^>]*>/g, '')),
]);
const spoken = [...sentencesIn('en'), ...posts];
/** Words of each language that are not English. */
const speaks: Readonly<Record<string, RegExp>> = {
  de: /\b(?:der|die|das|den|dem|ist|ein|eine|und|zu|wie|von|in|im|uns|zum|Guten?|Hallo|Vielen|Bitte|Bis|ich|Er)\b/i,
  fr: /\b(?:le|la|les|de|des|un|une|à|et|au|est|il|l|vous|Merci|Bonjour|Approuvez)\b/i,
  ja: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u,
};

test('the demo conversation and the demo incident are translated into three languages without brackets', async () => {
  const ask = async (texts: readonly string[]) => (await translator.ask('from=en&to=de&to=fr&to=ja', texts)).results;
  const marked = (await ask(spoken)).flatMap(({ translations }, index) =>
    translations.filter(({ text }) => /[⟦⟧]/.test(text) || text === spoken[index]),
  );
  const strange = (await ask(posts)).flatMap(({ translations }) =>
    translations.filter(({ to, text }) => !speaks[to]?.test(text)),
  );
  expect([marked, strange]).toEqual([[], []]);
});

test('the demo conversation and the demo incident are detected as English', async () => {
  const { results } = await translator.ask('to=de', posts);
  expect(results.filter(({ detectedLanguage: found }) => found?.language !== 'en' || found.score < 0.8)).toEqual([]);
});

const detected = async (text: string, query = 'to=en') => {
  const { results } = await translator.ask(query, [text]);
  return results[0]?.detectedLanguage;
};

test.each(known)('language detection detects %s in the sentences of the table', async (code) => {
  expect(await detected(sentencesIn(code).join(' '))).toEqual({ language: code, score: expect.closeTo(1, 1) });
});

test.each([
  ['pt', 'Os pagamentos em produção não estão bem, e o gateway está fora do ar.'],
  ['es', 'Los pagos en producción no son correctos y el libro mayor está caído.'],
  ['it', 'I pagamenti non sono andati a buon fine e il libro mastro non è in linea.'],
  ['ko', '원장이 중단되었습니다.'],
  ['zh-Hans', '账本停机了。能不能请人看一下网关？'],
  ['zh-Hant', '帳本停擺了。能不能請人看一下閘道？'],
  ['ar', 'دفتر الأستاذ متوقف.'],
  ['sr-Cyrl', 'Главна књига не ради.'],
])('language detection detects %s by its script or its most frequent words', async (code, text) => {
  const found = await detected(text);
  expect(found?.language).toBe(code);
  expect(found?.score).toBeGreaterThan(0.4);
});

test('language detection has a score between 0 and 1', async () => {
  const { results } = await translator.ask('to=de', ['', 'ok', 'Das', ...sentencesIn('fr')]);
  const scores = results.map(({ detectedLanguage }) => detectedLanguage?.score ?? -1);
  expect(scores.filter((score) => score < 0 || score > 1)).toEqual([]);
});

test('language detection has a higher score for a longer text', async () => {
  const scores = [];
  for (const text of ['Das', 'Das Hauptbuch', 'Das Hauptbuch ist ausgefallen.']) scores.push(await detected(text));
  const values = scores.map((one) => one?.score ?? 0);
  expect(values).toEqual([...values].sort((a, b) => a - b));
  expect(new Set(values).size).toBe(3);
});

test.each(['ok', '👍', '', '123'])('language detection of %j has the score 0', async (text) => {
  expect(await detected(text)).toEqual({ language: 'en', score: 0 });
});

test('language detection returns suggestedFrom only where it fails', async () => {
  expect(await detected('ok', 'to=en&suggestedFrom=fr')).toEqual({ language: 'fr', score: 0 });
  expect(await detected('Das Hauptbuch', 'to=en&suggestedFrom=fr')).toMatchObject({ language: 'de' });
});

test('language detection fails with the fault undetected', async () => {
  translator.running.sandbox.faults.set({ kind: 'undetected' });
  expect(await detected('Das Hauptbuch')).toEqual({ language: 'en', score: 0 });
});

test('a translation has a transliteration in the script of toScript', async () => {
  const query = 'from=en&to=sr-Cyrl&to=ja&to=de&toScript=Latn&toScript=latn&toScript=Latn';
  const { results } = await translator.ask(query);
  expect(results[0]?.translations.map(({ transliteration }) => transliteration)).toEqual([
    { script: 'Latn', text: '⟦sr-Cyrl: The ledger is down.⟧' },
    { script: 'Latn', text: 'Motochō ga teishi shite imasu.' },
    undefined,
  ]);
});

test('a text in another script is returned in the usual script as sourceText', async () => {
  const { results } = await translator.ask('from=ja&fromScript=Latn&to=en', ['Motochō ga teishi shite imasu. Xyz']);
  expect(results[0]?.sourceText?.text).toBe('元帳が停止しています。 Xyz');
  expect(results[0]?.translations[0]?.text).toBe('The ledger is down. ⟦en: Xyz⟧');
});

test('a text in the usual script is not returned as sourceText', async () => {
  const { results } = await translator.ask('from=ja&fromScript=Jpan&to=en', ['元帳']);
  expect(results[0]?.sourceText).toBeUndefined();
});

test('the Japanese sentences can be transliterated to Latin letters and back', () => {
  const story = sentencesIn('ja').filter((text) => toLatin(text) !== text);
  expect(story.length).toBeGreaterThan(15);
  expect(story.map(toLatin).filter((text) => /[^\p{Script=Latin}\p{P}\s]/u.test(text))).toEqual([]);
  expect(story.map((text) => fromLatin(toLatin(text)))).toEqual(story);
});
