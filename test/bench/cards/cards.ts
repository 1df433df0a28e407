import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Template } from 'adaptivecards-templating';
import { listCard } from '../../../src/cards/list.ts';
import type { Bench } from '../benches.ts';
import { type Figure, median } from '../figure.ts';
import { listOfRows, naiveViewOf, readNaiveCard } from './list-of-rows.ts';

const ROWS = 20;
/** Cards of one round. */
const CARDS = 500;
/** Rounds before those that count: code is compiled. */
const WARM = 3;
const ROUNDS = 15;
const FIRST_CARDS = 9;

/** Processor time for one of so many cards, in microseconds. */
const cpuOf = (draw: () => unknown): number => {
  const before = process.cpuUsage();
  for (let n = 0; n < CARDS; n += 1) JSON.stringify(draw());
  const { user, system } = process.cpuUsage(before);
  return (user + system) / CARDS;
};

const firstCard = async (who: 'steward' | 'library'): Promise<number> => {
  const args = [join(import.meta.dirname, 'first-card-process.ts'), who];
  return Number((await promisify(execFile)(process.execPath, args)).stdout);
};

/**
 * Drawing and serialising a list of twenty rows, its view checked, beside the template library with a template that is kept and
 * that is written as the samples are; and how long after its start a process has drawn its first card.
 */
export const cardsBench: Bench = async () => {
  const view = listOfRows(ROWS);
  const naive = naiveViewOf(view);
  const template = new Template(readNaiveCard());
  const [ours, theirs]: [number[], number[]] = [[], []];
  for (let round = -WARM; round < ROUNDS; round += 1) {
    const pair = [cpuOf(() => listCard.render(view)), cpuOf(() => template.expand({ $root: naive }))] as const;
    if (round < 0) continue;
    ours.push(pair[0]);
    theirs.push(pair[1]);
  }
  const [first, firstOfLibrary]: [number[], number[]] = [[], []];
  for (let n = 0; n < FIRST_CARDS; n += 1) {
    first.push(await firstCard('steward'));
    firstOfLibrary.push(await firstCard('library'));
  }
  const baseline = 'kept-template';
  return [
    { name: 'cards.list', unit: 'µs of CPU', value: median(ours), against: median(theirs), baseline },
    {
      ...{ name: 'cards.first', unit: 'ms', baseline: 'first-template' },
      ...{ value: median(first), against: median(firstOfLibrary) },
    },
  ] satisfies Figure[];
};
