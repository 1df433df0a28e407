/** What somebody typed where a whole number is asked for: the number, or what is wrong with it. */
export type Typed = { readonly number: number | undefined } | { readonly problem: string };

/** @param mayBeEmpty whether nothing may be said: the number is undefined then */
export const wholeNumber = (text: string, most: number, mayBeEmpty: boolean): Typed => {
  const typed = text.trim();
  if (typed === '' && mayBeEmpty) return { number: undefined };
  const number = /^\d+$/.test(typed) ? Number(typed) : 0;
  return number >= 1 && number <= most ? { number } : { problem: `A whole number, 1 to ${most}` };
};
