import { z } from 'zod';
import { HOUR, MINUTE } from '#platform/lib/clock.ts';
import { durationSchema } from '#policy/model/entries.ts';
import type { SignInTerms } from '#teams/fresh-sign-in/store.ts';

const SIGN_IN = 'sign-in';
const CONTEXT = /^c[1-9]\d?$/;

/** How a rule wants an approval to be confirmed. */
type RuleConfirmation = Omit<SignInTerms, 'withToken'>;

/** Where nothing else is said. */
export const USUAL_CONFIRMATION: RuleConfirmation = { maxAge: 5 * MINUTE };

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
  .transform((value): RuleConfirmation => (value === SIGN_IN ? USUAL_CONFIRMATION : value[SIGN_IN]));
