import type { IncomingMessage } from 'node:http';
import { iso } from '../../../src/platform/lib/clock.ts';
import { isGuid } from '../access/scope.ts';
import type { BusyRefusals } from '../faults/wire.ts';
import { Refusal, type World } from '../operation.ts';
import known from './refusals.json' with { type: 'json' };

/** What came in is repeated up to so many characters. */
const LONGEST = 100;

/** How the public sign-in refuses, by the number of its AADSTS code, as recorded by others. `{what}` is what it is about. */
type SignInCode = keyof typeof known;

const isKnown = (code: string): code is SignInCode => Object.hasOwn(known, code);

/** A refusal of the sign-in; its code is the word of OAuth. */
export class SignInRefusal extends Refusal {
  readonly number: SignInCode;

  constructor(number: SignInCode, what = '', headers: Readonly<Record<string, string>> = {}) {
    const { status, error, says } = known[number];
    super(status, error, `AADSTS${number}: ${says.replace('{what}', () => what.slice(0, LONGEST))}`, headers);
    this.number = number;
  }
}

/** @param code as in a fault: `AADSTS7000222`; undefined for another one */
export const signInRefusalOf = (code: string, what: string): SignInRefusal | undefined => {
  const number = /^AADSTS(\d+)$/i.exec(code)?.[1] ?? '';
  return isKnown(number) ? new SignInRefusal(number, what) : undefined;
};

/** A refusal as the sign-in service words it, with the ids under which it can be found. */
export interface SignInError {
  readonly error: string;
  readonly error_description: string;
  readonly error_codes: readonly number[];
  readonly timestamp: string;
  readonly trace_id: string;
  readonly correlation_id: string;
  readonly error_uri: string;
}

/** @param request whose `client-request-id` it repeats */
export const signInError = (
  { code, number, message }: SignInRefusal,
  { headers }: IncomingMessage,
  { clock, ids }: Pick<World, 'clock' | 'ids'>,
): SignInError => {
  const asked = headers['client-request-id'];
  const [trace, correlation] = [ids.guid(), typeof asked === 'string' && isGuid(asked) ? asked : ids.guid()];
  const timestamp = iso(clock.now()).replace('T', ' ').replace(/\.\d+/, '');
  const lines = [message, `Trace ID: ${trace}`, `Correlation ID: ${correlation}`, `Timestamp: ${timestamp}`];
  return {
    error: code,
    error_description: lines.join(' '),
    error_codes: [Number(number)],
    timestamp,
    trace_id: trace,
    correlation_id: correlation,
    error_uri: `https://login.vendor.example/error?code=${number}`,
  };
};

/** How the sign-in service refuses while it is busy. */
export const signInBusy: BusyRefusals = {
  throttled: (headers) => new SignInRefusal('90055', '', headers),
  unavailable: (headers) => new SignInRefusal('90033', '', headers),
};
