import { matchChoice, searchChoices } from '#bot/forms/choice-match.ts';
import choiceMatch from '../../fixtures/bot/choice-match.json' with { type: 'json' };

const choices = [
  { title: 'Payments Production', value: 'payments' },
  { title: 'Payments Staging', value: 'staging' },
  { title: 'Ledger', value: 'ledger' },
  { title: 'Ledger Vault', value: 'vault' },
  { title: 'Region 4', value: 'region-4' },
  { title: 'Region 47', value: 'region-47' },
];

describe('matchChoice', () => {
  it.each(choiceMatch.understood)('takes “$text” for the only choice it can mean ($is)', ({ text, is, value }) => {
    expect(matchChoice(choices, text)).toMatchObject({ is, choice: { value } });
  });

  it.each(choiceMatch.unclear)('takes “$text” for none, and names what is near', ({ text, near }) => {
    const match = matchChoice(choices, text);
    expect(match.is === 'unclear' ? match.near.map(({ value }) => value) : match).toEqual(near);
  });

  it('reads a text of any length without delay', () => {
    expect(matchChoice(choices, 'x'.repeat(100_000)).is).toBe('unclear');
  });
});

describe('searchChoices', () => {
  it.each(choiceMatch.searched)('finds for “$text” $values', ({ text, values }) => {
    expect(searchChoices(choices, text).map(({ value }) => value)).toEqual(values);
  });
});
