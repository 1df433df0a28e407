import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Audit, createAudit } from '#platform/audit/audit.ts';
import { AUDIT_KEY_FILE, auditKeyOf } from '#platform/audit/chain.ts';
import { beginKeyed } from '#platform/audit/open-audit.ts';
import type { Clock } from '#platform/lib/clock.ts';
import { silentLog } from '#platform/lib/logger.ts';
import { Secret } from '#platform/lib/secret.ts';
import type { Database } from '#platform/storage/database.ts';

/** What no file and no answer may have. */
export const SECRET = 'a key that the tests know and nobody else has';
/** The key of every bot under test. */
export const testKey = auditKeyOf(new Secret(SECRET));

/** Puts that key where a bot looks for it. */
export const writeTestKey = (secretsDir: string): void => {
  mkdirSync(secretsDir, { recursive: true });
  writeFileSync(join(secretsDir, AUDIT_KEY_FILE), SECRET);
};

/** For what is not about the audit: it takes everything and keeps nothing. */
export const noAudit: Pick<Audit, 'append' | 'record' | 'refused'> = {
  append: async () => {},
  record: async () => {},
  refused: async () => {},
};

/** The audit of this store, keyed from its first entry. */
export const openTestAudit = async (database: Database, clock: Clock): Promise<Audit> => {
  await beginKeyed({ database, key: testKey, now: clock.now(), adopt: async () => {} });
  return createAudit({ database, key: testKey, clock, log: silentLog });
};
