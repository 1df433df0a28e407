/** A stretch of a text. */
interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Letters of other scripts stand beside numbers without a space. */
const WORD = /[\p{Script=Latin}\p{Nd}_][\p{Script=Latin}\p{M}\p{Nd}_]*/gu;
const DIGIT = /\p{Nd}/u;
const BEFORE = /[#+\-−\p{Sc}]/u;
const BETWEEN = /[.,:/'’+\-–]/u;
const AFTER = /[%‰°\p{Sc}]/u;

/** All that has figures: amounts, times, versions, and names with a number such as `INC-1234`. Read once, whatever is in it. */
export const numbersIn = (text: string): readonly Stretch[] => {
  const found: Stretch[] = [];
  let before: Stretch | undefined;
  for (const { 0: word, index: from } of text.matchAll(WORD)) {
    const to = from + word.length;
    const last = found.at(-1);
    if (DIGIT.test(word)) {
      if (last && last.to + 1 === from && BETWEEN.test(text.charAt(last.to)))
        found.splice(-1, 1, { from: last.from, to });
      else found.push({ from: before && before.to + 1 === from && text[before.to] === '-' ? before.from : from, to });
    }
    before = { from, to };
  }
  let free = 0;
  return found.map((number) => {
    const whole = widened(text, number, free);
    free = whole.to;
    return whole;
  });
};

/** With the signs at both ends that belong to a number. @param free where the one before it ends */
const widened = (text: string, { from, to }: Stretch, free: number): Stretch => {
  let start = from;
  while (from - start < 2 && start > free && BEFORE.test(text.charAt(start - 1))) start -= 1;
  let end = to;
  while (end - to < 2 && AFTER.test(text.charAt(end))) end += 1;
  return { from: start, to: end };
};
