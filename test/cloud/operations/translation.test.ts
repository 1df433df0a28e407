import type { CallOptions } from '#cloud/client.ts';
import { translatorMeanings } from '#cloud/errors/error-body.ts';
import {
  chargedCharacters,
  type TranslationQuery,
  type TranslationText,
  translateText,
  translationAnswer,
  translationLimits,
  writeText,
  writeTranslation,
} from '#cloud/operations/translation.ts';
import { profileOf } from '#cloud/services/profile.ts';
import { Secret } from '#platform/lib/secret.ts';
import { loadTexts } from '#platform/texts/texts.ts';
import { nock, strictNock } from '../../support/strict-nock.ts';
import { createClientBench, errorOf, guid } from '../client-fixture.ts';

const profile = profileOf('Vendor');
const question: TranslationQuery = { texts: ['The ledger is down.'], to: ['de'] };
const write = (change: Partial<TranslationQuery>) => writeTranslation({ ...question, ...change }, profile);

describe('a translation request', () => {
  test('has only the given parameters', () => {
    const { query, body } = write({});
    expect(JSON.parse(JSON.stringify({ query, body }))).toEqual({
      query: { to: ['de'] },
      body: [{ Text: 'The ledger is down.' }],
    });
  });

  test('has every parameter with its documented name', () => {
    const { query } = write({
      to: ['ja', 'de'],
      from: 'sr-Cyrl',
      textType: 'html',
      category: 'general',
      profanityAction: 'Marked',
      profanityMarker: 'Tag',
      includeAlignment: false,
      includeSentenceLength: true,
      suggestedFrom: 'en',
      fromScript: 'Latn',
      toScript: ['Latn', 'Latn'],
      allowFallback: false,
      clientTraceId: guid,
    });
    expect(query).toEqual({
      to: ['ja', 'de'],
      from: 'sr-Cyrl',
      textType: 'html',
      category: 'general',
      profanityAction: 'Marked',
      profanityMarker: 'Tag',
      includeAlignment: 'false',
      includeSentenceLength: 'true',
      suggestedFrom: 'en',
      fromScript: 'Latn',
      toScript: ['Latn', 'Latn'],
      allowFallback: 'false',
      ClientTraceId: guid,
    });
  });

  test.each<[string, Partial<TranslationQuery>]>([
    ['no target', { to: [] }],
    ['no text', { texts: [] }],
    ['a language that is no code', { to: ['de&to=fr'] }],
    ['a source that is no code', { from: '' }],
    ['a script that is no code', { fromScript: 'Latn ' }],
    ['fewer scripts than targets', { to: ['ja', 'ko'], toScript: ['Latn'] }],
    ['a client trace id that is no GUID', { clientTraceId: '7' }],
    ['dictionary entries without from', { texts: [[{ phrase: 'ledger', translation: 'Kontor' }]] }],
    ['1,001 texts', { texts: Array.from({ length: 1_001 }, () => 'a') }],
    ['50,001 characters', { texts: ['a'.repeat(50_001)] }],
    ['50,001 characters in all texts', { texts: ['a'.repeat(50_000), 'a'] }],
    ['25,001 characters for two targets', { texts: ['a'.repeat(25_001)], to: ['de', 'fr'] }],
    ['25,001 emoji', { texts: ['😀'.repeat(25_001)] }],
  ])('is refused with %s', (_, change) => {
    expect(() => write(change)).toThrow(RangeError);
  });

  test.each<[string, Partial<TranslationQuery>]>([
    ['1,000 texts', { texts: Array.from({ length: 1_000 }, () => 'a') }],
    ['50,000 characters', { texts: ['a'.repeat(50_000)] }],
    ['25,000 emoji', { texts: ['😀'.repeat(25_000)] }],
  ])('is accepted with %s', (_, change) => {
    expect(() => write(change)).not.toThrow();
  });

  test('is refused without its text in the error', () => {
    expect(() => write({ texts: ['private'.repeat(9_000)] })).toThrow(/^at most 50000 characters in one request$/);
  });
});

