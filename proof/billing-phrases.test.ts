import { phrases } from './billing/phrases/phrase-table.ts';
import { phrasesProof } from './billing/phrases/phrases.ts';
import { proveShortly } from './short-tier.ts';

it('phrases become the vendor’s question, and what people write stays a text', async () => {
  expect(await proveShortly(phrasesProof, { runs: 500, seed: 3 })).toEqual({ made: 500, violations: [] });
});

it('there are sixty phrases at least, each once', () => {
  const said = phrases.map(([phrase]) => phrase);
  expect(new Set(said).size).toBe(said.length);
  expect(said.length).toBeGreaterThanOrEqual(60);
});
