import type { Markdown } from '../../../src/platform/lib/text.ts';
import type { ListView } from '../../../src/teams/cards/list.ts';

const text = (words: string): Markdown => words as Markdown;

/** A list as a page of eligible roles has it, with so many rows. */
export const listOfRows = (many: number): ListView => ({
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
export const naiveViewOf = ({ title, intro, rows }: ListView) => ({
  ...{ title, intro },
  rows: rows.map(({ buttons = [], opens: _opens, ...row }, n) => ({ ...row, button: buttons[0]?.title, id: n })),
});
