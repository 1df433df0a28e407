import { createSteward } from './contenders.ts';

/** Streams so many rows and says how much memory the process had at its most, in kilobytes. */
const [port, rows] = process.argv.slice(2).map(Number);
if (!port || !rows) throw new Error('stream-rows PORT ROWS');
const steward = createSteward(port);
await steward.read(rows);
await steward.close();
process.stdout.write(String(process.resourceUsage().maxRSS));
