import { auditProof } from './audit/audit.ts';
import { comparing } from './billing/comparing.ts';
import { csv } from './billing/csv.ts';
import { empties } from './billing/empties/empties.ts';
import { exact } from './billing/exact.ts';
import { net } from './billing/net.ts';
import { phrasesProof } from './billing/phrases/phrases.ts';
import { rights } from './billing/rights/rights.ts';
import { whole } from './billing/whole/whole.ts';
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
import { patience } from './translation/asking/patience.ts';
import { readers } from './translation/asking/readers.ts';
import { chunks } from './translation/chunks/chunks.ts';
import { codes } from './translation/codes/codes.ts';
import { doubt } from './translation/doubt/doubt.ts';
import { ledger } from './translation/ledger/ledger.ts';
import { markup } from './translation/markup/markup.ts';
import { terms } from './translation/terms/terms.ts';

/** Every proof that `npm run proof` knows. */
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
  codes,
  doubt,
  readers,
  patience,
  markup,
  ledger,
  terms,
];