describe('a dictionary entry', () => {
  const text: TranslationText = ['the ', { phrase: 'Q&A <ledger>', translation: 'Fragen "&" Antworten' }, ' & more'];

  test.each([
    ['Vendor', 'vendortrans'],
    ['Microsoft', 'mstrans'],
  ] as const)('has the markup of the namespace %s', (namespace, prefix) => {
    expect(writeText(text, 'plain', profileOf(namespace))).toBe(
      `the <${prefix}:dictionary translation="Fragen &quot;&amp;&quot; Antworten">Q&A <ledger></${prefix}:dictionary> & more`,
    );
  });

  test('has an escaped phrase in html', () => {
    expect(writeText(text, 'html', profile)).toContain('>Q&amp;A &lt;ledger&gt;</vendortrans:dictionary> & more');
  });

  test('counts with its markup for each target', () => {
    const entry: TranslationText = [{ phrase: 'a', translation: 'b' }];
    const written = writeText(entry, 'plain', profile);
    expect(chargedCharacters([written, 'x'], 3)).toBe((written.length + 1) * 3);
    const most = translationLimits.characters - written.length;
    expect(() => write({ texts: [entry, 'a'.repeat(most)], from: 'en' })).not.toThrow();
    expect(() => write({ texts: [entry, 'a'.repeat(most + 1)], from: 'en' })).toThrow(RangeError);
  });
});

describe('a translation answer', () => {
  const read = (body: unknown, headers: Readonly<Record<string, string>> = {}) =>
    translationAnswer.parse({ status: 200, headers, body });
  const translation = (more: object) => [{ translations: [{ to: 'de', text: 'x', ...more }] }];
  const aligned = (proj: string) => read(translation({ alignment: { proj } })).results[0]?.translations[0]?.alignment;

  test('is read with field names in any case and without unknown fields', () => {
    const { results } = read([
      { DetectedLanguage: { Language: 'en', Score: 0.5 }, Translations: [{ TO: 'de', Text: 'x', new: 1 }] },
    ]);
    expect(results).toEqual([
      { detectedLanguage: { language: 'en', score: 0.5 }, translations: [{ to: 'de', text: 'x' }] },
    ]);
  });

  test('has the source text in its usual script', () => {
    expect(read([{ sourceText: { text: '元帳' }, translations: [] }]).results[0]?.sourceText).toBe('元帳');
  });

  test('has the values of its headers', () => {
    const headers = { 'x-requestid': 'r', 'x-mt-system': 'custom, Team,New', 'x-metered-usage': '58' };
    expect(read([], headers)).toEqual({
      results: [],
      requestId: 'r',
      systems: ['Custom', 'Team', 'New'],
      meteredUsage: 58,
    });
  });

  test.each([{}, { 'x-metered-usage': 'many' }])('is read with the headers %j', (headers) => {
    expect(read([], headers)).toMatchObject({ systems: [], meteredUsage: undefined });
  });

  test('has an alignment of words', () => {
    expect(aligned('0:2-4:6 4:8-0:2 4:8-10:11')).toEqual([
      { source: { start: 0, end: 2 }, target: { start: 4, end: 6 } },
      { source: { start: 4, end: 8 }, target: { start: 0, end: 2 } },
      { source: { start: 4, end: 8 }, target: { start: 10, end: 11 } },
    ]);
  });

  test.each(['', ' ', '0:2', '0:2-4', 'a:b-c:d', '-1:2-3:4'])('has no alignment for %j', (proj) => {
    expect(aligned(proj)).toEqual([]);
  });

  test.each([{}, null, [{ translations: {} }], [{}], [{ translations: [{ to: 'de' }] }]])(
    'is refused with the body %j',
    (body) => {
      expect(translationAnswer.safeParse({ status: 200, headers: {}, body }).success).toBe(false);
    },
  );
});

