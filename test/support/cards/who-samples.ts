import type { Assignment } from '#features/access/assignments.ts';
import { type AssignmentsPage, assignmentsView } from '#features/access/cards/assignments-card.ts';
import { removeButton } from '#features/access/chat/who-commands.ts';
import { DAY } from '#platform/lib/clock.ts';
import { rowsCard } from '#teams/cards/rows.ts';
import { DECIDED, terms } from './change-samples.ts';
import { type CardSample, sample, words } from './sample.ts';

const { place, role } = terms;

const assignment = (name: string, more: Partial<Assignment> = {}): Assignment => ({
  ...{ id: name, role, place, start: DECIDED - DAY, end: DECIDED + 40 * DAY, held: 'direct', through: '' },
  person: { objectId: name, name },
  ...more,
});

const all: readonly Assignment[] = [
  assignment('Ana Rossi', { end: DECIDED + DAY }),
  assignment('Maximiliana-Theodora van den Oudenhuysen-Schimmelpenninck (contractor, settlements)'),
  assignment('Payments team', { end: undefined, held: 'group', through: 'Payments team' }),
  assignment('Cy Okafor', { end: undefined, held: 'inherited', through: 'Northwind' }),
  assignment('ledger-deploy (…3b21)', { start: DECIDED + 2 * DAY, condition: 'a condition' }),
];

const page = (more: Partial<AssignmentsPage>): AssignmentsPage => ({
  title: words.markdown('access.who.title', { place: place.title }),
  empty: words.markdown('access.who.empty'),
  ...{ assignments: all, page: 0, showPerson: true, now: DECIDED, buttons: [] },
  turnTo: (to) => ({ verb: 'access.place', data: { place: place.key, page: to, when: 'ever' } }),
  rowButtons: ({ held, person }) => ({
    ...{ acts: [], links: [] },
    shows: held === 'direct' ? [removeButton(words, { role: role.title, person: person.objectId })] : [],
  }),
  ...more,
});

const many = Array.from({ length: 3 }, () => all).flat();

/** Who has access, and what one person has, for whoever may remove some of it. */
export const whoSamples: readonly CardSample[] = [
  sample('who has access to a place', rowsCard, assignmentsView(page({}), words)),
  sample('who has access to a place, a page of many', rowsCard, assignmentsView(page({ assignments: many }), words)),
  sample('who has access to a place, nobody', rowsCard, assignmentsView(page({ assignments: [] }), words)),
  sample(
    'what somebody is eligible for',
    rowsCard,
    assignmentsView(
      page({
        title: words.markdown('access.mine.title', { who: 'Ana Rossi' }),
        assignments: all.slice(0, 1),
        showPerson: false,
        rowButtons: () => ({ acts: [], shows: [], links: [] }),
      }),
      words,
    ),
  ),
];
