import { auditProof } from './audit/audit.ts';
import { comparing } from './billing/comparison.ts';
import { csv } from './billing/csv.ts';
import { empties } from './billing/empty-invoices.ts';
import { exact } from './billing/exact-totals.ts';
import { net } from './billing/net-totals.ts';
import { phrasesProof } from './billing/phrases/phrases.ts';
import { whole } from './billing/reading/reading.ts';
import { rights } from './billing/rights/rights.ts';
import { crash } from './crash/crash.ts';
import { flood } from './flood/flood.ts';
import { forms } from './forms/forms.ts';
import { fuzzUpstream } from './fuzz/fuzz.ts';
import { alertCrash } from './health/crash/alert-crash.ts';
import { downtime } from './health/downtime/downtime.ts';
import { noise } from './health/noise/noise.ts';
import { rates } from './health/rates/rates.ts';
import { replicas } from './health/replicas/replicas.ts';
import { sensitive } from './health/sensitive/sensitive.ts';
import { size } from './health/size/size.ts';
import { oneThread } from './health/thread/thread.ts';
import { pin } from './pin/pin.ts';
import { policyChange } from './policy-change/policy-change.ts';
import { posts } from './posts/posts.ts';
import type { Proof } from './proof.ts';
import { race } from './race/race.ts';
import { redeliver } from './redeliver/redeliver.ts';
import { redos } from './redos/redos.ts';
import { retry } from './retry/retry.ts';
import { scope } from './scope/scope.ts';
import { standstill } from './standstill/standstill.ts';
import { chunks } from './translation/chunks/chunks.ts';
import { detection } from './translation/detection/detection.ts';
import { errors } from './translation/errors/errors.ts';
import { terms } from './translation/glossary/glossary.ts';
import { markup } from './translation/markup/markup.ts';
import { meter } from './translation/meter/meter.ts';
import { slow } from './translation/on-request/latency.ts';
import { readers } from './translation/on-request/readers.ts';

/** Every proof that `npm run proof` runs. */
export const proofs: readonly Proof[] = [
  auditProof,
  alertCrash,
  replicas,
  oneThread,
  downtime,
  rates,
  sensitive,
  size,
  noise,
  exact,
  net,
  csv,
  comparing,
  crash,
  race,
  redeliver,
  posts,
  policyChange,
  flood,
  forms,
  fuzzUpstream,
  pin,
  redos,
  retry,
  scope,
  standstill,
  whole,
  phrasesProof,
  empties,
  rights,
  chunks,
  errors,
  detection,
  readers,
  slow,
  markup,
  meter,
  terms,
];

/** What the numbered proofs of an area are about, in their order; both names work: `health-1` is `health/crash`. */
const SUBJECTS: Readonly<Record<string, readonly string[]>> = {
  health: ['crash', 'replicas', 'rates', 'thread', 'downtime', 'sensitive', 'size', 'noise'],
  billing: ['totals', 'paging', 'net', 'filters', 'csv', 'comparison', 'empty-answers', 'rights'],
  translation: ['markup', 'chunks', 'meter', 'errors', 'readers', 'detection', 'glossary', 'latency'],
};

const descriptiveName = (name: string): string | undefined => {
  const [, area = '', number] = /^([a-z]+)-(\d)$/.exec(name) ?? [];
  const subject = SUBJECTS[area]?.[Number(number) - 1];
  return subject && `${area}/${subject}`;
};

/** @param wanted a proof's name or its descriptive name */
export const findProof = (wanted = ''): Proof | undefined =>
  proofs.find(({ name }) => name === wanted || descriptiveName(name) === wanted);

/** A line for each proof: its names and the runs of the whole proof. */
export const proofList = (): string => {
  const lines = proofs.map(({ name, runs }) => {
    const descriptive = descriptiveName(name);
    return [descriptive ?? name, descriptive === undefined ? '' : name, `${runs} runs`] as const;
  });
  return lines.map(([first, second, runs]) => `  ${first.padEnd(26)}${second.padEnd(16)}${runs}\n`).join('');
};
