import { copiesProof } from './access-cards/copies.ts';
import { testProof } from './testing.ts';

testProof('every copy of a request has its end, while edits fail', copiesProof, { runs: 3, seed: 4, on: 'sqlite' });
