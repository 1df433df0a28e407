/** What somebody filled in about a fault. */
export interface FaultValues {
  /** What it is narrowed to; empty: nothing. */
  readonly on: string;
  /** How many times; undefined: until it is cleared. */
  readonly count: number | undefined;
  readonly seconds: number;
}

/** A fault that can be chosen: what it is called, what will happen, and what the sandbox is told. */
export interface FaultChoice {
  readonly key: string;
  readonly name: string;
  /** Asked for where the fault has a time: what the seconds are, and how many are offered. */
  readonly seconds?: { readonly label: string; readonly offered: number };
  /** Set where the fault is about one thing only: it is not asked for then. */
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

/** What somebody typed where a whole number is asked for: the number, or what is wrong with it. */
type Typed = { readonly number: number | undefined } | { readonly problem: string };

/** @param mayBeEmpty whether nothing may be said: the number is undefined then */
export const wholeNumber = (text: string, most: number, mayBeEmpty: boolean): Typed => {
  const typed = text.trim();
  if (typed === '' && mayBeEmpty) return { number: undefined };
  const number = /^\d+$/.test(typed) ? Number(typed) : 0;
  return number >= 1 && number <= most ? { number } : { problem: `A whole number, 1 to ${most}` };
};
