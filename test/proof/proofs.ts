import { crash } from './crash/crash.ts';
import type { Proof } from './proof.ts';

/** Every proof that `npm run proof` knows. */
export const proofs: readonly Proof[] = [crash];
