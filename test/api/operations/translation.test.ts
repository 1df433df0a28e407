import { type CallOptions, createVendorClient } from '../../../src/api/client.ts';
import { translatorMeanings } from '../../../src/api/errors/translator-error.ts';
import {
  chargedCharacters,
  type TranslationQuery,
  type TranslationText,
  translateText,
  translationAnswer,
  translationLimits,
  writeText,
  writeTranslation,
} from '../../../src/api/operations/translation.ts';
import { profileOf } from '../../../src/api/services/profile.ts';
import { createHttp, type Http } from '../../../src/http/http.ts';
import { silentLog } from '../../../src/lib/logger.ts';
import { Secret } from '../../../src/lib/secret.ts';
import { loadTexts } from '../../../src/texts/texts.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { nock, strictNock } from '../../support/strict-nock.ts';
import { errorOf } from '../client-fixture.ts';

const profile = profileOf('Vendor');
const guid = '66666666-6666-4666-8666-666666666666';
const question: TranslationQuery = { texts: ['The ledger is down.'], to: ['de'] };
const write = (change: Partial<TranslationQuery>) => writeTranslation({ ...question, ...change }, profile);

describe('the request', () => {
  test('says nothing of what was left out', () => {
    const { query, body } = write({});
    expect(JSON.parse(JSON.stringify({ query, body }))).toEqual({
      query: { to: ['de'] },
      body: [{ Text: 'The ledger is down.' }],
    });
  });

  test('says every parameter by its documented name', () => {
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
    ['another number of scripts than of targets', { to: ['ja', 'ko'], toScript: ['Latn'] }],
    ['a client trace id that is no GUID', { clientTraceId: '7' }],
    ['dictionary entries without from', { texts: [[{ phrase: 'ledger', translation: 'Kontor' }]] }],
    ['1,001 texts', { texts: Array.from({ length: 1_001 }, () => 'a') }],
    ['50,001 characters', { texts: ['a'.repeat(50_001)] }],
    ['50,001 characters in all texts', { texts: ['a'.repeat(50_000), 'a'] }],
    ['25,001 characters for two targets', { texts: ['a'.repeat(25_001)], to: ['de', 'fr'] }],
    ['25,001 emoji', { texts: ['😀'.repeat(25_001)] }],
  ])('is not made with %s', (_, change) => {
    expect(() => write(change)).toThrow(RangeError);
  });

  test.each<[string, Partial<TranslationQuery>]>([
    ['1,000 texts', { texts: Array.from({ length: 1_000 }, () => 'a') }],
    ['50,000 characters', { texts: ['a'.repeat(50_000)] }],
    ['25,000 emoji', { texts: ['😀'.repeat(25_000)] }],
  ])('is made with %s', (_, change) => {
    expect(() => write(change)).not.toThrow();
  });

  test('a refusal never repeats the text', () => {
    expect(() => write({ texts: ['private'.repeat(9_000)] })).toThrow(/^at most 50000 characters in one request$/);
  });
});

describe('a dictionary entry', () => {
  const text: TranslationText = ['the ', { phrase: 'Q&A <ledger>', translation: 'Fragen "&" Antworten' }, ' & more'];

  test.each([
    ['Vendor', 'vendortrans'],
    ['Microsoft', 'mstrans'],
  ] as const)('is written in the words of %s', (namespace, prefix) => {
    expect(writeText(text, 'plain', profileOf(namespace))).toBe(
      `the <${prefix}:dictionary translation="Fragen &quot;&amp;&quot; Antworten">Q&A <ledger></${prefix}:dictionary> & more`,
    );
  });

  test('escapes its phrase in html, where the rest is markup already', () => {
    expect(writeText(text, 'html', profile)).toContain('>Q&amp;A &lt;ledger&gt;</vendortrans:dictionary> & more');
  });

  test('is charged with its markup, for each target', () => {
    const entry: TranslationText = [{ phrase: 'a', translation: 'b' }];
    const written = writeText(entry, 'plain', profile);
    expect(chargedCharacters([written, 'x'], 3)).toBe((written.length + 1) * 3);
    const most = translationLimits.characters - written.length;
    expect(() => write({ texts: [entry, 'a'.repeat(most)], from: 'en' })).not.toThrow();
    expect(() => write({ texts: [entry, 'a'.repeat(most + 1)], from: 'en' })).toThrow(RangeError);
  });
});

describe('the answer', () => {
  const read = (body: unknown, headers: Readonly<Record<string, string>> = {}) =>
    translationAnswer.parse({ status: 200, headers, body });
  const translation = (more: object) => [{ translations: [{ to: 'de', text: 'x', ...more }] }];
  const aligned = (proj: string) => read(translation({ alignment: { proj } })).results[0]?.translations[0]?.alignment;

  test('is read in any case, with what nobody documented dropped', () => {
    const { results } = read([
      { DetectedLanguage: { Language: 'en', Score: 0.5 }, Translations: [{ TO: 'de', Text: 'x', new: 1 }] },
    ]);
    expect(results).toEqual([
      { detectedLanguage: { language: 'en', score: 0.5 }, translations: [{ to: 'de', text: 'x' }] },
    ]);
  });

  test('says the source in its usual script', () => {
    expect(read([{ sourceText: { text: '元帳' }, translations: [] }]).results[0]?.sourceText).toBe('元帳');
  });

  test('says its headers', () => {
    const headers = { 'x-requestid': 'r', 'x-mt-system': 'custom, Team,New', 'x-metered-usage': '58' };
    expect(read([], headers)).toEqual({
      results: [],
      requestId: 'r',
      systems: ['Custom', 'Team', 'New'],
      meteredUsage: 58,
    });
  });

  test.each([{}, { 'x-metered-usage': 'many' }])('does without %j', (headers) => {
    expect(read([], headers)).toMatchObject({ systems: [], meteredUsage: undefined });
  });

  test('has an alignment of words, one or several to one', () => {
    expect(aligned('0:2-4:6 4:8-0:2 4:8-10:11')).toEqual([
      { source: { start: 0, end: 2 }, target: { start: 4, end: 6 } },
      { source: { start: 4, end: 8 }, target: { start: 0, end: 2 } },
      { source: { start: 4, end: 8 }, target: { start: 10, end: 11 } },
    ]);
  });

  test.each(['', ' ', '0:2', '0:2-4', 'a:b-c:d', '-1:2-3:4'])('has no alignment in %j', (proj) => {
    expect(aligned(proj)).toEqual([]);
  });

  test.each([{}, null, [{ translations: {} }], [{}], [{ translations: [{ to: 'de' }] }]])(
    'is refused as %j',
    (body) => {
      expect(translationAnswer.safeParse({ status: 200, headers: {}, body }).success).toBe(false);
    },
  );
});

