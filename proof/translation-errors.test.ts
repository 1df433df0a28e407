import { translatorMeanings } from '../src/cloud/errors/error-body.ts';
import { cases } from './translation/errors/table.ts';

it('the cases have every documented code', () => {
  expect(cases.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(translatorMeanings)));
});
