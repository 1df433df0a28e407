import type { Words } from '#platform/texts/texts.ts';
import type { Finding, State } from './report.ts';

const WIDTH = 'not checked'.length;

/** More lines than somebody sees at once. */
const MANY = 20;

/** Prints a line for each finding as it comes, or one JSON value. @returns the exit code: 0 unless something fails */
export const printFindings = async (findings: AsyncIterable<Finding>, words: Words, json: boolean): Promise<0 | 1> => {
  const all: Finding[] = [];
  for await (const finding of findings) {
    all.push(finding);
    if (!json && finding.state !== 'unchecked') console.log(lineOf(finding, words));
  }
  const fails = all.some(({ state }) => state === 'fails');
  if (json) console.log(JSON.stringify({ ok: !fails, findings: all }, null, 2));
  else for (const line of endOf(all, words)) console.log(line);
  return fails ? 1 : 0;
};

/** What was not checked, what fails once more where it is out of sight, and the sum. */
const endOf = (all: readonly Finding[], words: Words): readonly string[] => {
  const withState = (wanted: State): readonly Finding[] => all.filter(({ state }) => state === wanted);
  const [failing, unchecked] = [withState('fails'), withState('unchecked')];
  const counts = { checks: all.length, failing: failing.length, unchecked: unchecked.length };
  const isFar = failing.length > 0 && all.length - unchecked.length > MANY;
  return [
    ...[...Map.groupBy(unchecked, ({ needs = '' }) => needs)].map((group) => groupLine(...group, words)),
    ...(isFar ? ['', ...failing.map((finding) => lineOf(finding, words))] : []),
    ...['', words.plain('doctor.sum', counts)],
  ];
};

/** The titles of a group that are shown. */
const MOST_TITLES = 3;

const groupLine = (needs: string, group: readonly Finding[], words: Words): string => {
  const titles = group.slice(0, MOST_TITLES).map(({ check }) => check);
  const more = group.length - titles.length;
  return `${marked('unchecked', words)}  ${words.plain('doctor.unchecked', { needs, titles: titles.join(', '), more })}`;
};

const marked = (state: State, words: Words): string => words.plain(`doctor.state.${state}`).padEnd(WIDTH);

const lineOf = ({ check, state, text, ids }: Finding, words: Words): string => {
  const named = Object.entries(ids).map(([name, id]) => `${name} id ${id}`);
  const tail = named.length === 0 ? '' : ` (${named.join(', ')})`;
  return `${marked(state, words)}  ${check}: ${text}${tail}`;
};
