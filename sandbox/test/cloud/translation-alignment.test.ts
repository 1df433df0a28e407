import { canAlign, languages } from '../../cloud/translation/languages.ts';
import { sentencesIn } from '../../cloud/translation/sentences.ts';
import { useTranslator } from './translation-support.ts';

const translator = useTranslator();

const projection = async (query: string, text: string): Promise<string | undefined> =>
  (await translator.first(`${query}&includeAlignment=true`, text)).alignment?.proj;

test('the alignment has an item for each source word, which may align with separate words', async () => {
  const text = 'Can somebody look at the gateway?';
  const { text: translated, alignment } = await translator.first('from=en&to=de&includeAlignment=true', text);
  const pairs = (alignment?.proj ?? '').split(' ').map((item) => item.split(/[:-]/).map(Number));
  const words = pairs.map(([a = 0, b = 0, c = 0, d = 0]) => [text.slice(a, b + 1), translated.slice(c, d + 1)]);
  expect(words).toEqual([
    ['Can', 'Kann'],
    ['somebody', 'jemand'],
    ['look', 'nach'],
    ['at', 'sehen'],
    ['the', 'dem'],
    ['gateway', 'Gateway'],
  ]);
});

test('the alignment of an untranslated text pairs each word with itself', async () => {
  expect(await projection('from=en&to=fr', 'invoice, ledger')).toBe('0:6-5:11 9:14-14:19');
});

test('the alignment is in the answer for the pairs of languages that have one, and empty for others', async () => {
  expect(await projection('from=ja&to=ko', '元帳')).not.toBe('');
  expect(await projection('from=zh-Hant&to=en', '帳本')).toBe('');
});

test.each([
  ['html', '&textType=html', 'ledger'],
  ['frequent sentences', '', 'Hello!'],
  ['a dictionary entry', '', 'ledger <vendortrans:dictionary translation="x">x</vendortrans:dictionary>'],
])('the alignment is not available for %s', async (_, query, text) => {
  expect(await projection(`from=en&to=de${query}`, text)).toBe('');
});

test.each(['de', 'fr', 'ja'])('the alignment into %s has only indices within both texts', async (to) => {
  const texts = [...sentencesIn('en'), 'ledger, invoice and lunch'];
  const query = `from=en&to=${to}&includeAlignment=true&profanityAction=Deleted`;
  const { results } = await translator.ask(query, texts);
  const wrong = results.flatMap(({ translations: [one] }, index) => {
    const { text = '', alignment } = one ?? {};
    const items = (alignment?.proj ?? '').split(' ');
    return items.filter((item) => {
      const [a = -1, b = -1, c = -1, d = -1] = (/^(\d+):(\d+)-(\d+):(\d+)$/.exec(item) ?? []).slice(1).map(Number);
      const inside = a >= 0 && a <= b && b < (texts[index]?.length ?? 0) && c >= 0 && c <= d && d < text.length;
      return !inside && item !== '';
    });
  });
  expect(wrong).toEqual([]);
  expect(results.filter(({ translations }) => translations[0]?.alignment?.proj !== '').length).toBeGreaterThan(5);
});

test('alignment is available for the documented pairs of languages only', () => {
  const pairs = languages.flatMap(({ code: from }) =>
    languages.flatMap(({ code: to }) => (canAlign(from, to) ? [`${from} ${to}`] : [])),
  );
  const others = ['de', 'fr', 'ja', 'pt', 'es', 'it', 'ko', 'zh-Hans', 'ar'];
  const eastern = ['ja ko', 'ko ja', 'ja zh-Hans', 'zh-Hans ja', 'zh-Hans zh-Hant', 'zh-Hant zh-Hans'];
  expect([canAlign('en', 'yue'), canAlign('yue', 'en'), canAlign('en', 'hi')]).toEqual([false, false, true]);
  expect(pairs.sort()).toEqual([...others.flatMap((code) => [`en ${code}`, `${code} en`]), ...eastern].sort());
});

test('sentence lengths are those of each sentence, in both texts', async () => {
  const { sentLen } = await translator.first('from=en&to=de&includeSentenceLength=true', 'Hello! The ledger is down.');
  expect(sentLen).toEqual({ srcSentLen: [7, 19], transSentLen: [7, 30] });
});

test.each([
  ['plain', 'Hello!\nThank you. And then?  The ledger is down'],
  ['plain', '  ... 😀 1.5 million. Damn! x'],
  ['plain', 'Hello! Damn ledger. Damn'],
  ['plain', ''],
  ['html', '<p>Hello! <b>The ledger is down.</b></p><p>It is &lt;b&gt;.</p>'],
])('sentence lengths add up to the lengths of both texts (%s: %j)', async (textType, text) => {
  const query = `from=en&to=ja&to=de&includeSentenceLength=true&profanityAction=Deleted&textType=${textType}`;
  const { results } = await translator.ask(query, [text]);
  const sum = (lengths: readonly number[] = []): number => lengths.reduce((all, one) => all + one, 0);
  for (const { text: translated, sentLen } of results[0]?.translations ?? []) {
    expect([sum(sentLen?.srcSentLen), sum(sentLen?.transSentLen)]).toEqual([text.length, translated.length]);
    expect(sentLen?.transSentLen.filter((length) => length < 0)).toEqual([]);
    expect(sentLen?.srcSentLen).toHaveLength(sentLen?.transSentLen.length ?? -1);
  }
});
