import { request as httpRequest } from 'node:http';
import { canAlign, languages } from '../../../src/sandbox/vendor/translation/languages.ts';
import { lexiconOf } from '../../../src/sandbox/vendor/translation/lexicon.ts';
import { cloud, people } from '../../../src/sandbox/world.ts';
import { type Running, startSandbox, stopAll } from './support.ts';
import { key, startTranslator, type Translator } from './translation-support.ts';

/** Document 3, read a second time: the sentences that no other file is named after. */
let translator: Translator;
beforeAll(async () => {
  translator = await startTranslator();
});
afterAll(stopAll);

const ledger = 'The ledger is down.';
const translated = 'Das Hauptbuch ist ausgefallen.';

describe('Translation response body', () => {
  test('detectedLanguage: score between 0 and 1', async () => {
    const texts = ['', 'ok', 'Das', ledger, ...lexiconOf('fr').sentences.texts.values()];
    const { results } = await translator.ask('to=de', texts);
    const scores = results.map(({ detectedLanguage }) => detectedLanguage?.score ?? -1);
    expect([scores.length, scores.filter((score) => score < 0 || score > 1)]).toEqual([texts.length, []]);
  });

  test('alignment and sentLen: only when asked for by true; false is the default', async () => {
    const { results } = await translator.ask('to=de&from=en&includeAlignment=false&includeSentenceLength=false');
    expect(results).toEqual([{ translations: [{ to: 'de', text: translated }] }]);
  });

  test('the fields of a result that has all of them', async () => {
    const query = 'from=ja&fromScript=Latn&to=sr-Cyrl&toScript=Latn&includeAlignment=true&includeSentenceLength=true';
    const { results } = await translator.ask(query, ['Motochō ga teishi shite imasu.']);
    const { text } = lexiconText('ja');
    const numbers = [expect.any(Number)];
    expect(results).toEqual([
      {
        sourceText: { text },
        translations: [
          {
            to: 'sr-Cyrl',
            text: expect.stringMatching(/\p{Script=Cyrillic}/u),
            transliteration: { script: 'Latn', text: expect.stringMatching(/\p{Script=Latin}/u) },
            alignment: { proj: '' },
            sentLen: { srcSentLen: numbers, transSentLen: numbers },
          },
        ],
      },
    ]);
  });

  test.each(['de', 'fr', 'ja', 'ko', 'zh-Hans', 'ar'])(
    'alignment string format: items of indices inside both texts, separated by spaces: %s',
    async (to) => {
      const texts = [...lexiconOf('en').sentences.texts.values(), 'ledger, invoice and lunch'];
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
    },
  );

  test('alignment is returned only for the pairs of rule 5, among all languages', () => {
    const pairs = languages.flatMap(({ code: from }) =>
      languages.flatMap(({ code: to }) => (canAlign(from, to) ? [`${from} ${to}`] : [])),
    );
    const others = ['de', 'fr', 'ja', 'pt', 'es', 'it', 'ko', 'zh-Hans', 'ar'];
    const eastern = ['ja ko', 'ko ja', 'ja zh-Hans', 'zh-Hans ja', 'zh-Hans zh-Hant', 'zh-Hant zh-Hans'];
    const expected = [...others.flatMap((code) => [`en ${code}`, `${code} en`]), ...eastern];
    expect(pairs.sort()).toEqual(expected.sort());
  });
});

const lexiconText = (code: string): { readonly text: string } => {
  const concept = [...lexiconOf('en').sentences.texts].find(([, text]) => text === ledger)?.[0] ?? '';
  return { text: lexiconOf(code).sentences.texts.get(concept) ?? '' };
};