describe('the call', () => {
  strictNock();

  let http: Http;
  beforeEach(() => {
    const clock = createManualClock();
    http = createHttp({ clock, log: silentLog, random: () => 0, wait: async (ms) => clock.advance(ms) });
  });
  afterEach(() => http.close());

  const origin = 'https://northwind.example';
  const service = (path: string, answers = 1) =>
    nock(origin, { reqheaders: { 'ocp-apim-subscription-key': 's3cret', 'x-clienttraceid': guid } })
      .post(`${path}/translate`, [{ Text: 'The ledger is down.' }])
      .query({ 'api-version': '3.0', to: 'de' })
      .times(answers);
  const call = (path = '', options: CallOptions = {}) =>
    createVendorClient({
      http,
      clock: createManualClock(),
      ids: { guid: () => guid, opaque: () => 'opaque' },
      log: silentLog,
      settings: { namespace: 'Vendor', translator: { baseUrl: `${origin}${path}`, key: new Secret('s3cret') } },
    }).call(translateText, question, options);
  const refused = (code: number, answers = 1) =>
    service('', answers).reply(Math.floor(code / 1_000), { error: { code, message: 'why' } }, { 'X-RequestId': 'r-1' });

  test('goes to the path of a custom domain', async () => {
    service('/translator/text/v3.0').reply(200, [{ translations: [{ to: 'de', text: 'Ja' }] }]);
    expect((await call('/translator/text/v3.0')).results[0]?.translations[0]?.text).toBe('Ja');
  });

  /** Both ids are what the vendor's support asks for. */
  test('that fails names its request on either side', async () => {
    refused(400036);
    expect(await errorOf(call())).toMatchObject({ vendorCode: '400036', requestId: 'r-1', correlationId: guid });
  });

  test.each([
    ['429 is tried three times', 429000, 3, 'no'],
    ['503 is tried three times', 503000, 3, 'no'],
    ['what may have been charged is tried once more', 500000, 2, 'maybe'],
    ['a system that is being prepared is left alone for a minute', 408001, 1, 'maybe'],
    ['a refusal is final', 403001, 1, 'yes'],
  ] as const)('%s', async (_, code, tries, arrived) => {
    refused(code, tries);
    expect(await errorOf(call())).toMatchObject({ code: `Vendor.${code}`, arrived });
  });

  test('somebody hears of each try before it goes out', async () => {
    service('', 2).replyWithError(Object.assign(new Error('reset'), { code: 'ECONNRESET' }));
    const seen: boolean[] = [];
    await errorOf(call('', { beforeTry: async (_attempt, doubt) => void seen.push(doubt) }));
    expect(seen).toEqual([false, true]);
  });

  test('a lost answer is asked for once more', async () => {
    service('', 2).replyWithError(Object.assign(new Error('reset'), { code: 'ECONNRESET' }));
    expect((await errorOf(call())).code).toBe('Vendor.Lost');
  });

  test.each([
    [401, '{"statusCode":401,"message":"Access denied"}', 'vendor.translator.credentials'],
    [403, '', 'vendor.translator.notAllowed'],
    [404, '<html>', 'vendor.error.notFound'],
    [400, '{"error":{"code":"400","message":"why"}}', 'vendor.error.unknown'],
  ])('a %d without a code of six digits still has words: %s', async (status, body, text) => {
    service('').reply(status, body);
    expect((await errorOf(call())).textKey).toBe(text);
  });
});

describe('the words for a code', () => {
  const words = loadTexts().for('en');
  const codes = Object.entries(translatorMeanings);
  const values = { code: '1', message: 'Why.', rules: '', target: '', seconds: 0, correlation: 'c' };

  test.each(codes)('%s says what to do', (_, { text }) => {
    expect(words.plain(text, values)).toMatch(/^[^{}]*\. [A-Z][^{}]*$/);
  });

  test('are its own, but for the three limits', () => {
    const keys = codes.map(([code, { text }]) => (code.startsWith('429') ? '429' : text));
    expect(new Set(keys).size).toBe(codes.length - 2);
    expect(new Set(codes.map(([, { text }]) => words.plain(text, values))).size).toBe(codes.length - 2);
  });

  test('only what passes by itself may be tried again', () => {
    const passing = codes.filter(([, { retryable }]) => retryable).map(([code]) => code);
    expect(passing).toEqual(['408001', '408002', '429000', '429001', '429002', '500000', '503000']);
  });

  test('waiting for a system and being too slow are two things', () => {
    const [waiting, slow] = ['408001', '408002'].map((code) =>
      words.plain(translatorMeanings[code]?.text ?? 'vendor.error.unknown', values),
    );
    expect([waiting, slow]).toEqual([expect.stringContaining('about a minute'), expect.stringContaining('too slowly')]);
  });
});
