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

/** One condition as the vendor reads it: a field, how it is compared, and the value out of its quotes. */
export type Condition = readonly [field: string, operator: string, value: string];

export interface Question {
  /** Undefined where there is one condition only. */
  readonly joined: 'and' | 'or' | undefined;
  readonly conditions: readonly Condition[];
}

const START = /(\w+) (eq|ge|lt) /y;
const BARE = /[^\s']+/y;
const JOIN = / (and|or) /y;

/** Reads a filter letter by letter, apart from the product's writers. @returns undefined for what is no filter, or mixes its words */
export const readFilter = (filter: string): Question | undefined => {
  const conditions: Condition[] = [];
  let joined: Question['joined'];
  for (let at = 0; ; ) {
    START.lastIndex = at;
    const [whole = '', field, operator] = START.exec(filter) ?? [];
    if (field === undefined || operator === undefined) return undefined;
    const value = readValue(filter, at + whole.length);
    if (!value) return undefined;
    conditions.push([field, operator, value.text]);
    if (value.end === filter.length) return { joined, conditions };
    JOIN.lastIndex = value.end;
    const word = JOIN.exec(filter)?.[1] as 'and' | 'or' | undefined;
    if (word === undefined || (joined !== undefined && word !== joined)) return undefined;
    joined = word;
    at = JOIN.lastIndex;
  }
};

/** Two quotes in a quoted text are one; a single one ends it. */
const readValue = (filter: string, start: number): { readonly text: string; readonly end: number } | undefined => {
  if (filter.charAt(start) !== "'") {
    BARE.lastIndex = start;
    const [text] = BARE.exec(filter) ?? [];
    return text === undefined ? undefined : { text, end: start + text.length };
  }
  let text = '';
  for (let at = start + 1; at < filter.length; at += 1) {
    if (filter.charAt(at) !== "'") text += filter.charAt(at);
    else if (filter.charAt(at + 1) === "'") {
      text += "'";
      at += 1;
    } else return { text, end: at + 1 };
  }
  return undefined;
};
