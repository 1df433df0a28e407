import { matchChoice, searchChoices } from '#bot/forms/choice-match.ts';

const choices = [
  { title: 'Payments Production', value: 'payments' },
  { title: 'Payments Staging', value: 'staging' },
  { title: 'Ledger', value: 'ledger' },
  { title: 'Ledger Vault', value: 'vault' },
  { title: 'Region 4', value: 'region-4' },
  { title: 'Region 47', value: 'region-47' },
];

describe('matchChoice', () => {
  it.each([
    ['payments', 'exact', 'payments'],
    ['PAYMENTS production', 'exact', 'payments'],
    ['paymnts', 'near', 'payments'],
    ['payments prod', 'near', 'payments'],
    ['prod', 'near', 'payments'],
    ['stagin', 'near', 'staging'],
    ['ledgr', 'near', 'ledger'],
    ['region 47', 'exact', 'region-47'],
  ])('takes “%s” for the only choice it can mean (%s)', (text, is, value) => {
    expect(matchChoice(choices, text)).toMatchObject({ is, choice: { value } });
  });

  it.each([
    ['pay', ['payments', 'staging']],
    ['emperor', []],
    ['', []],
    ['ledger of the region', ['ledger', 'vault', 'region-4', 'region-47']],
    ['region 5', ['region-4', 'region-47']],
  ])('takes “%s” for none, and names what is near', (text, near) => {
    const match = matchChoice(choices, text);
    expect(match.is === 'unclear' ? match.near.map(({ value }) => value) : match).toEqual(near);
  });

  it('reads a text of any length without delay', () => {
    expect(matchChoice(choices, 'x'.repeat(100_000)).is).toBe('unclear');
  });
});

describe('searchChoices', () => {
  it.each([
    ['led', ['ledger', 'vault']],
    ['vau', ['vault']],
    ['paymnts stag', ['staging']],
    ['47', ['region-47']],
    ['', choices.map(({ value }) => value)],
    ['nothing such', []],
  ])('finds for “%s” %j', (text, values) => {
    expect(searchChoices(choices, text).map(({ value }) => value)).toEqual(values);
  });
});
