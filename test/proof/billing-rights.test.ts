import { sqliteStores } from '../support/database.ts';
import { type RightsEvidence, rightsViolations } from './billing/rights/invariants.ts';
import { rights } from './billing/rights/rights.ts';
import type { Violation } from './proof.ts';

it('amounts reach only those who may see them, where they may stand', async () => {
  const violations: Violation[] = [];
  const complain = (violation: Violation) => violations.push(violation);
  expect(await rights.prove({ runs: 6, seed: 2, stores: [sqliteStores()], complain })).toBe(6);
  expect(violations).toEqual([]);
}, 300_000);

describe('the invariants find', () => {
  const CHAT = 'a:di';
  const right: RightsEvidence = {
    ...{ what: 'di asks', allowed: true, answer: '[]', places: new Set([CHAT]), log: '{}', rows: '[]', shows: true },
    sent: [{ conversation: CHAT, body: 'Net €1,234.50' }],
    ...{ standing: [{ conversation: CHAT, body: 'Net €1,234.50' }], files: [], brings: undefined },
  };
  const broken = (wrong: Partial<RightsEvidence>) => rightsViolations({ ...right, ...wrong }, ['1,234.50', '1234.5']);

  it('nothing wrong where amounts stay where they may stand', () => expect(broken({})).toEqual([]));

  it.each<[string, Partial<RightsEvidence>]>([
    ['an amount for whoever may not see it', { allowed: false, answer: 'Net KWD 12.345' }],
    ['an amount in another place', { sent: [...right.sent, { conversation: '19:general', body: '¥57' }] }],
    ['no amount for whoever may see it', { sent: [] }],
    ['an amount that stands where it no longer may', { standing: [{ conversation: '19:general', body: '€1.50' }] }],
    ['a file for whoever may not have it', { brings: false, files: [{ conversation: CHAT, body: '1.50' }] }],
    ['no file for whoever may have it', { brings: true }],
    ['an amount in the log', { log: 'read 1234.5' }],
    ['an amount in a row', { rows: 'read 1,234.50' }],
  ])('%s', (_what, wrong) => expect(broken(wrong)).toHaveLength(1));
});
