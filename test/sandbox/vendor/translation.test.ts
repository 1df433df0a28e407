import { cloud } from '../../../src/sandbox/world.ts';
import { stopAll } from './support.ts';
import { startTranslator, type Translator } from './translation-support.ts';

let translator: Translator;
beforeAll(async () => {
  translator = await startTranslator();
});
afterAll(stopAll);

const say = async (query: string, text: string): Promise<string> => (await translator.say(query, text)).text;
const projection = async (query: string, text: string): Promise<string | undefined> =>
  (await translator.say(`${query}&includeAlignment=true`, text)).alignment?.proj;

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
  });

  test('is found in single words and where nothing is translated', async () => {
    expect(await say('to=en&from=en&profanityAction=Deleted', 'Damn ledger, damn!')).toBe('ledger,!');
  });
});

describe('markup (rule 2)', () => {
  test('what stands in an element of the class notranslate stays', async () => {
    const html = '<p>Hello! <span class="a notranslate">Hello! <b>Hello!</b></span></p>';
    expect(await say('to=de&textType=html', html)).toBe(
      '<p>Hallo! <span class="a notranslate">Hello! <b>Hello!</b></span></p>',
    );
  });

  test('tags, attributes and comments stay, and entities are text', async () => {
    const html = '<p title="Hello!">payments &amp; ledger<br><!-- Hello! --><img src="a>b"/></p>';
    expect(await say('to=de&from=en&textType=html', html)).toBe(
      '<p title="Hello!">Zahlungen &amp; Hauptbuch<br><!-- Hello! --><img src="a>b"/></p>',
    );
  });

  test('in plain text the class means nothing', async () => {
    const text = '<span class="notranslate">ledger</span>';
    expect(await say('to=de&from=en', text)).toBe('<span class="notranslate">Hauptbuch</span>');
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

  test('is case-sensitive', async () => {
    const text = entry.replaceAll('vendortrans:dictionary', 'VendorTrans:Dictionary');
    expect(await say('to=de&from=en', text)).toContain('Hauptbuch');
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
      'Il libro mastro non funziona.',
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

describe('alignment (rule 5)', () => {
  test('has an item for each source word, which may align with several words, noncontiguous ones too', async () => {
    const text = 'Can somebody look at the gateway?';
    const { text: said, alignment } = await translator.say('from=en&to=de&includeAlignment=true', text);
    const pairs = (alignment?.proj ?? '').split(' ').map((item) => item.split(/[:-]/).map(Number));
    const words = pairs.map(([a = 0, b = 0, c = 0, d = 0]) => [text.slice(a, b + 1), said.slice(c, d + 1)]);
    expect(words).toEqual([
      ['Can', 'Kann'],
      ['somebody', 'jemand'],
      ['look', 'nach'],
      ['at', 'sehen'],
      ['the', 'dem'],
      ['gateway', 'Gateway'],
    ]);
  });

  test('stands for the words that are known one by one', async () => {
    expect(await projection('from=en&to=fr', 'invoice, ledger')).toBe('0:6-0:6 9:14-9:19');
  });

  test.each([
    ['en', 'de', 'ledger', true],
    ['de', 'en', 'Hauptbuch', true],
    ['en', 'zh-Hans', 'ledger', true],
    ['en', 'zh-Hant', 'ledger', false],
    ['zh-Hant', 'en', '帳本', false],
    ['en', 'sr-Cyrl', 'ledger', false],
    ['sr-Cyrl', 'en', 'рачун', false],
    ['ja', 'ko', '元帳', true],
    ['ko', 'ja', '원장', true],
    ['ja', 'zh-Hans', '元帳', true],
    ['zh-Hans', 'ja', '账本', true],
    ['zh-Hans', 'zh-Hant', '账本', true],
    ['zh-Hant', 'zh-Hans', '帳本', true],
    ['ja', 'zh-Hant', '元帳', false],
    ['de', 'fr', 'Hauptbuch', false],
    ['ko', 'zh-Hans', '원장', false],
  ])('from %s to %s: %s', async (from, to, text, expected) => {
    expect((await projection(`from=${from}&to=${to}`, text)) !== '').toBe(expected);
  });

  test('is not available for html', async () => {
    expect(await projection('from=en&to=de&textType=html', 'ledger')).toBe('');
  });

  test('is not available for canned translations of frequent sentences', async () => {
    expect(await projection('from=en&to=de', 'Hello!')).toBe('');
  });

  test('is not available where translation prevention markup is applied', async () => {
    const text = 'ledger <vendortrans:dictionary translation="x">x</vendortrans:dictionary>';
    expect(await projection('from=en&to=de', text)).toBe('');
  });

  test('is no error where there is none', async () => {
    expect((await translator.ask('from=de&to=fr&includeAlignment=true', ['Hauptbuch'])).status).toBe(200);
  });
});

describe('sentence lengths', () => {
  test('are those of each sentence, here and there', async () => {
    const { sentLen } = await translator.say('from=en&to=de&includeSentenceLength=true', 'Hello! The ledger is down.');
    expect(sentLen).toEqual({ srcSentLen: [7, 19], transSentLen: [7, 30] });
  });

  test.each([
    ['plain', 'Hello!\nThank you. And then?  The ledger is down'],
    ['plain', '  ... 😀 1.5 million. Damn! x'],
    ['plain', 'Hello! Damn ledger. Damn'],
    ['plain', ''],
    ['html', '<p>Hello! <b>The ledger is down.</b></p><p>It is &lt;b&gt;.</p>'],
  ])('add up to the texts (%s: %j)', async (textType, text) => {
    const query = `from=en&to=ja&to=de&includeSentenceLength=true&profanityAction=Deleted&textType=${textType}`;
    const { results } = await translator.ask(query, [text]);
    const sum = (lengths: readonly number[] = []): number => lengths.reduce((all, one) => all + one, 0);
    for (const { text: said, sentLen } of results[0]?.translations ?? []) {
      expect([sum(sentLen?.srcSentLen), sum(sentLen?.transSentLen)]).toEqual([text.length, said.length]);
      expect(sentLen?.transSentLen.filter((length) => length < 0)).toEqual([]);
      expect(sentLen?.srcSentLen).toHaveLength(sentLen?.transSentLen.length ?? -1);
    }
  });
});

describe('what the translator does not know', () => {
  test('stays, and is marked', async () => {
    expect(await say('from=en&to=de', 'Some lunch near the ledger?')).toBe('⟦Some lunch near⟧ das Hauptbuch?');
  });

  test('names, addresses and words with figures are nobody’s language', async () => {
    const text = 'Ana, Bo: rg-ledger INC-7 https://a.example/b?c=d ana@northwind.example 15:30 <at>Steward</at>';
    expect(await say('from=en&to=de', text)).toBe(text);
  });
});
