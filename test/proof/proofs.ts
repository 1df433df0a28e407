import { crash } from './crash/crash.ts';
import { forms } from './forms/forms.ts';
import { fuzzUpstream } from './fuzz/fuzz.ts';
import { pin } from './pin/pin.ts';
import { posts } from './posts/posts.ts';
import type { Proof } from './proof.ts';
import { race } from './race/race.ts';
import { redeliver } from './redeliver/redeliver.ts';
import { retry } from './retry/retry.ts';
import { scope } from './scope/scope.ts';

/** Every proof that `npm run proof` knows. */
export const proofs: readonly Proof[] = [crash, race, redeliver, posts, forms, fuzzUpstream, pin, retry, scope];
