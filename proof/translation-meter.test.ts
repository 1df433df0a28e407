import { testProof } from './testing.ts';
import { terms } from './translation/glossary/glossary.ts';
import { meter } from './translation/meter/meter.ts';

testProof('the meter is never below what was charged and no budget is passed, also after a kill', meter, {
  runs: 8,
  seed: 3,
  on: 'sqlite',
});

testProof('terms are sent escaped, whole and for their language in both profiles, and in no other text', terms, {
  runs: 30,
  seed: 3,
});
