import { isDeepStrictEqual } from 'node:util';
import type { AnyOperation, Parts } from '../../src/cloud/operation.ts';
import { addressOf, freezeParts } from '../../src/cloud/request/freeze.ts';
import { profileOf } from '../../src/cloud/services/profile.ts';
import type { Namespace } from '../../src/platform/config/vendor-settings.ts';

const BASE = 'https://vendor.example';

/** The address to which an operation with these parts goes. */
export const addressFor = (operation: AnyOperation, parts: Parts, namespace: Namespace): URL =>
  addressOf(freezeParts(operation, parts, profileOf(namespace)), BASE);

/**
 * Compares what the product makes of a case with what the model wants.
 * @param wanted undefined where it must be refused with a RangeError
 * @returns what does not hold, in words
 */
export const differences = <T>(what: string, wanted: T | undefined, made: () => T): string[] => {
  try {
    const sent = made();
    if (wanted === undefined) return [`${what} sent what must be refused: ${JSON.stringify(sent)}`];
    return isDeepStrictEqual(sent, wanted)
      ? []
      : [`${what} sent ${JSON.stringify(sent)}, not ${JSON.stringify(wanted)}`];
  } catch (error) {
    if (!(error instanceof RangeError)) return [`${what} threw ${String(error)}`];
    return wanted === undefined ? [] : [`${what} refused ${JSON.stringify(wanted)}: ${error.message}`];
  }
};

/** The origin of an address and its path, segment by segment and decoded. */
export const segmentsOf = ({ origin, pathname }: URL): string[] => [
  ...(origin === BASE ? [] : [origin]),
  ...pathname.slice(1).split('/').map(decodeURIComponent),
];
