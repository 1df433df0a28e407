import { type RightsEvidence, rightsViolations } from './billing/rights/environment.ts';
import { testViolations } from './lib/testing.ts';

describe('rightsViolations', () => {
  const CHAT = 'a:di';
  const right: RightsEvidence = {
    ...{ what: 'di asks', allowed: true, answer: '[]', places: new Set([CHAT]), log: '{}', rows: '[]', shows: true },
    sent: [{ conversation: CHAT, body: 'Net €1,234.50' }],
    ...{ standing: [{ conversation: CHAT, body: 'Net €1,234.50' }], files: [], brings: undefined },
  };
  const check = (evidence: RightsEvidence) => rightsViolations(evidence, ['1,234.50', '1234.5']);

  testViolations(check, 'an amount where it may stand', right, [
    ['an amount in the answer to a person who may not see it', { allowed: false, answer: 'Net KWD 12.345' }],
    ['an amount in another place', { sent: [...right.sent, { conversation: '19:general', body: '¥57' }] }],
    ['no amount for a person who may see it', { sent: [] }],
    ['an amount that stands where it no longer may', { standing: [{ conversation: '19:general', body: '€1.50' }] }],
    ['a file for a person who may not have it', { brings: false, files: [{ conversation: CHAT, body: '1.50' }] }],
    ['no file for a person who may have it', { brings: true }],
    ['an amount in the log', { log: 'read 1234.5' }],
    ['an amount in a row', { rows: 'read 1,234.50' }],
  ]);
});
