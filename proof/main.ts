import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { postgresStores, sqliteStores } from '../test/support/database.ts';
import { findProof, proofList } from './proofs.ts';

const USAGE = `npm run -s proof -- NAME [--runs N] [--seed S]\n\n${proofList()}`;
const SEEDS = 1_000_000;

const fail = (words: string): never => {
  process.stderr.write(`${words}\n`);
  process.exit(1);
};

const number = (name: string, text: string | undefined, standard: number): number => {
  if (text === undefined) return standard;
  return /^\d{1,9}$/.test(text) && Number(text) > 0 ? Number(text) : fail(`--${name} wants a number above 0\n${USAGE}`);
};

/** Makes a proof and says on one line how it ended, by the name that was asked for; each violation on stderr. Without a name: the list. */
const main = async (): Promise<void> => {
  const { values, positionals } = parseArgs({
    options: { runs: { type: 'string' }, seed: { type: 'string' } },
    allowPositionals: true,
  });
  const [name] = positionals;
  if (name === undefined) return void process.stdout.write(USAGE);
  const proof = findProof(name) ?? fail(`which proof? There is no ${name}.\n${USAGE}`);
  const runs = number('runs', values.runs, proof.runs);
  const seed = number('seed', values.seed, randomInt(1, SEEDS));
  const postgres = postgresStores() ?? fail('there is no PostgreSQL: set TEST_DATABASE_URL or install its programs');
  const broken = new Set<number>();
  const remarks: string[] = [];
  const made = await proof.prove({
    runs,
    seed,
    stores: [sqliteStores(), postgres],
    complain: ({ run, at, words }) => {
      broken.add(run);
      process.stderr.write(`${name}: run ${run}, seed ${seed}, ${at}: ${words}\n`);
    },
    tell: (words) => remarks.push(words),
  });
  const figures = [`runs ${made}`, `violations ${broken.size}`, `seed ${seed}`, ...remarks];
  process.stdout.write(`${name}: ${figures.join(', ')}\n`);
  if (made < runs) fail(`${name}: ${runs} runs were to be made`);
  process.exit(broken.size > 0 ? 1 : 0);
};

main().catch((error: unknown) => fail(error instanceof Error ? (error.stack ?? error.message) : String(error)));
