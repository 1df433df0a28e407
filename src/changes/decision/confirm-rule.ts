import { z } from 'zod';
import { HOUR, MINUTE } from '../../lib/clock.ts';
import { durationSchema } from '../../policy/model/entries.ts';
import type { SignInTerms } from '../../sign-in/store.ts';

const SIGN_IN = 'sign-in';
const CONTEXT = /^c[1-9]\d?$/;

const maxAge = durationSchema('"5 minutes" or "1 hour"').refine(
  (ms) => ms >= MINUTE && ms <= HOUR,
  'is no time for a fresh sign-in → write 1 minute to 1 hour',
);

/** `sign-in`, or `{ sign-in: { context: c1, maxAge: 5 minutes } }`. */
export const confirmSchema = z
  .union(
    [
      z.literal(SIGN_IN),
      z.strictObject({
        [SIGN_IN]: z.strictObject({
          /** A Conditional Access authentication context that the sign-in must meet. */
          context: z
            .string()
            .regex(CONTEXT, 'is not an authentication context → write its id in Entra ID, c1 to c99')
            .optional(),
          maxAge: maxAge.prefault('5 minutes'),
        }),
      }),
    ],
    'is not a way to confirm → write sign-in',
  )
  .transform((value): SignInTerms => (value === SIGN_IN ? { maxAge: 5 * MINUTE } : value[SIGN_IN]));
