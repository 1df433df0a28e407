import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ROOT } from '../../test/house/source.ts';

/** What an operation needs at Microsoft, and how it is given. */
const right = z.strictObject({
  operation: z.string(),
  /** The name under which infra/role.bicep takes it. */
  area: z.string(),
  /** Azure's names for it; none where no role of Azure decides. */
  actions: z.array(z.string()),
  by: z.enum(['role', 'billing', 'offer', 'key', 'token']),
  /** The least built-in role that has it, or what decides instead. */
  builtIn: z.string(),
});

/** The rights that Steward needs, one row for each operation; infra/role.bicep reads the same file. */
export const rights = z.array(right).parse(JSON.parse(readFileSync(join(ROOT, 'infra/rights.json'), 'utf8')));
