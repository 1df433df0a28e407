import { translateText } from '../../../api/operations/translation.ts';
import { HOUR } from '../../../lib/clock.ts';
import type { Services } from '../../feature.ts';
import { createAnswers } from '../answers.ts';
import { createTerms } from '../glossary/terms.ts';
import { createMeter } from '../meter/meter.ts';
import { translationPolicy } from '../policy.ts';
import { createQuotaBreaker } from '../quota-breaker.ts';
import type { TranslateDeps } from '../translate-deps.ts';

/** So long an order is worked on, waits for the vendor included: nobody waits for it any longer. */
const PATIENCE = 6 * HOUR;

/** Any length can be translated; from the chat so much, or it would keep everybody else waiting. */
const MOST_TEXTS = 20_000;

/** One in the process: the vendor's free translations are used up for everybody. */
const breaker = createQuotaBreaker();

/** What one run of an order works with. @param orderedAt when this very order was given, in milliseconds since 1970 */
export const depsFor = (
  services: Services,
  { id, orderedAt }: { readonly id: string; readonly orderedAt: number },
  run: Pick<TranslateDeps, 'parked' | 'progress' | 'stopping'>,
): TranslateDeps => {
  const { vendor, clock, ids, policy } = services;
  return {
    ...run,
    call: (question, options) => vendor.call(translateText, question, options),
    profile: vendor.profile,
    answers: createAnswers(services),
    meter: createMeter(services, id),
    terms: createTerms(services),
    settings: { lowScore: translationPolicy(policy.current()).doubtBelow },
    breaker,
    mostTexts: MOST_TEXTS,
    endBy: orderedAt + PATIENCE,
    correlation: ids.guid(),
    now: clock.now,
  };
};
