/** A number of more than 15 significant digits is a run of so many digits and a point at least. */
const RUN = 16;

/**
 * A number that is the value of a field. A quote after a letter or a digit always ends a text, and what a colon follows
 * is a name: so no text that only looks like a number can match.
 */
const FIELD_NUMBER = /(?<=\w"\s*:\s*)-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?=\s*[,}])/y;
const BEFORE_A_NUMBER = /[\s:,[]/;

/**
 * JSON whose numbers of more than 15 significant digits come as text, as they stand there (design, section 4, Money): a
 * double prints shorter ones back exactly.
 * @throws SyntaxError
 */
export const parseExact = (text: string): unknown => {
  const parts: string[] = [];
  let done = 0;
  for (let run = longRun(text, 0); run >= 0; run = longRun(text, Math.max(done, run + RUN))) {
    const from = text[run - 1] === '-' ? run - 1 : run;
    FIELD_NUMBER.lastIndex = from;
    const number = FIELD_NUMBER.exec(text)?.[0];
    if (number === undefined && BEFORE_A_NUMBER.test(text[from - 1] ?? ' ')) return parseCarefully(text);
    if (number === undefined || !isLong(number)) continue;
    parts.push(text.slice(done, from), number);
    done = from + number.length;
  }
  return JSON.parse(done === 0 ? text : [...parts, text.slice(done)].join('"'));
};

/** Where the next run of 16 and more digits and points begins, or -1. It holds one place of every 16: only those are looked at. */
const longRun = (text: string, from: number): number => {
  for (let place = from + RUN - 1; place < text.length; place += RUN) {
    if (!inRun(text, place)) continue;
    let [start, end] = [place, place + 1];
    while (start > from && inRun(text, start - 1)) start -= 1;
    while (inRun(text, end)) end += 1;
    if (end - start >= RUN) return start;
  }
  return -1;
};

const inRun = (text: string, place: number): boolean => {
  const code = text.charCodeAt(place);
  return code <= 57 && (code >= 48 || code === 46);
};

/** Each number with its text beside it, for the few texts in which a long number might stand elsewhere. Far slower. */
const parseCarefully = (text: string): unknown => JSON.parse(text, keepLongNumbers as Reviver);

/** The third argument is what TypeScript's library does not know yet. */
type Reviver = (this: unknown, key: string, value: unknown) => unknown;

const keepLongNumbers = (_key: string, value: unknown, { source }: { readonly source?: string }): unknown =>
  typeof value === 'number' && source !== undefined && isLong(source) ? source : value;

const isLong = (number: string): boolean =>
  (number.split(/e/i, 1)[0] ?? '').replace(/[-.]/g, '').replace(/^0+/, '').length > 15;
