import { copiesProof } from './access-cards/copies.ts';
import { forgedProof } from './access-cards/forged.ts';
import { testProof } from './testing.ts';

testProof('every copy of a request has its end, while edits fail', copiesProof, { runs: 3, seed: 4, on: 'sqlite' });
testProof('whoever forges a press brings about an audit entry and nothing else', forgedProof, {
  runs: 7,
  seed: 5,
  on: 'postgres',
});
