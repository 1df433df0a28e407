import { nextPageAddress, readPage } from '../../src/api/paging/paging.ts';

describe('the count of a list', () => {
  it.each([
    ['as the sandbox says it', { count: 131 }, 131],
    ['in another case', { Count: 131 }, 131],
    ['as OData says it', { '@odata.count': 131 }, 131],
    ['of an empty list', { count: 0 }, 0],
  ])('is read %s', (_what, said, count) => expect(readPage({ value: [], ...said }).count).toBe(count));

  it.each([
    ['there is none', {}],
    ['it is null', { count: null }],
    ['it is no whole number', { count: 1.5 }],
    ['it is below nothing', { count: -1 }],
    ['it is a text', { count: '131' }],
  ])('is unknown where %s', (_what, said) => expect(readPage({ value: [], ...said })).not.toHaveProperty('count'));
});

describe('the address of the next page', () => {
  const FIRST = 'https://management.example/subscriptions/1/roles?api-version=2022-04-01&$filter=atScope()';
  const next = (link: string): string => nextPageAddress(link, new URL(FIRST)).href;

  it.each([
    ['https://management.example/subscriptions/1/roles?api-version=2022-04-01&$skipToken=a%2Bb', '$skipToken=a%2Bb'],
    ['https://management.example/Subscriptions/1/ROLES/?api-version=2022-04-01&$skipToken=x', '$skipToken=x'],
    ['/subscriptions/1/roles?api-version=2022-04-01&%24skipToken=x', '%24skipToken=x'],
    ['?api-version=2022-04-01&$skipToken=x', '$skipToken=x'],
    ['/%73ubscriptions/1/roles?api-version=2022-04-01&$skipToken=x', '$skipToken=x'],
    ['?API-Version=1999-01-01&$skipToken=x', '$skipToken=x'],
    ['?api%2Dversion=1999-01-01&$skipToken=x', '$skipToken=x'],
  ])('of %s is the same list in the same version', (link, query) => {
    expect(next(link)).toBe(`https://management.example/subscriptions/1/roles?api-version=2022-04-01&${query}`);
  });

  it.each([
    'https://evil.example/subscriptions/1/roles?page=2',
    'https://management.example/subscriptions/2/roles?page=2',
    'https://management.example/subscriptions/1/roles/../keys?page=2',
    'https://management.example/subscriptions/1/roles%2F..%2Fkeys',
    '/listKeys',
    '//management.example.evil.example/subscriptions/1/roles',
    'roles/listKeys',
    'https://[',
  ])('%s is none', (link) => expect(() => next(link)).toThrow(RangeError));
});