describe('Translate: request', () => {
  test('Content-Type: application/json; charset=UTF-8', async () => {
    const headers = { ...key, 'content-type': 'application/json; charset=UTF-8' };
    const { results } = await translator.ask('to=de&from=en', [ledger], { headers });
    expect(results[0]?.translations[0]?.text).toBe(translated);
  });

  test('Content-Length: not required', async () => {
    const address = `${translator.running.sandbox.url}/translate?api-version=3.0&to=de&from=en`;
    const status = await new Promise((resolve, reject) => {
      const headers = { ...key, 'content-type': 'application/json', 'transfer-encoding': 'chunked' };
      const asking = httpRequest(address, { method: 'POST', headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      asking.on('error', reject).end(JSON.stringify([{ Text: ledger }]));
    });
    expect(status).toBe(200);
  });

  test('ClientTraceId: client-generated GUID, alternative to the X-ClientTraceId header', async () => {
    const { status } = await translator.ask(`to=de&ClientTraceId=${people.ana.objectId}`);
    expect(status).toBe(200);
  });

  test.each([
    ['textType', 'plain'],
    ['category', 'general'],
    ['profanityAction', 'NoAction'],
    ['includeAlignment', 'false'],
    ['includeSentenceLength', 'false'],
  ])('%s: the default is %s', async (name, value) => {
    const texts = [ledger, 'He is a jackass. <b>Hello!'];
    const [absent, said] = [
      await translator.ask('to=de', texts),
      await translator.ask(`to=de&${name}=${value}`, texts),
    ];
    expect([said.status, said.results]).toEqual([200, absent.results]);
  });

  test('allowFallback: true is the default and permits a general system when no custom system exists', async () => {
    const query = `from=en&to=it&category=${cloud.translatorCategories.ledger}`;
    const absent = await translator.ask(query);
    const [yes, no] = [`${query}&allowFallback=true`, `${query}&allowFallback=false`];
    expect([absent.status, absent.results]).toEqual([200, (await translator.ask(yes)).results]);
    expect(await translator.codeOf(no)).toBe(400079);
  });

  test('profanityMarker: Asterisk is the default', async () => {
    const { text } = await translator.say('to=de&from=en&profanityAction=Marked', 'He is a jackass.');
    const marked = await translator.say(
      'to=de&from=en&profanityAction=Marked&profanityMarker=Asterisk',
      'He is a jackass.',
    );
    expect([text, text.includes('*')]).toEqual([marked.text, true]);
  });
});

describe('Translate: response headers and rules', () => {
  const category = `category=${cloud.translatorCategories.ledger}`;

  test.each([
    ['Custom', 'the request names a custom system and at least one was used in the chain', `from=it&to=ja&${category}`],
    ['Team', 'no custom system was used', `from=it&to=es&${category}`],
    ['Team', 'the request names none', 'from=en&to=de'],
  ])('X-mt-system: %s when %s', async (system, _, query) => {
    const { headers } = await translator.ask(query, ['Grazie.']);
    expect(headers.get('x-mt-system')).toBe(system);
  });

  test('X-metered-usage and X-mt-system: of what was translated only, X-requestid of every response', async () => {
    const { headers } = await translator.ask('to=nothing');
    const names = ['x-metered-usage', 'x-mt-system', 'x-requestid'];
    expect(names.map((name) => headers.has(name))).toEqual([false, false, true]);
  });

  test.each([
    ['Marked&profanityMarker=Tag', '<p>Er ist ein <profanity>Esel</profanity>.</p>'],
    ['Marked', '<p>Er ist ein ***.</p>'],
    ['Deleted', '<p>Er ist ein.</p>'],
  ])('rule 1, with html too: %s', async (action, expected) => {
    const query = `to=de&from=en&textType=html&profanityAction=${action}`;
    expect((await translator.say(query, '<p>He is a jackass.</p>')).text).toBe(expected);
  });

  test.each([
    '<div class="notranslate"><div>Hello!</div>Hello!</div>',
    '<div class=\'x  notranslate y\'>Hello!<br>Hello!<img src="a"/></div>',
    '<p class="notranslate">Hello!</p>',
  ])('rule 2, content inside a notranslate element stays in its original language: %s', async (html) => {
    const text = `${html}<p>Hello!</p>`;
    expect((await translator.say('to=de&from=en&textType=html', text)).text).toBe(`${html}<p>Hallo!</p>`);
  });

  test('rule 2, another class is translated', async () => {
    const { text } = await translator.say('to=de&from=en&textType=html', '<p class="notranslated">Hello!</p>');
    expect(text).toBe('<p class="notranslated">Hallo!</p>');
  });

  test('rule 3, the given translation of each phrase is forced', async () => {
    const entry = (phrase: string, said: string): string =>
      `<vendortrans:dictionary translation="${said}">${phrase}</vendortrans:dictionary>`;
    const text = `${entry('ledger', 'Kontor')} invoice ${entry('Hello', 'Moin')}`;
    expect((await translator.say('to=de&from=en', text)).text).toMatch(/^Kontor \S+ Moin$/);
  });
});

describe('App management', () => {
  const post = async ({ sandbox }: Running, path: string, body: object) => {
    const options = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const answer = await fetch(`${sandbox.url}/__sandbox/app-tokens${path}`, options);
    const told = (await answer.json()) as { readonly tokens?: readonly { readonly token: string }[] };
    return { status: answer.status, token: told.tokens?.[0]?.token ?? '' };
  };
  const remove = async ({ sandbox }: Running, token: string, email: string): Promise<number> => {
    const { owner, name } = cloud.apps.wallet;
    const address = `${sandbox.url}/v0.1/apps/${owner}/${name}/users/${encodeURIComponent(email)}`;
    return (await fetch(address, { method: 'DELETE', headers: { 'x-api-token': token } })).status;
  };
  const app = `${cloud.apps.wallet.owner}/${cloud.apps.wallet.name}`;

  test('a user token carries the user\u2019s rights: none are left when the user has none', async () => {
    const running = await startSandbox();
    const { token } = await post(running, '', { account: 'bo-lind', name: 'bo', access: 'full' });
    const before = await remove(running, token, 'max.weber@contoso-audio.example');
    const out = await remove(running, 'sandbox-app-token-full', people.bo.email);
    expect([before, out, await remove(running, token, cloud.appTester)]).toEqual([204, 204, 403]);
  });

  test('each account may hold at most 5000 tokens, of both kinds', async () => {
    const running = await startSandbox();
    const wish = { account: 'bo-lind', name: 'one of many', access: 'readOnly' };
    const statuses: number[] = [];
    for (const more of [{ count: 4_999 }, { app }, { app }, {}, { account: 'ana-rossi' }])
      statuses.push((await post(running, '', { ...wish, ...more })).status);
    expect(statuses).toEqual([200, 200, 409, 409, 200]);
  });

  test.each([
    ['a name', { account: 'bo-lind', access: 'full' }],
    ['a name that says something', { account: 'bo-lind', access: 'full', name: '' }],
    ['an access type', { account: 'bo-lind', name: 'build' }],
    ['a documented access type', { account: 'bo-lind', name: 'build', access: 'admin' }],
  ])('token creation: name and access type chosen; not without %s', async (_, wish) => {
    expect((await post(await startSandbox(), '', wish)).status).toBe(400);
  });

  test('Versioning: the version is the path prefix `/v0.1`', async () => {
    const { sandbox } = await startSandbox();
    const headers = { 'x-api-token': 'sandbox-user-token-full' };
    const statuses = ['/v0.1/user', '/v0.2/user', '/user'].map(
      async (path) => (await fetch(`${sandbox.url}${path}`, { headers })).status,
    );
    expect(await Promise.all(statuses)).toEqual([200, 401, 401]);
  });

  test.each(['GET', 'DELETE'])('a %s call needs no body', async (method) => {
    const { sandbox } = await startSandbox();
    const headers = { 'x-api-token': 'sandbox-user-token-full' };
    const path = method === 'GET' ? '/v0.1/user' : `/v0.1/apps/${app}/users/${encodeURIComponent(cloud.appTester)}`;
    expect((await fetch(`${sandbox.url}${path}`, { method, headers })).ok).toBe(true);
  });
});
