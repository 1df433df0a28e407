import { createSummary } from './readers.ts';

/** Sums so many rows and says how much memory the process had at its most, in kilobytes. */
const [port, rows] = process.argv.slice(2).map(Number);
if (!port || !rows) throw new Error('sum-rows PORT ROWS');
await createSummary(port)(rows);
process.stdout.write(String(process.resourceUsage().maxRSS), () => process.exit());
