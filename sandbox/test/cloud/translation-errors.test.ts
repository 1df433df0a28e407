import { randomIds } from '../../../src/platform/lib/ids.ts';
import { createManualClock } from '../../../test/support/manual-clock.ts';
import { createFaults } from '../../cloud/faults/faults.ts';
import type { World } from '../../cloud/operation.ts';
import { translation } from '../../cloud/operations/translation.ts';
import { translatorKeys } from '../../cloud/translation/subscription-keys.ts';
import { createTranslatorService } from '../../cloud/web/translator-service.ts';
import { people } from '../../world.ts';
import { appToken, readerToken, stopAll } from './support.ts';
import { key, type RequestOptions, startTranslator, type Translator } from './translation-support.ts';

let translator: Translator;
beforeAll(async () => {
  translator = await startTranslator();
});
afterAll(stopAll);

const v3 = '/translate?api-version=3.0';
const hello = ['Hello!'];
const notNeeded = async (): Promise<never> => Promise.reject(new Error('not needed'));
const keyed = (value: string) => ({ headers: { 'ocp-apim-subscription-key': value } });

describe('credentials', () => {
  test.each<[string, RequestOptions, unknown]>([
    ['a request without credentials', { headers: {} }, 401000],
    ['an unknown key', keyed('nobody'), 401000],
    ['an unknown token', { headers: { authorization: 'Bearer nobody' } }, 401000],
    ['a key of another service', keyed(translatorKeys.otherService), 401015],
    ['a key whose free translations are used up', keyed(translatorKeys.usedUp), 403001],
    ['a token without the right', { headers: { authorization: readerToken } }, 403000],
  ])('are refused: %s', async (_, options, code) => {
    expect(await translator.codeOf('to=de', hello, options)).toBe(code);
  });

  test.each<[string, RequestOptions]>([
    ['a key', {}],
    ['a key with its region', { headers: { ...key, 'ocp-apim-subscription-region': 'westeurope' } }],
    ['a bearer token in place of the key', { headers: { authorization: appToken } }],
  ])('are accepted: %s', async (_, options) => {
    expect((await translator.ask('to=de', hello, options)).status).toBe(200);
  });

  test('are checked before the path and the query', async () => {
    expect(await translator.codeOf('', [], { path: '/translate?', headers: {} })).toBe(401000);
  });
});

describe('the path', () => {
  test('of a custom domain has the same results', async () => {
    const { status, results } = await translator.ask('to=de', hello, { path: `/translator/text/v3.0${v3}` });
    expect([status, results[0]?.translations[0]?.text]).toEqual([200, 'Hallo!']);
  });

  test.each<[string, RequestOptions, unknown]>([
    ['another path of the service', { path: '/translate/all?api-version=3.0' }, 404000],
    ['another method', { method: 'PUT' }, 405000],
    ['no api-version', { path: '/translate?' }, 400021],
    ['another api-version', { path: '/translate?api-version=2.0' }, 400021],
  ])('is refused: %s', async (_, options, code) => {
    expect(await translator.codeOf('to=de', hello, options)).toBe(code);
  });
});

describe('the query', () => {
  test.each([
    ['', 400036],
    ['to=', 400036],
    ['to=xx', 400036],
    ['to=de&to=de_DE', 400036],
    ['to=tlh', 400019],
    ['to=de&from=xx', 400035],
    ['to=de&from=', 400035],
    ['to=de&from=tlh', 400019],
    ['to=de&suggestedFrom=xx', 400003],
    ['to=de&category=', 400002],
    ['to=de&category=no-such-category', 400002],
    ['to=ja&toScript=Nope', 400004],
    ['to=ja&from=ja&fromScript=Nope', 400018],
    ['to=de&fromScript=Nope', 400018],
    ['to=ja&toScript=Arab', 400006],
    ['to=de&from=en&fromScript=Cyrl', 400006],
    ['to=de&fromScript=Latn', 400006],
    ['to=ja&to=ko&toScript=Latn', 400070],
    ['to=de&textType=rtf', 400071],
    ['to=de&profanityAction=Shout', 400042],
    ['to=de&profanityMarker=Dash', 400042],
    ['to=de&includeAlignment=yes', 400042],
    ['to=de&includeSentenceLength=1', 400042],
    ['to=de&allowFallback=', 400042],
    ['to=de&ClientTraceId=7', 400043],
  ])('%j is refused with %d', async (query, code) => {
    expect(await translator.codeOf(query, hello)).toBe(code);
  });

  test('with a client trace id in the header that is no GUID is refused', async () => {
    const headers = { ...key, 'x-clienttraceid': '7' };
    const good = { ...key, 'x-clienttraceid': people.ana.objectId };
    const refused = await translator.codeOf('to=de', hello, { headers });
    expect([refused, (await translator.ask('to=de', hello, { headers: good })).status]).toEqual([400043, 200]);
  });
});

