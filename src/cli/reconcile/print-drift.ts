import type { Drift } from '#features/access/drift/find-drift.ts';
import { describeMismatch, type Mismatch, remedyOf, type Voice } from '#features/access/drift/mismatch.ts';
import { iso } from '#platform/lib/clock.ts';
import type { Words } from '#platform/texts/texts.ts';

/** Prints each difference, or one JSON value. @param acknowledged marks that are only counted @returns the exit code: 0 only without any */
export const printDrift = (
  { mismatches, unread, compared }: Drift,
  acknowledged: ReadonlySet<string>,
  words: Words,
  json: boolean,
  print: (line: string) => void = console.log,
): 0 | 1 => {
  const open = mismatches.filter(({ mark }) => !acknowledged.has(mark));
  const ok = open.length === 0 && unread.length === 0;
  const voice: Voice = { text: words.plain, moment: words.moment };
  if (json) {
    const differences = open.map((mismatch) => ({ ...asJson(mismatch), remedy: remedyOf(mismatch, voice) }));
    const places = unread.map(({ title, error }) => ({ title, code: error.vendorCode || String(error.status) }));
    const value = { ok, compared, acknowledged: mismatches.length - open.length, unread: places, differences };
    print(JSON.stringify(value, null, 2));
    return ok ? 0 : 1;
  }
  for (const mismatch of open) for (const line of linesOf(mismatch, voice)) print(line);
  for (const { title, error } of unread) {
    print(`${words.plain('access.drift.unread', { place: title })} (${error.vendorCode || error.status})`);
  }
  const counts = { compared, count: open.length, acknowledged: mismatches.length - open.length, unread: unread.length };
  print(words.plain('access.drift.sum', counts));
  return ok ? 0 : 1;
};

const linesOf = (mismatch: Mismatch, voice: Voice): readonly string[] => {
  const { what, finding, details } = describeMismatch(mismatch, voice);
  const indent = '  ';
  return [
    `${finding}: ${mismatch.person.name}, ${what}`,
    `${indent}${details.join(' · ')}`,
    `${indent}→ ${remedyOf(mismatch, voice)}`,
    '',
  ];
};

/** With its moments as text. */
const asJson = ({ current, approved, ...mismatch }: Mismatch) => ({
  ...mismatch,
  ...(current ? { current: { ...current, ...windowOf(current) } } : {}),
  ...(approved ? { approved: { ...approved, ...windowOf(approved) } } : {}),
});

const windowOf = ({ start, end }: { readonly start?: number | undefined; readonly end?: number | undefined }) => ({
  start: start === undefined ? null : iso(start),
  end: end === undefined ? null : iso(end),
});
