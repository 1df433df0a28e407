import { notices } from './notices/notices.ts';
import { testProof } from './testing.ts';

testProof('whoever still has to decide is notified in time, and nobody else', notices, { runs: 24, seed: 13 });