describe('a translation call', () => {
  strictNock();

  const origin = 'https://northwind.example';
  const service = (path: string, answers = 1) =>
    nock(origin, { reqheaders: { 'ocp-apim-subscription-key': 's3cret', 'x-clienttraceid': guid } })
      .post(`${path}/translate`, [{ Text: 'The ledger is down.' }])
      .query({ 'api-version': '3.0', to: 'de' })
      .times(answers);
  const clientOf = (path: string) =>
    createClientBench({
      settings: { namespace: 'Vendor', translator: { baseUrl: `${origin}${path}`, key: new Secret('s3cret') } },
    });
  const call = async (path = '', options: CallOptions = {}) => {
    const { client, http } = clientOf(path);
    return client.call(translateText, question, options).finally(() => http.close());
  };
  const refused = (code: number, answers = 1) =>
    service('', answers).reply(Math.floor(code / 1_000), { error: { code, message: 'why' } }, { 'X-RequestId': 'r-1' });

  test('is sent to the path of a custom domain', async () => {
    service('/translator/text/v3.0').reply(200, [{ translations: [{ to: 'de', text: 'Ja' }] }]);
    expect((await call('/translator/text/v3.0')).results[0]?.translations[0]?.text).toBe('Ja');
  });

  /** The vendor's support needs both ids. */
  test('that fails has the request ids of both sides in its error', async () => {
    refused(400036);
    expect(await errorOf(call())).toMatchObject({ vendorCode: '400036', requestId: 'r-1', correlationId: guid });
  });

  test.each([
    ['with 429 is tried three times', 429000, 3, 'no'],
    ['with 503 is tried three times', 503000, 3, 'no'],
    ['with 500, which may be charged, is tried twice', 500000, 2, 'maybe'],
    ['with a system in preparation is tried once', 408001, 1, 'maybe'],
    ['with 403 is tried once', 403001, 1, 'yes'],
  ] as const)('%s', async (_, code, tries, arrived) => {
    refused(code, tries);
    expect(await errorOf(call())).toMatchObject({ code: `Vendor.${code}`, arrived });
  });

  test('reports each try before it is sent', async () => {
    service('', 2).replyWithError(Object.assign(new Error('reset'), { code: 'ECONNRESET' }));
    const tries: boolean[] = [];
    await errorOf(call('', { beforeTry: async (_attempt, unconfirmed) => void tries.push(unconfirmed) }));
    expect(tries).toEqual([false, true]);
  });

  test('without an answer is tried twice', async () => {
    service('', 2).replyWithError(Object.assign(new Error('reset'), { code: 'ECONNRESET' }));
    expect((await errorOf(call())).code).toBe('Vendor.Lost');
  });

  test.each([
    [401, '{"statusCode":401,"message":"Access denied"}', 'vendor.translator.credentials'],
    [403, '', 'vendor.translator.notAllowed'],
    [404, '<html>', 'vendor.error.notFound'],
    [400, '{"error":{"code":"400","message":"why"}}', 'vendor.error.unknown'],
  ])('with %d and the body %j, which has no code of six digits, has the text %s', async (status, body, text) => {
    service('').reply(status, body);
    expect((await errorOf(call())).textKey).toBe(text);
  });
});

describe('the text for a translator code', () => {
  const words = loadTexts().for('en');
  const codes = Object.entries(translatorMeanings);
  const values = { code: '1', message: 'Why.', rules: '', target: '', seconds: 0, correlation: 'c' };

  test.each(codes)('%s has a remedy', (_, { text }) => {
    expect(words.plain(text, values)).toMatch(/^[^{}]*\. [A-Z][^{}]*$/);
  });

  test('is different for each code, except the three limits', () => {
    const keys = codes.map(([code, { text }]) => (code.startsWith('429') ? '429' : text));
    expect(new Set(keys).size).toBe(codes.length - 2);
    expect(new Set(codes.map(([, { text }]) => words.plain(text, values))).size).toBe(codes.length - 2);
  });

  test('is retryable only for temporary errors', () => {
    const passing = codes.filter(([, { is }]) => is === 'later').map(([code]) => code);
    expect(passing).toEqual(['408001', '408002', '429000', '429001', '429002', '500000', '503000']);
  });

  test('is different for a system in preparation and a slow one', () => {
    const [waiting, slow] = ['408001', '408002'].map((code) =>
      words.plain(translatorMeanings[code]?.text ?? 'vendor.error.unknown', values),
    );
    expect([waiting, slow]).toEqual([expect.stringContaining('about a minute'), expect.stringContaining('too slowly')]);
  });
});
