import { request as httpRequest } from 'node:http';
import { cloud } from '../../../src/sandbox/world.ts';
import { stopAll } from './support.ts';
import { key, startTranslator, type Translator } from './translation-support.ts';

let translator: Translator;
beforeAll(async () => {
  translator = await startTranslator();
});
afterAll(stopAll);

const say = async (query: string, text: string): Promise<string> => (await translator.say(query, text)).text;

describe('the answer', () => {
  test('has one result for each text, in their order', async () => {
    const { results } = await translator.ask('to=de&from=en', ['Thank you.', 'Hello!', 'Thank you.']);
    expect(results.map(({ translations }) => translations[0]?.text)).toEqual([
      'Vielen Dank.',
      'Hallo!',
      'Vielen Dank.',
    ]);
  });

  test('has one translation for each `to`, the parameter repeated', async () => {
    const { results } = await translator.ask('to=de&to=fr&to=JA');
    expect(results[0]?.translations.map(({ to }) => to)).toEqual(['de', 'fr', 'ja']);
  });

  test('says the detected language only when from was omitted', async () => {
    const [asked, told] = [await translator.ask('to=de'), await translator.ask('to=de&from=en')];
    expect([asked.results[0]?.detectedLanguage?.language, told.results[0]?.detectedLanguage]).toEqual([
      'en',
      undefined,
    ]);
  });

  test('has alignment, sentence lengths, transliteration and sourceText only when they were asked for', async () => {
    const { results } = await translator.ask('to=de&from=en');
    expect(results).toEqual([{ translations: [{ to: 'de', text: 'Das Hauptbuch ist ausgefallen.' }] }]);
    const no = await translator.ask('to=de&from=en&includeAlignment=false&includeSentenceLength=false');
    expect(no.results).toEqual(results);
  });

  test('has all fields when everything is asked for', async () => {
    const query = 'from=ja&fromScript=Latn&to=sr-Cyrl&toScript=Latn&includeAlignment=true&includeSentenceLength=true';
    const { results } = await translator.ask(query, ['Motochō ga teishi shite imasu.']);
    const [text, bracketed] = ['元帳が停止しています。', '⟦sr-Cyrl: 元帳が停止しています。⟧'];
    const sentLen = { srcSentLen: [text.length], transSentLen: [bracketed.length] };
    const transliteration = { script: 'Latn', text: '⟦sr-Cyrl: Motochō ga teishi shite imasu.⟧' };
    const translation = { to: 'sr-Cyrl', text: bracketed, transliteration, alignment: { proj: '' }, sentLen };
    expect(results).toEqual([{ sourceText: { text }, translations: [translation] }]);
  });

  test('needs no Content-Length and takes a charset', async () => {
    const address = `${translator.running.sandbox.url}/translate?api-version=3.0&to=de&from=en`;
    const status = await new Promise((resolve, reject) => {
      const type = 'application/json; charset=UTF-8';
      const headers = { ...key, 'content-type': type, 'transfer-encoding': 'chunked' };
      const sending = httpRequest(address, { method: 'POST', headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      sending.on('error', reject).end(JSON.stringify([{ Text: 'Hello!' }]));
    });
    expect(status).toBe(200);
  });

  test('is the same where a parameter names its default', async () => {
    const defaults =
      'textType=plain&category=general&profanityAction=NoAction&includeAlignment=false&includeSentenceLength=false&allowFallback=true';
    const texts = ['The ledger is down.', 'He is a jackass. <b>Hello!'];
    const [absent, named] = [await translator.ask('to=de', texts), await translator.ask(`to=de&${defaults}`, texts)];
    expect([named.status, named.results]).toEqual([200, absent.results]);
  });

  test('is refused without a translation’s headers', async () => {
    const { headers } = await translator.ask('to=nothing');
    const names = ['x-metered-usage', 'x-mt-system', 'x-requestid'];
    expect(names.map((name) => headers.has(name))).toEqual([false, false, true]);
  });

  test('takes Text and text alike', async () => {
    const { results } = await translator.ask('to=de', [], { body: [{ text: 'Hello!' }] });
    expect(results[0]?.translations[0]?.text).toBe('Hallo!');
  });
});

describe('the headers', () => {
  test('X-requestid is the service’s own, another one each time, on refusals too', async () => {
    const answers = [await translator.ask('to=de'), await translator.ask('to=de'), await translator.ask('')];
    expect(new Set(answers.map(({ headers }) => headers.get('x-requestid'))).size).toBe(3);
  });

  test('X-mt-system has an entry for each target', async () => {
    const { headers } = await translator.ask('to=de&to=it');
    expect(headers.get('x-mt-system')).toBe('Team,Team');
  });

  test('X-metered-usage counts UTF-16 code units, markup included, over texts and targets', async () => {
    const { headers } = await translator.ask('to=de&to=it&textType=html', ['<b>😀</b>', 'ab']);
    expect(headers.get('x-metered-usage')).toBe(String((9 + 2) * 2));
  });
});

describe('profanity (rule 1)', () => {
  test.each([
    ['NoAction passes it on', '', 'Er ist ein Esel.'],
    ['Marked replaces it with asterisks', '&profanityAction=Marked', 'Er ist ein ***.'],
    ['Asterisk is the marker', '&profanityAction=Marked&profanityMarker=Asterisk', 'Er ist ein ***.'],
    ['Tag surrounds it', '&profanityAction=Marked&profanityMarker=Tag', 'Er ist ein <profanity>Esel</profanity>.'],
    ['Deleted removes it without replacement', '&profanityAction=Deleted', 'Er ist ein.'],
    ['a marker alone changes nothing', '&profanityMarker=Tag', 'Er ist ein Esel.'],
  ])('%s', async (_, query, expected) => {
    expect(await say(`to=de&from=en${query}`, 'He is a jackass.')).toBe(expected);
    const html = await say(`to=de&from=en&textType=html${query}`, '<p>He is a jackass.</p>');
    expect(html).toBe(`<p>${expected}</p>`);
  });

  test('profanity is masked in a text that is not translated too', async () => {
    expect(await say('to=en&from=en&profanityAction=Deleted', 'Damn ledger, damn!')).toBe('ledger,!');
    expect(await say('to=it&from=en&profanityAction=Marked', 'Damn ledger')).toBe('⟦it: *** ledger⟧');
  });
});

describe('markup (rule 2)', () => {
  test.each([
    '<span class="a notranslate">Hello! <b>Hello!</b></span>',
    '<div class="notranslate"><div>Hello!</div>Hello!</div>',
    '<div class=\'x  notranslate y\'>Hello!<br>Hello!<img src="a"/></div>',
  ])('an element of the class notranslate stays: %s', async (html) => {
    expect(await say('to=de&from=en&textType=html', `<p>Hello! ${html}</p>`)).toBe(`<p>Hallo! ${html}</p>`);
  });

  test('an element of another class is translated', async () => {
    const html = '<p class="notranslated">Hello!</p>';
    expect(await say('to=de&textType=html', html)).toBe('<p class="notranslated">Hallo!</p>');
  });

  test('tags, attributes and comments stay, and entities are text', async () => {
    const html = '<p title="Hello!">Payments &amp; ledger<br>Thank you.<!-- Hello! --><img src="a>b"/></p>';
    expect(await say('to=de&from=en&textType=html', html)).toBe(
      '<p title="Hello!">⟦de: Payments &amp; ledger⟧<br>Vielen Dank.<!-- Hello! --><img src="a>b"/></p>',
    );
  });

  test('in plain text the class means nothing', async () => {
    const text = '<span class="notranslate">ledger</span>';
    expect(await say('to=de&from=en', text)).toBe(`⟦de: ${text}⟧`);
  });

  test.each(['<p>Hello!', 'Hello!</p>', '<p><b>Hello!</p></b>', 'a < b', '<p', '<p class="a>x</p>'])(
    'html that is no well-formed, complete element is refused: %s',
    async (html) => {
      expect(await translator.codeOf('to=de&textType=html', [html])).toBe(400005);
    },
  );
});

describe('the dynamic dictionary (rule 3)', () => {
  const entry = '<vendortrans:dictionary translation="Kontor &amp; Co">ledger</vendortrans:dictionary>';

  test('forces the translation of the phrase in plain text', async () => {
    expect(await say('to=de&from=en', `Hello! ${entry}`)).toBe('Hallo! Kontor & Co');
  });

  test('and in html', async () => {
    expect(await say('to=de&from=en&textType=html', `<p>Hello! ${entry}</p>`)).toBe('<p>Hallo! Kontor &amp; Co</p>');
  });

  test('forces it inside a sentence, whose other parts are translated', async () => {
    expect(await say('to=de&from=en', `The ${entry} is down.`)).toBe('⟦de: The⟧ Kontor & Co ist ausgefallen.');
  });

  test('is case-sensitive', async () => {
    const text = entry.replaceAll('vendortrans:dictionary', 'VendorTrans:Dictionary');
    expect(await say('to=de&from=en', text)).toBe(`⟦de: ${text}⟧`);
  });

  test('needs from', async () => {
    expect(await translator.codeOf('to=de', [entry])).toBe(400035);
  });

  test('has another name in the other profile', async () => {
    const other = await startTranslator('Microsoft');
    const texts = [entry, entry.replaceAll('vendortrans', 'mstrans')];
    const { results } = await other.ask('to=de&from=en', texts);
    expect(results.map(({ translations }) => translations[0]?.text === 'Kontor & Co')).toEqual([false, true]);
  });
});

describe('custom systems (category; rule 4)', () => {
  const category = `category=${cloud.translatorCategories.ledger}`;

  test('say their own words, and X-mt-system says Custom where one took part', async () => {
    const { results, headers } = await translator.ask(`from=en&to=de&to=it&${category}`);
    expect(results[0]?.translations.map(({ text }) => text)).toEqual([
      'Das Kassenbuch ist ausgefallen.',
      '⟦it: The ledger is down.⟧',
    ]);
    expect(headers.get('x-mt-system')).toBe('Custom,Team');
  });

  test('a general system takes their place where there is none and allowFallback is true', async () => {
    const { status, headers } = await translator.ask(`from=it&to=es&allowFallback=true&${category}`, ['Grazie.']);
    expect([status, headers.get('x-mt-system')]).toEqual([200, 'Team']);
  });

  test('allowFallback=false takes only systems of the category', async () => {
    expect(await translator.codeOf(`from=en&to=it&allowFallback=false&${category}`)).toBe(400079);
  });

  test('through a pivot every system must be of the category', async () => {
    const whole = await translator.ask(`from=de&to=ja&allowFallback=false&${category}`, ['Hallo!']);
    const half = await translator.codeOf(`from=it&to=ja&allowFallback=false&${category}`, ['Ciao!']);
    expect([whole.status, whole.headers.get('x-mt-system'), half]).toEqual([200, 'Custom', 400075]);
  });

  test('general is the default', async () => {
    expect(await say('from=en&to=de&category=general&allowFallback=false', 'Hello!')).toBe('Hallo!');
  });

  test('one that is not yet available is ready a minute after it was asked for', async () => {
    const query = `from=en&to=de&category=${cloud.translatorCategories.treasury}`;
    const codes = [await translator.codeOf(query), await translator.codeOf(query)];
    translator.running.time.advance(60_000);
    expect([...codes, (await translator.ask(query)).status]).toEqual([408001, 408001, 200]);
  });
});

describe('a sentence outside the table', () => {
  test('stays as it is, in brackets with the target language', async () => {
    expect(await say('from=en&to=de', 'Hello! Some lunch?  And then')).toBe('Hallo! ⟦de: Some lunch?⟧  ⟦de: And then⟧');
  });

  test.each(['https://a.example/b?c=d', '15:30', '😀 …'])('%s has no language and no brackets', async (text) => {
    expect(await say('from=en&to=de', text)).toBe(text);
  });
});
