import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { filesBelow, ROOT } from '../../test/house/source.ts';

/** Where the recorded runs are: one file for each proof, benchmark or other measure, the newest record first. */
const FOLDER = 'proof/runs';

const run = z.object({
  /** The name that the run was made by. */
  name: z.string(),
  date: z.iso.date(),
  runs: z.int().optional(),
  violations: z.int().optional(),
  seed: z.int().optional(),
  /** Both stores where it says so; absent for what needs no store, or where nobody wrote it down. */
  store: z.enum(['both', 'postgres']).optional(),
  /** One sentence: duration, conditions, or what is worth knowing. */
  remark: z.string(),
});

const proofRuns = z.object({
  names: z.array(z.string()).min(1),
  group: z.string(),
  runs: z.array(run),
});

const figure = z.object({
  date: z.iso.date(),
  figure: z.string(),
  value: z.number(),
  unit: z.string(),
  ratio: z.number(),
  baseline: z.string().optional(),
});

const benchRuns = z.object({
  names: z.array(z.string()).min(1),
  measures: z.string(),
  against: z.string(),
  /** Ratios to reach, by figure. */
  targets: z.record(z.string(), z.number()),
  figures: z.array(figure),
});

export type ProofRuns = z.infer<typeof proofRuns>;
type BenchRuns = z.infer<typeof benchRuns>;

const read = (file: string): unknown => JSON.parse(readFileSync(join(ROOT, file), 'utf8'));
const files = filesBelow(FOLDER, '.json');
const isBench = (file: string): boolean => file.startsWith(`${FOLDER}/bench-`);

/** All recorded runs of proofs, by file name. @throws ZodError for a file of another shape */
export const recordedProofs = (): readonly ProofRuns[] =>
  files.filter((file) => !isBench(file)).map((file) => proofRuns.parse(read(file)));

/** All recorded figures of benchmarks, by file name. */
export const recordedBenches = (): readonly BenchRuns[] =>
  files.filter(isBench).map((file) => benchRuns.parse(read(file)));
