import { Template } from 'adaptivecards-templating';
import type { Markdown } from '../../../src/platform/lib/text.ts';
import { type ListView, listCard, PAGE_ROWS } from '../../../src/teams/cards/list.ts';
import type { Bench } from '../benches.ts';
import { type Figure, median } from '../figure.ts';
import naiveCard from './naive-card.json' with { type: 'json' };

const text = (words: string): Markdown => words as Markdown;

/** A list as a page of eligible roles has it, with so many rows. */
const listOfRows = (many: number): ListView => ({
  title: text('What Ana Rossi is eligible for'),
  intro: text('Roles that you can request, with how long each lasts.'),
  rows: Array.from({ length: many }, (_, n) => ({
    title: text(`Contributor on Settlement Europe ${n}`),
    detail: text('Subscription Payments Production, direct'),
    note: n % 2 === 0 ? text('Ends on Friday, 4 December') : text(''),
    tone: 'Attention',
    buttons: [{ title: 'Request', verb: 'access.request', data: { role: 'contributor', place: `place-${n}` } }],
  })),
  more: text(''),
  buttons: [],
});

/** The same list for the card that somebody writes who follows the samples: every text is an expression. */
const naiveViewOf = ({ title, intro, rows }: ListView) => ({
  ...{ title, intro },
  rows: rows.map(({ buttons = [], opens: _opens, ...row }, n) => ({ ...row, button: buttons[0]?.title, id: n })),
});

const ROWS = PAGE_ROWS;
/** Cards of one round. */
const CARDS = 500;
/** Rounds before those that count: code is compiled. */
const WARM = 3;
const ROUNDS = 15;

/** Processor time for one of so many cards, in microseconds. */
const cpuOf = (draw: () => unknown): number => {
  const before = process.cpuUsage();
  for (let n = 0; n < CARDS; n += 1) draw();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / CARDS;
};

/**
 * Drawing a page of a list, its view checked, beside the template library with a template that is kept and that is written as the
 * samples are, and beside the writing of the drawn card as JSON, which no way of drawing saves.
 */
export const cardsBench: Bench = async () => {
  const view = listOfRows(ROWS);
  const naive = naiveViewOf(view);
  const template = new Template(naiveCard);
  const card = listCard.render(view);
  const [ours, theirs, writing]: [number[], number[], number[]] = [[], [], []];
  for (let round = -WARM; round < ROUNDS; round += 1) {
    const one = cpuOf(() => listCard.render(view));
    const other = cpuOf(() => template.expand({ $root: naive }));
    const floor = cpuOf(() => JSON.stringify(card));
    if (round < 0) continue;
    ours.push(one);
    theirs.push(other);
    writing.push(floor);
  }
  const figure = { unit: 'µs of CPU', against: median(theirs), baseline: 'kept-template' } as const;
  return [
    { ...figure, name: 'cards.list', value: median(ours) },
    { ...figure, name: 'cards.floor', value: median(writing) },
  ] satisfies Figure[];
};
