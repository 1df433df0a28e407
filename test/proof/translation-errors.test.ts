import { translatorMeanings } from '../../src/api/errors/translator-error.ts';
import { proveShortly } from './short-tier.ts';
import { errors } from './translation/errors/errors.ts';
import { cases, schedule } from './translation/errors/table.ts';

it('each code and status has its own action, and nothing of the text is told', async () => {
  expect(await proveShortly(errors, { runs: schedule.length, seed: 3 })).toEqual({
    made: schedule.length,
    violations: [],
  });
});

it('every documented code is there', () => {
  expect(cases.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(translatorMeanings)));
});
