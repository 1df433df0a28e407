import { randomIds } from '../../../src/platform/lib/ids.ts';
import { createManualClock } from '../../../test/support/manual-clock.ts';
import { createFaults } from '../../cloud/faults/faults.ts';
import type { World } from '../../cloud/operation.ts';
import { translation } from '../../cloud/operations/translation.ts';
import { createTranslatorService } from '../../cloud/web/translator-service.ts';
import { people } from '../../world.ts';
import { appToken, readerToken } from './support.ts';
import { key, type RequestOptions, useTranslator } from './translation-support.ts';

const translator = useTranslator();

const v3 = '/translate?api-version=3.0';
const hello = ['Hello!'];
const notNeeded = async (): Promise<never> => Promise.reject(new Error('not needed'));

test('what cannot be read or is not allowed is refused with its code', async () => {
  const queries: readonly [number, readonly string[]][] = [
    [400036, ['to=', 'to=xx', 'to=de&to=de_DE']],
    [400035, ['to=de&from=']],
    [400019, ['to=tlh', 'to=de&from=tlh']],
    [400002, ['to=de&category=']],
    [400018, ['to=de&fromScript=Nope']],
    [400006, ['to=ja&toScript=Arab', 'to=de&from=en&fromScript=Cyrl', 'to=de&fromScript=Latn']],
    [400042, ['to=de&profanityMarker=Dash', 'to=de&includeAlignment=yes', 'to=de&includeSentenceLength=1']],
    [400042, ['to=de&allowFallback=']],
  ];
  const long = 'a'.repeat(50_000);
  const requests: Readonly<Record<string, readonly [number, RequestOptions, query?: string]>> = {
    'no credentials, before the path and the query': [401000, { path: '/translate?', headers: {} }],
    'an unknown token': [401000, { headers: { authorization: 'Bearer nobody' } }],
    'a token without the right': [403000, { headers: { authorization: readerToken } }],
    'another path of the service': [404000, { path: '/translate/all?api-version=3.0' }],
    'another api-version': [400021, { path: '/translate?api-version=2.0' }],
    'a trace id in the header that is no GUID': [400043, { headers: { ...key, 'x-clienttraceid': '7' } }],
    'a body that is no JSON': [400074, { body: '[{"Text":' }],
    'an empty array': [400000, { body: [] }],
    'an element without Text': [400005, { body: [{ Txt: 'Hello!' }] }],
    '1,001 elements': [400072, { body: Array.from({ length: 1_001 }, () => ({ Text: 'a' })) }],
    'a text of 50,001 characters': [400050, { body: [{ Text: `${long}a` }] }],
    'texts of 50,001 characters together': [400077, { body: [{ Text: long }, { Text: 'a' }] }],
    'too many characters times targets': [400077, { body: [{ Text: '😀'.repeat(12_501) }] }, 'to=de&to=fr'],
  };
  const rows = [
    ...queries.flatMap(([code, all]) => all.map((query) => [query, code, {}, query] as const)),
    ...Object.entries(requests).map(
      ([what, [code, options, query = 'to=de']]) => [what, code, options, query] as const,
    ),
  ];
  const found: unknown[] = [];
  for (const [what, , options, query] of rows) found.push([what, await translator.codeOf(query, hello, options)]);
  expect(found).toEqual(rows.map(([what, code]) => [what, code]));
});

test.each<[string, RequestOptions]>([
  ['a key with its region', { headers: { ...key, 'ocp-apim-subscription-region': 'westeurope' } }],
  ['a bearer token in place of the key', { headers: { authorization: appToken } }],
  ['the path of a custom domain', { path: `/translator/text/v3.0${v3}` }],
  ['a trace id in the header', { headers: { ...key, 'x-clienttraceid': people.ana.objectId } }],
  ['1,000 elements', { body: Array.from({ length: 1_000 }, () => ({ Text: 'ja' })) }],
  ['50,000 characters', { body: [{ Text: 'a '.repeat(25_000) }] }],
])('%s is accepted', async (_, options) => {
  expect((await translator.ask('to=de&from=en', hello, options)).status).toBe(200);
});

describe('a fault', () => {
  afterEach(() => {
    translator.running.sandbox.faults.clear();
    translator.running.sandbox.faults.set({ kind: 'no-rate-limit' });
  });

  test.each([
    [{ kind: 'free-quota-used-up' }, 403001],
    [{ kind: 'system-being-prepared' }, 408001],
    [{ kind: 'refuse', status: 408, code: '408002' }, 408002],
    [{ kind: 'refuse', status: 429, code: '429002' }, 429002],
    [{ kind: 'refuse', status: 500, code: '500000' }, 500000],
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
