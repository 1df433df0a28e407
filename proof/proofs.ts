import { bulkProof } from './access-bulk/bulk.ts';
import { copiesProof } from './access-cards/copies.ts';
import { forgedProof } from './access-cards/forged.ts';
import { remediesProof } from './access-cards/remedies.ts';
import { truthProof, unknownProof } from './access-cards/truth.ts';
import { driftProof } from './access-drift/drift.ts';
import { quorumProof } from './access-quorum/quorum.ts';
import { replyProof } from './access-reply/reply.ts';
import { reviewsProof } from './access-reviews/reviews.ts';
import { approverPermission } from './approver-permission/approver-permission.ts';
import { auditProof } from './audit/audit.ts';
import { comparing } from './billing/comparison.ts';
import { csv } from './billing/csv.ts';
import { empties } from './billing/empty-invoices.ts';
import { exact } from './billing/exact-totals.ts';
import { net } from './billing/net-totals.ts';
import { phrasesProof } from './billing/phrases/phrases.ts';
import { whole } from './billing/reading/reading.ts';
import { rights } from './billing/rights/rights.ts';
import { breakGlassProof } from './break-glass/break-glass.ts';
import { changeFreeze } from './change-freeze/change-freeze.ts';
import { crash } from './crash/crash.ts';
import { directoryProof } from './directory/directory.ts';
import { extensionProof } from './extension/extension.ts';
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
import { notices } from './notices/notices.ts';
import { pin } from './pin/pin.ts';
import { policyChange } from './policy-change/policy-change.ts';
import { posts } from './posts/posts.ts';
import { previewProof } from './preview/preview.ts';
import type { Proof } from './proof.ts';
import { race } from './race/race.ts';
import { redeliver } from './redeliver/redeliver.ts';
import { redos } from './redos/redos.ts';
import { retry } from './retry/retry.ts';
import { scope } from './scope/scope.ts';
import { signInProof } from './sign-in/sign-in.ts';
import { standstill } from './standstill/standstill.ts';
import { tourProof } from './tour/tour.ts';
import { chunks } from './translation/chunks/chunks.ts';
import { detection } from './translation/detection/detection.ts';
import { errors } from './translation/errors/errors.ts';
import { terms } from './translation/glossary/glossary.ts';
import { markup } from './translation/markup/markup.ts';
import { meter } from './translation/meter/meter.ts';
import { slow } from './translation/on-request/latency.ts';
import { readers } from './translation/on-request/readers.ts';
import { understanding } from './understanding/understanding.ts';
import { views } from './views/views.ts';

/** Every proof that `npm run proof` runs, by its descriptive name. A numbered one has its number as its other name. */
/** A proof by the number of the acceptance statement that it covers, with the runs that the statement gives. */
const statement = (name: string, { short: _short, ...proof }: Proof, runs: number): Proof => ({ ...proof, name, runs });

const byDescription: Readonly<Record<string, Proof>> = {
  'access/bulk': bulkProof,
  'access/drift': driftProof,
  'approver-permission': approverPermission,
  audit: auditProof,
  'health/crash': alertCrash,
  'health/replicas': replicas,
  'health/thread': oneThread,
  'health/downtime': downtime,
  'health/rates': rates,
  'health/sensitive': sensitive,
  'health/size': size,
  'health/noise': noise,
  'billing/totals': exact,
  'billing/net': net,
  'billing/csv': csv,
  'billing/comparison': comparing,
  'change-freeze': changeFreeze,
  'sign-in': signInProof,
  crash,
  race,
  redeliver,
  posts,
  'access/notices': notices,
  'policy-change': policyChange,
  directory: directoryProof,
  'access/break-glass': breakGlassProof,
  'access/extension': extensionProof,
  'access/reviews': reviewsProof,
  flood,
  forms,
  'fuzz-upstream': fuzzUpstream,
  pin,
  redos,
  retry,
  scope,
  standstill,
  tour: tourProof,
  views,
  preview: previewProof,
  'access/repeats': statement('access-02', redeliver, 1_000),
  'access/race': statement('access-03', race, 500),
  'access/copies': copiesProof,
  'access/reply': replyProof,
  'access/truth': truthProof,
  'access/unknown': unknownProof,
  'access/forged': forgedProof,
  'access/remedies': remediesProof,
  'access/quorum': quorumProof,
  'access/crash': statement('access-04', crash, crash.runs),
  understanding,
  'billing/paging': whole,
  'billing/filters': phrasesProof,
  'billing/empty-answers': empties,
  'billing/rights': rights,
  'translation/chunks': chunks,
  'translation/errors': errors,
  'translation/detection': detection,
  'translation/readers': readers,
  'translation/latency': slow,
  'translation/markup': markup,
  'translation/meter': meter,
  'translation/glossary': terms,
};

export const proofs: readonly Proof[] = Object.values(byDescription);

/** @param wanted a proof's name or its descriptive name */
export const findProof = (wanted = ''): Proof | undefined =>
  Object.entries(byDescription).find(([descriptive, { name }]) => [descriptive, name].includes(wanted))?.[1];

/** A line for each proof: its names and the runs of the whole proof. */
export const proofList = (): string =>
  Object.entries(byDescription)
    .map(([descriptive, { name, runs }]) => {
      const number = name === descriptive ? '' : name;
      return `  ${descriptive.padEnd(26)}${number.padEnd(16)}${runs} runs\n`;
    })
    .join('');
