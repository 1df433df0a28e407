import { attacks } from './audit/attacks.ts';
import { auditProof } from './audit/audit.ts';
import { proveShortly } from './short-tier.ts';

it('every way to forge the audit is found on both stores, and what is honest passes', async () => {
  const runs = 4 * attacks.length;
  expect(await proveShortly(auditProof, { runs, seed: 14 })).toEqual({ made: runs, violations: [] });
});
