import { cloud } from '../../world.ts';
import { answerWith } from './support.ts';
import { key, startTranslator, useTranslator } from './translation-support.ts';

const translator = useTranslator();

const textOf = async (query: string, text: string): Promise<string> => (await translator.first(query, text)).text;

test('the answer has one result for each text, in their order', async () => {
  const { results } = await translator.ask('to=de&from=en', ['Thank you.', 'Hello!', 'Thank you.']);
  expect(results.map(({ translations }) => translations[0]?.text)).toEqual(['Vielen Dank.', 'Hallo!', 'Vielen Dank.']);
});

test('the answer has the detected language only without the parameter from', async () => {
  const [without, withFrom] = [await translator.ask('to=de'), await translator.ask('to=de&from=en')];
  expect([without.results[0]?.detectedLanguage?.language, withFrom.results[0]?.detectedLanguage]).toEqual([
    'en',
    undefined,
  ]);
});

test('the answer has alignment, sentence lengths, transliteration and sourceText only on request', async () => {
  const { results } = await translator.ask('to=de&from=en');
  expect(results).toEqual([{ translations: [{ to: 'de', text: 'Das Hauptbuch ist ausgefallen.' }] }]);
  const no = await translator.ask('to=de&from=en&includeAlignment=false&includeSentenceLength=false');
  expect(no.results).toEqual(results);
});

test('the answer has all fields when all are requested', async () => {
  const query = 'from=ja&fromScript=Latn&to=sr-Cyrl&toScript=Latn&includeAlignment=true&includeSentenceLength=true';
  const { results } = await translator.ask(query, ['Motochō ga teishi shite imasu.']);
  const [text, bracketed] = ['元帳が停止しています。', '⟦sr-Cyrl: 元帳が停止しています。⟧'];
  const sentLen = { srcSentLen: [text.length], transSentLen: [bracketed.length] };
  const transliteration = { script: 'Latn', text: '⟦sr-Cyrl: Motochō ga teishi shite imasu.⟧' };
  const translation = { to: 'sr-Cyrl', text: bracketed, transliteration, alignment: { proj: '' }, sentLen };
  expect(results).toEqual([{ sourceText: { text }, translations: [translation] }]);
});

test('the answer is 200 for a request without Content-Length and with a charset', async () => {
  const address = `${translator.running.sandbox.url}/translate?api-version=3.0&to=de&from=en`;
  const headers = { ...key, 'content-type': 'application/json; charset=UTF-8', 'transfer-encoding': 'chunked' };
  const { status } = await answerWith(address, {
    method: 'POST',
    headers,
    body: JSON.stringify([{ Text: 'Hello!' }]),
  });
  expect(status).toBe(200);
});

test('the answer is the same for parameters with their default values', async () => {
  const defaults =
    'textType=plain&category=general&profanityAction=NoAction&includeAlignment=false&includeSentenceLength=false&allowFallback=true';
  const texts = ['The ledger is down.', 'He is a jackass. <b>Hello!'];
  const [absent, named] = [await translator.ask('to=de', texts), await translator.ask(`to=de&${defaults}`, texts)];
  expect([named.status, named.results]).toEqual([200, absent.results]);
});

test('the answer of a refusal has no headers of a translation', async () => {
  const { headers } = await translator.ask('to=nothing');
  expect(headers.get('x-requestid')).not.toBe((await translator.ask('to=nothing')).headers.get('x-requestid'));
  const names = ['x-metered-usage', 'x-mt-system', 'x-requestid'];
  expect(names.map((name) => headers.has(name))).toEqual([false, false, true]);
});

test('the answer is the same for the field names Text and text', async () => {
  const { results } = await translator.ask('to=de', [], { body: [{ text: 'Hello!' }] });
  expect(results[0]?.translations[0]?.text).toBe('Hallo!');
});

test('X-mt-system has an entry for each target', async () => {
  const { headers } = await translator.ask('to=de&to=it');
  expect(headers.get('x-mt-system')).toBe('Team,Team');
});

test('X-metered-usage counts UTF-16 code units, with markup, for all texts and targets', async () => {
  const { headers } = await translator.ask('to=de&to=it&textType=html', ['<b>😀</b>', 'ab']);
  expect(headers.get('x-metered-usage')).toBe(String((9 + 2) * 2));
});

test.each([
  ['NoAction keeps it', '', 'Er ist ein Esel.'],
  ['Marked replaces it with asterisks', '&profanityAction=Marked', 'Er ist ein ***.'],
  ['Asterisk is the marker', '&profanityAction=Marked&profanityMarker=Asterisk', 'Er ist ein ***.'],
  ['Tag surrounds it', '&profanityAction=Marked&profanityMarker=Tag', 'Er ist ein <profanity>Esel</profanity>.'],
  ['Deleted removes it without replacement', '&profanityAction=Deleted', 'Er ist ein.'],
  ['a marker without an action keeps it', '&profanityMarker=Tag', 'Er ist ein Esel.'],
])('profanity: %s', async (_, query, expected) => {
  expect(await textOf(`to=de&from=en${query}`, 'He is a jackass.')).toBe(expected);
  const html = await textOf(`to=de&from=en&textType=html${query}`, '<p>He is a jackass.</p>');
  expect(html).toBe(`<p>${expected}</p>`);
});

test('profanity is masked in an untranslated text too', async () => {
  expect(await textOf('to=en&from=en&profanityAction=Deleted', 'Damn ledger, damn!')).toBe('ledger,!');
  expect(await textOf('to=it&from=en&profanityAction=Marked', 'Damn ledger')).toBe('⟦it: *** ledger⟧');
});

