import { readPage } from '../../src/vendor/paging.ts';

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
