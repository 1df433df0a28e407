import { copiesProof } from './access-cards/copies.ts';
import { forgedProof } from './access-cards/forged.ts';
import { remediesProof } from './access-cards/remedies.ts';
import { truthProof, unknownProof } from './access-cards/truth.ts';
import { testProof } from './testing.ts';

testProof('every copy of a request has its end, while edits fail', copiesProof, { runs: 3, seed: 4, on: 'sqlite' });
testProof('whoever forges a press brings about an audit entry and nothing else', forgedProof, {
  runs: 7,
  seed: 5,
  on: 'postgres',
});
testProof('nobody is told of a grant before the vendor is done with it', truthProof, {
  runs: 4,
  seed: 3,
  on: 'sqlite',
});
testProof('a lost answer makes no second grant', unknownProof, { runs: 7, seed: 6, on: 'sqlite' });
testProof(
  'whatever the vendor refuses, the cards say what to do, and the form comes back as it was filled in',
  remediesProof,
  {
    runs: 5,
    seed: 9,
    on: 'sqlite',
  },
);