describe('the body', () => {
  test.each<[string, unknown, unknown]>([
    ['no content', undefined, 400074],
    ['no JSON', '[{"Text":', 400074],
    ['no array', { Text: 'Hello!' }, 400000],
    ['an empty array', [], 400000],
    ['an element that is no object', ['Hello!'], 400020],
    ['an element without Text', [{ Txt: 'Hello!' }], 400005],
    ['a Text that is no string', [{ Text: 7 }], 400005],
    ['1,001 elements', Array.from({ length: 1_001 }, () => ({ Text: 'a' })), 400072],
    ['a text of 50,001 characters', [{ Text: 'a'.repeat(50_001) }], 400050],
    ['texts of 50,001 characters together', [{ Text: 'a'.repeat(50_000) }, { Text: 'a' }], 400077],
  ])('with %s is refused', async (_, body, code) => {
    expect(await translator.codeOf('to=de', [], { body })).toBe(code);
  });

  test('is limited by its characters times its targets', async () => {
    const body = [{ Text: '😀'.repeat(12_501) }];
    expect(await translator.codeOf('to=de&to=fr', [], { body })).toBe(400077);
  });

  test.each([
    ['1,000 elements', Array.from({ length: 1_000 }, () => ({ Text: 'ja' }))],
    ['50,000 characters', [{ Text: 'a '.repeat(25_000) }]],
  ])('with %s is accepted', async (_, body) => {
    expect((await translator.ask('to=de&from=en', [], { body })).status).toBe(200);
  });

  test('with another Content-Type than JSON is refused', async () => {
    const headers = { ...key, 'content-type': 'text/plain' };
    expect(await translator.codeOf('to=de', [], { headers, body: '[]' })).toBe(415000);
  });
});

describe('a fault', () => {
  afterEach(() => {
    translator.running.sandbox.faults.clear();
    translator.running.sandbox.faults.set({ kind: 'no-rate-limit' });
  });

  test.each([
    [{ kind: 'throttle' }, 429000],
    [{ kind: 'unavailable' }, 503000],
    [{ kind: 'free-quota-used-up' }, 403001],
    [{ kind: 'system-being-prepared' }, 408001],
    [{ kind: 'refuse', status: 408, code: '408002' }, 408002],
    [{ kind: 'refuse', status: 429, code: '429002' }, 429002],
    [{ kind: 'refuse', status: 500, code: '500000' }, 500000],
    [{ kind: 'refuse', status: 400, code: '400023' }, 400023],
  ] as const)('%j is answered with the code %d', async (fault, code) => {
    translator.running.sandbox.faults.set(fault);
    expect(await translator.codeOf('to=de', hello)).toBe(code);
  });

  test('of the limit is not needed: the 251st request within a moment gets 429001 with Retry-After', () => {
    const world = { clock: createManualClock(), faults: createFaults(), ids: randomIds } as unknown as World;
    const service = createTranslatorService(world, { issue: notNeeded, identify: notNeeded, expiry: notNeeded });
    const route = { id: 'translateText', operation: translation.translateText, params: {}, path: '/translate' };
    const caller = { key: 'translator', principalId: '', may: () => true };
    for (let n = 0; n < 250; n += 1) service.count(route, caller);
    expect(() => service.count(route, caller)).toThrow(
      expect.objectContaining({ status: 429, code: '429001', headers: { 'retry-after': '1' } }),
    );
  });
});

test('an error has a numeric code, a message and a request id', async () => {
  const { headers, error } = await translator.ask('to=xx', hello);
  expect(error).toEqual({ code: 400036, message: 'The target language is missing or not valid.' });
  expect(headers.get('x-requestid')).toMatch(/^[0-9a-f-]{36}$/);
});
