import { crash } from './crash/crash.ts';
import { forms } from './forms/forms.ts';
import type { Proof } from './proof.ts';
import { race } from './race/race.ts';

/** Every proof that `npm run proof` knows. */
export const proofs: readonly Proof[] = [crash, race, forms];
