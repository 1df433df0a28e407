/** What somebody filled in about a fault. */
export interface FaultValues {
  /** What it is narrowed to; empty: nothing. */
  readonly on: string;
  /** How many times; undefined: until it is cleared. */
  readonly count: number | undefined;
  readonly seconds: number;
}

/** A fault that can be chosen: its name, its description, and the request that starts it. */
export interface FaultChoice {
  readonly key: string;
  readonly name: string;
  /** Asked for where the fault has a time: what the seconds are, and how many are offered. */
  readonly seconds?: { readonly label: string; readonly offered: number };
  /** Set where the fault is for one kind of call only: no target can be chosen then. */
  readonly narrow?: true;
  /** A whole sentence. */
  says(values: FaultValues): string;
  body(values: FaultValues): object;
}

/** "the next post", "the next 3 posts", "every post". */
export const upcoming = (count: number | undefined, one: string, many: string): string => {
  if (count === undefined) return `every ${one}`;
  return count === 1 ? `the next ${one}` : `the next ${count} ${many}`;
};

export const capitalised = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** The content of a field for a whole number: the number, or the problem with it. */
type Typed = { readonly number: number | undefined } | { readonly problem: string };

/** @param mayBeEmpty whether the field may be empty: the number is undefined then */
export const wholeNumber = (text: string, most: number, mayBeEmpty: boolean): Typed => {
  const typed = text.trim();
  if (typed === '' && mayBeEmpty) return { number: undefined };
  const number = /^\d+$/.test(typed) ? Number(typed) : 0;
  return number >= 1 && number <= most ? { number } : { problem: `A whole number, 1 to ${most}` };
};
