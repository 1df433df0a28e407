import { testProof } from './testing.ts';
import { slow } from './translation/on-request/latency.ts';
import { readers } from './translation/on-request/readers.ts';

testProof('three readers get their own language with one call, and a known text is not sent again', readers, {
  runs: 4,
  seed: 5,
  on: 'sqlite',
});

testProof('a form that a client sends three times to a slow translator is one translation and one card', slow, {
  runs: 3,
  seed: 5,
  on: 'sqlite',
});
