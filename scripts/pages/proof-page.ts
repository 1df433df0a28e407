import { findProof } from '../../proof/proofs.ts';
import { code, tableOf } from './markdown.ts';
import { type ProofRuns, recordedBenches, recordedProofs } from './recorded-runs.ts';

const GROUPS = ['Requests, decisions, posts', 'The vendor’s API', 'Alerts', 'Invoices', 'Translation'];

/** The newest run with at least half as many runs as the largest, as `runs/violations date`. */
const newestRun = ({ runs }: ProofRuns): string => {
  const largest = Math.max(0, ...runs.map((one) => one.runs ?? 0));
  const newest = runs.find((one) => (one.runs ?? 0) * 2 >= largest);
  if (newest === undefined) return 'none recorded';
  const figures = newest.runs === undefined ? '' : `${newest.runs.toLocaleString('en')}/${newest.violations} `;
  return `${figures}${newest.date}`;
};

/** @throws Error where runs are recorded of a proof that there is not */
const saysOf = ({ names: [name] }: ProofRuns): string => {
  const found = findProof(name);
  if (!found) throw new Error(`proof/runs has runs of the unknown proof ${name}`);
  return found.says;
};

const proofTable = (group: string, all: readonly ProofRuns[]): string =>
  tableOf(
    ['name', 'what holds', 'runs/violations'],
    all
      .filter((proof) => proof.group === group)
      .map((proof) => [proof.names.map(code).join(' '), saysOf(proof), newestRun(proof)]),
  );

const benchList = (): string =>
  recordedBenches()
    .map(({ names, measures, against }) => `- ${names.map(code).join(' ')}: ${measures} (${against})\n`)
    .join('')
    .trimEnd();

/** docs/proof.md, from the recorded runs in proof/runs. */
export const proofPage = (): string => {
  const all = recordedProofs();
  const sections = GROUPS.map((group) => `### ${group}\n\n${proofTable(group, all)}\n`);
  return `# Proofs and benchmarks

<!-- Written by \`npm run docs\`: edit proof/runs, or scripts/pages/proof-page.ts. -->

A proof plays generated schedules against the real code, kills processes, loses answers, repeats messages, and checks after each run that nothing is lost or done twice.

\`\`\`
npm run -s proof -- NAME [--runs N] [--seed S]
\`\`\`

- It prints one line, \`NAME: runs N, violations V, seed S\`, and each violation on stderr.
  It ends with 1 if there is a violation, if fewer runs were made than asked for, or if a store did not start.
- The same seed and number of runs repeat the same schedule.
  A call without a name lists all proofs.
- Most proofs run bot and sandboxes as processes, on SQLite and PostgreSQL.
  Others call the engine with stand-ins for the vendor and Teams and a virtual clock.
- A model that a proof compares with is written from [policy.md](policy.md) alone.
- A run for which the store was too busy (\`Store.Busy\`) is made again, at most twice.
- Databases run without fsync: proofs show what happens when a process ends, not when the power fails.
- Proofs without processes draw their cases with [fast-check](https://fast-check.dev) and print the smallest failing case.

\`npm run test:all\` makes a few runs of each.

## The proofs

Names in one row run the same proof; \`access-01\` to \`access-15\` are the fifteen statements about role requests.
The last column has the newest large run, on a machine with two cores.
[proof/runs](../proof/runs) has all recorded runs with seed, store and remark.

${sections.join('\n')}
## Benchmarks

\`npm run -s bench [-- NAME]\` prints a line for each figure: \`NAME.FIGURE: VALUE UNIT (ratio R to BASELINE)\`.
Both sides are measured in the same run; what each is compared with stands in brackets.
Recorded figures are in \`proof/runs/bench-NAME.json\`.

${benchList()}
`;
};
