import { quorumProof } from './access-quorum/quorum.ts';
import { testProof } from './testing.ts';

testProof('each person counts once on whatever device, and every copy says how far a request is', quorumProof, {
  runs: 10,
  seed: 3,
});
