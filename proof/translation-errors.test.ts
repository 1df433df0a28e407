import { translatorMeanings } from '../src/cloud/errors/translator-error.ts';
import { testProof } from './testing.ts';
import { errors } from './translation/errors/errors.ts';
import { cases, schedule } from './translation/errors/table.ts';

testProof('each code and status of the translator leads to its own action, and no text is logged', errors, {
  runs: schedule.length,
  seed: 3,
});

it('the cases have every documented code', () => {
  expect(cases.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(translatorMeanings)));
});
