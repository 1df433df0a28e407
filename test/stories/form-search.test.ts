import { buttonsOf } from '../support/card-view.ts';
import { steward } from '../support/story-steward.ts';

const s = steward();

const PLACES = 'access.request/place';

/** A policy with so many places that no card holds them all. */
const withManyPlaces = (): Promise<void> =>
  s.writePolicy((policy) => {
    const [before = '', rest = ''] = policy.split(/^places:\n/m);
    const many = Array.from({ length: 60 }, (_none, n) => {
      const scope = `/subscriptions/00000000-0000-4000-8000-0000000000${n + 10}`;
      return `  region-${n + 1}: { title: Payments Region ${n + 1}, scope: ${scope} }\n`;
    });
    return `${before}places:\n${many.join('')}${rest}`;
  });

it('a list that is too long for a card is searched while somebody types', async () => {
  await withManyPlaces();
  const form = await s.ask('ana', 'request role');
  const [, place] = buttonsOf(form).find(({ inputs }) => inputs.length > 0)?.inputs ?? [];
  expect(place?.choices.length).toBeLessThan(20);
  expect(JSON.stringify(form.cards)).toContain('"dataset":"access.request/place"');
  expect(await s.teams.search('ana', form.id, PLACES, 'region 47')).toEqual([
    { title: 'Payments Region 47', value: 'region-47' },
  ]);
  expect(await s.teams.search('ana', form.id, PLACES, 'payments')).toHaveLength(15);
  const chosen = await s.sendForm('ana', form, { role: 'reader', place: 'region-47' });
  expect(JSON.stringify(chosen.cards)).toContain('Payments Region 47');
});

it('a search finds nothing for a guest, in an unknown list, and of what the person may not request', async () => {
  const form = await s.ask('ana', 'request role');
  expect(await s.teams.search('ana', form.id, PLACES, 'ledger')).toContainEqual({ title: 'Ledger', value: 'ledger' });
  expect(await s.teams.search('ed', form.id, PLACES, 'ledger')).toEqual([]);
  expect(await s.teams.search('fi', form.id, PLACES, 'ledger')).toEqual([]);
  for (const unknown of ['access.request/reason', 'no.form/place', 'constructor/__proto__', ''])
    expect(await s.teams.search('ana', form.id, unknown, 'ledger')).toEqual([]);
});
