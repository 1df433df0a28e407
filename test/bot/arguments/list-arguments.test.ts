import { listArguments, listPage, readSince, typedArguments } from '#bot/arguments/list-arguments.ts';
import { since, text } from '#bot/arguments/types.ts';
import { iso } from '#platform/lib/clock.ts';
import { buttonData } from '#teams/cards/list.ts';
import { hostileText } from '../../support/markdown.ts';
import { seededRandom } from '../../support/seeded-random.ts';

const NOW = Date.parse('2026-11-21T19:00:00Z');
const takes = { place: text.first(), since, by: text.after('by') };
const buttonArguments = listArguments(takes).extend({ page: listPage });

it('what a button carries is read back as it was, whatever was typed', () => {
  for (let seed = 1; seed <= 500; seed += 1) {
    const random = seededRandom(seed);
    const one = (at: number): string | undefined =>
      random() < 0.5 ? undefined : hostileText(seed * 10 + at).slice(0, 200);
    const query = { place: one(0), since: one(1), by: one(2), page: Math.floor(random() * 50) };
    const carried: unknown = JSON.parse(JSON.stringify(buttonData(query)));
    expect(buttonArguments.parse(carried)).toEqual(JSON.parse(JSON.stringify(query)));
  }
});

it('a moment on a button is the same moment on any later day and in any zone', () => {
  const random = seededRandom(1);
  for (let round = 0; round < 500; round += 1) {
    const at = Math.floor(random() * NOW);
    expect(readSince(iso(at), NOW + round * 86_400_000, round % 2 ? 'Asia/Tokyo' : 'America/Lima')).toBe(at);
  }
});

it.each([{ page: -1 }, { page: 'x' }, {}, { page: 0, place: 'x'.repeat(400) }])(
  'the button data %j are refused',
  (data) => {
    expect(buttonArguments.safeParse(data).success).toBe(false);
  },
);

it.each([
  [{ since: '' }, 'empty', 'since'],
  [{ by: '?!' }, 'empty', 'by'],
  [{ place: 'x'.repeat(150), by: 'x'.repeat(150) }, 'tooLong', undefined],
])('%j is refused, as buttons cannot carry it or it says nothing', (typed, name, word) => {
  const values: unknown = expect.objectContaining(word === undefined ? {} : { word, example: 'list payments' });
  expect(() => typedArguments({ takes, example: 'list payments' }, typed)).toThrow(
    expect.objectContaining({ textKey: `bot.refused.${name}`, values }),
  );
});

it.each(['the beginning', 'tomorrow'])('“since %s” is refused, as no moment in the past', (said) => {
  expect(() => readSince(said, NOW, 'Europe/Berlin')).toThrow(
    expect.objectContaining({ textKey: 'bot.refused.since', values: { since: said } }),
  );
});
