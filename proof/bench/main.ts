import { benches } from './benches.ts';
import { lineOf } from './figure.ts';

/** `npm run -s bench [-- NAME]`: a line for each figure; 1 only where one could not be measured. */
const run = async (wanted: string | undefined): Promise<void> => {
  const names = wanted === undefined ? [...benches.keys()] : [wanted];
  for (const name of names) {
    try {
      const load = benches.get(name);
      if (!load) throw new Error(`there are only ${[...benches.keys()].join(', ')}`);
      const bench = await load();
      for (const figure of await bench()) process.stdout.write(`${lineOf(figure)}\n`);
    } catch (error) {
      process.stderr.write(`${name}: not measured: ${error instanceof Error ? error.message : error}\n`);
      process.exitCode = 1;
    }
  }
};

await run(process.argv[2]);