test.each([
  '<span class="a notranslate">Hello! <b>Hello!</b></span>',
  '<div class="notranslate"><div>Hello!</div>Hello!</div>',
  '<div class=\'x  notranslate y\'>Hello!<br>Hello!<img src="a"/></div>',
])('markup of the class notranslate is kept: %s', async (html) => {
  expect(await textOf('to=de&from=en&textType=html', `<p>Hello! ${html}</p>`)).toBe(`<p>Hallo! ${html}</p>`);
});

test('markup keeps tags, attributes and comments; entities are text', async () => {
  const html =
    '<p title="Hello!" class="notranslated">Payments &amp; ledger<br>Thank you.<!-- Hello! --><img src="a>b"/></p>';
  expect(await textOf('to=de&from=en&textType=html', html)).toBe(
    '<p title="Hello!" class="notranslated">⟦de: Payments &amp; ledger⟧<br>Vielen Dank.<!-- Hello! --><img src="a>b"/></p>',
  );
});

test('markup in plain text is not read', async () => {
  const text = '<span class="notranslate">ledger</span>';
  expect(await textOf('to=de&from=en', text)).toBe(`⟦de: ${text}⟧`);
});

test.each(['<p>Hello!', 'Hello!</p>', '<p><b>Hello!</p></b>', 'a < b', '<p', '<p class="a>x</p>'])(
  'markup that is not well-formed is refused: %s',
  async (html) => {
    expect(await translator.codeOf('to=de&textType=html', [html])).toBe(400005);
  },
);

const entry = '<vendortrans:dictionary translation="Kontor &amp; Co">ledger</vendortrans:dictionary>';

test('an entry of the dynamic dictionary sets the translation of its phrase in plain text and in html', async () => {
  expect(await textOf('to=de&from=en', `Hello! ${entry}`)).toBe('Hallo! Kontor & Co');
  expect(await textOf('to=de&from=en&textType=html', `<p>Hello! ${entry}</p>`)).toBe('<p>Hallo! Kontor &amp; Co</p>');
});

test('an entry of the dynamic dictionary sets the translation within a sentence whose other parts are translated', async () => {
  expect(await textOf('to=de&from=en', `The ${entry} is down.`)).toBe('Das Kontor & Co ist ausgefallen.');
});

test('an entry of the dynamic dictionary is case-sensitive', async () => {
  const text = entry.replaceAll('vendortrans:dictionary', 'VendorTrans:Dictionary');
  expect(await textOf('to=de&from=en', text)).toBe(`⟦de: ${text}⟧`);
});

test('an entry of the dynamic dictionary needs from', async () => {
  expect(await translator.codeOf('to=de', [entry])).toBe(400035);
});

test('an entry of the dynamic dictionary has another name in the Microsoft namespace', async () => {
  const other = await startTranslator('Microsoft');
  const texts = [entry, entry.replaceAll('vendortrans', 'mstrans')];
  const { results } = await other.ask('to=de&from=en', texts);
  expect(results.map(({ translations }) => translations[0]?.text === 'Kontor & Co')).toEqual([false, true]);
});

const category = `category=${cloud.translatorCategories.ledger}`;

test('a custom system translates with its own terms, and X-mt-system is then Custom', async () => {
  const { results, headers } = await translator.ask(`from=en&to=de&to=it&${category}`);
  expect(results[0]?.translations.map(({ text }) => text)).toEqual([
    'Das Kassenbuch ist ausgefallen.',
    '⟦it: The ledger is down.⟧',
  ]);
  expect(headers.get('x-mt-system')).toBe('Custom,Team');
});

test('a custom system is replaced by a general system with allowFallback=true', async () => {
  const { status, headers } = await translator.ask(`from=it&to=es&allowFallback=true&${category}`, ['Grazie.']);
  expect([status, headers.get('x-mt-system')]).toEqual([200, 'Team']);
});

test('a custom system is required for both halves of a translation through a pivot language', async () => {
  const whole = await translator.ask(`from=de&to=ja&allowFallback=false&${category}`, ['Hallo!']);
  const half = await translator.codeOf(`from=it&to=ja&allowFallback=false&${category}`, ['Ciao!']);
  expect([whole.status, whole.headers.get('x-mt-system'), half]).toEqual([200, 'Custom', 400075]);
});

test('a custom system is not used with the category general', async () => {
  expect(await textOf('from=en&to=de&category=general&allowFallback=false', 'Hello!')).toBe('Hallo!');
});

test('a custom system that must be prepared is ready a minute after the first request', async () => {
  const query = `from=en&to=de&category=${cloud.translatorCategories.treasury}`;
  const codes = [await translator.codeOf(query), await translator.codeOf(query)];
  translator.running.time.advance(60_000);
  expect([...codes, (await translator.ask(query)).status]).toEqual([408001, 408001, 200]);
});

test('a sentence outside the table is unchanged, in brackets with the target language', async () => {
  expect(await textOf('from=en&to=de', 'Hello! Some lunch?  And then')).toBe(
    'Hallo! ⟦de: Some lunch?⟧  ⟦de: And then⟧',
  );
});

test.each(['https://a.example/b?c=d', '15:30', '😀 …'])(
  'a sentence outside the table has no brackets when it is a text without words: %s',
  async (text) => {
    expect(await textOf('from=en&to=de', text)).toBe(text);
  },
);
