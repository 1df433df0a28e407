import phrases from './billing/phrases/phrase-table.json' with { type: 'json' };

it('there are sixty phrases at least, each once', () => {
  const said = phrases.map(({ phrase }) => phrase);
  expect(new Set(said).size).toBe(said.length);
  expect(said.length).toBeGreaterThanOrEqual(60);
});
