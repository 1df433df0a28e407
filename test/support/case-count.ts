/**
 * How many cases a generated law plays: a fifth in a whole run of `npm test`, all of them otherwise. The file's name ends in
 * `-laws`, so that the other tier runs it too.
 */
export const caseCount = (all: number): number => (process.env['TEST_CASES'] === 'few' ? Math.ceil(all / 5) : all);
