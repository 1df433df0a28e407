import { verifyAudit } from '../../../src/platform/audit/entries.ts';
import { openExistingDatabase } from '../../../src/platform/storage/database.ts';
import { testKey } from '../../../test/support/audit.ts';

/** Checks the audit of the store with this address, as `npm run audit -- verify` does, and prints the most memory that it took, in kilobytes. */
const [url = ''] = process.argv.slice(2);
const database = openExistingDatabase(url);
const verdict = await verifyAudit(database.db, testKey);
await database.close();
if (!verdict.ok) throw new Error(`the audit is broken: ${verdict.why} at ${verdict.seq}`);
process.stdout.write(String(process.resourceUsage().maxRSS));
