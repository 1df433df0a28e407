import { translatorMeanings } from '../../src/api/errors/translator-error.ts';
import { prove } from './prove.ts';
import { codes } from './translation/codes/codes.ts';
import { cases, schedule } from './translation/codes/table.ts';

it('each code and status has its own action, and nothing of the text is told', async () => {
  expect(await prove(codes, { runs: schedule.length, seed: 3 })).toEqual({ made: schedule.length, violations: [] });
});

it('every documented code is there', () => {
  expect(cases.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(translatorMeanings)));
});
