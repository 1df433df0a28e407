import { AppError } from '#platform/lib/errors.ts';

/**
 * What a person is to make of an error. `outsider`: Steward does not serve them at all. `unclear`: it has to be said
 * differently. `forbidden`: the policy or a limit of it does not let them, and others may. `failed`: something is broken or
 * busy; nothing that they said is wrong.
 */
export type ErrorKind = 'outsider' | 'unclear' | 'forbidden' | 'failed';

const OUTSIDER = /^Policy\.(?:Guest|OtherTenant)$/;
const FAILED = /^(?:Vendor|Store|Connector|Http|Jobs|Outbox|Steward|Translator)\./;
const FORBIDDEN = /^(?:Policy\.|Change\.TooManyOpen$|Translation\.(?:Budget|Quota)$|Glossary\.Full$)/;
/** What of a feature's own errors is no fault of what was said. */
const BROKEN: ReadonlySet<string> = new Set([
  'Change.Altered',
  'Policy.Invalid',
  'Translation.TooLate',
  'Translation.Malformed',
  'Translation.Interrupted',
]);

export const kindOf = (error: unknown): ErrorKind => {
  if (!(error instanceof AppError)) return 'failed';
  const { code, retryable } = error;
  if (OUTSIDER.test(code)) return 'outsider';
  if (retryable || FAILED.test(code) || BROKEN.has(code)) return 'failed';
  return FORBIDDEN.test(code) ? 'forbidden' : 'unclear';
};
