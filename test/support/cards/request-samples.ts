import { type Change, type ChangeState, changeStates } from '#engine/changes/change.ts';
import type { HistoryEntry } from '#engine/changes/history.ts';
import { FOUND_ROWS, type FoundPage, type FoundRequest, foundView } from '#features/requests/cards/found-card.ts';
import { type HistoryPage, historyView } from '#features/requests/cards/history-card.ts';
import { DAY, HOUR } from '#platform/lib/clock.ts';
import { NO_TEXT } from '#platform/lib/text.ts';
import { listCard } from '#teams/cards/list.ts';
import { changeOf } from '../change-of.ts';
import { policyWith } from '../shipped-policy.ts';
import { DECIDED, describe, terms } from './change-samples.ts';
import { type CardSample, sample, words } from './sample.ts';

const policy = policyWith();
const [ana, bo] = ['ana', 'bo'].map((key) => policy.person(key)?.objectId ?? '');
const LONG = 'Contributor to the storage of the settlements, the ledger and all their archives ';

const rowOf = (state: ChangeState, number: number, summary = describe(state).summary): FoundRequest => {
  const createdAt = DECIDED - number * 5 * HOUR;
  const change: Change = changeOf<unknown>(terms, {
    ...{ kind: 'access.grant', state, ref: `R-7KQ2${number}`, createdAt },
    ...(state === 'waiting' ? {} : { endedAt: createdAt + HOUR }),
  });
  const person = { objectId: 'b', name: 'Bo Lind' };
  return {
    change,
    description: { ...describe(state), summary },
    state: { text: words.markdown(`changes.state.${state}`, { by: person.name, given: 0, needs: 1 }), tone: 'accent' },
    decisions:
      state === 'done' ? [{ person, verdict: 'approve', reason: '', termsVersion: 1, at: createdAt + HOUR }] : [],
  };
};

const page = (more: Partial<FoundPage>): FoundPage => ({
  ...{ query: { list: 'found' }, rows: [], buttons: [], readBackTo: undefined, policy },
  ...more,
});

const turn = (name: 'previous' | 'next') => ({
  title: words.plain(`cards.list.${name}`),
  verb: 'requests.found',
  data: { list: 'found', trail: `${DECIDED} R-7KQ2M` },
});
const exportList = {
  title: words.plain('requests.export.button'),
  verb: 'requests.exportList',
  data: { list: 'found' },
};
const states = changeStates.slice(0, FOUND_ROWS);

const entry = (
  what: HistoryEntry['what'],
  number: number,
  people: readonly string[],
  more: Partial<HistoryEntry> = {},
): HistoryEntry => ({
  ...{ at: DECIDED + number * HOUR, what, people, reason: '', more: '', of: undefined },
  ...more,
});

const extension = { ref: 'R-9XM4T', is: 'extension', until: DECIDED + 3 * DAY } as const;
const history: readonly HistoryEntry[] = [
  entry('asked', 0, ['Ana Rossi']),
  entry('notified', 0, ['Bo Lind', 'Cy Okafor']),
  entry('lookedAt', 1, ['Cy Okafor']),
  entry('escalated', 2, [], { more: 'leads' }),
  entry('approved', 3, ['Bo Lind'], { reason: 'Only until the incident is over.' }),
  entry('sending', 3, []),
  entry('done', 3, []),
  entry('askedWhetherItCanEnd', 5, ['Ana Rossi']),
  entry('asked', 6, ['Ana Rossi'], { of: extension }),
  entry('approved', 7, ['Bo Lind'], { of: extension }),
  entry('done', 7, [], { of: extension }),
  entry('asked', 9, ['Bo Lind'], { of: { ref: 'R-4TW8N', is: 'removal' }, reason: 'The work is done' }),
];
const historyPage = (
  rows: readonly HistoryEntry[],
  buttons: readonly ReturnType<typeof turn>[],
  more: Pick<HistoryPage, 'from'> = {},
) =>
  historyView(
    { change: { id: 'c1', ref: 'R-7KQ2M' }, title: describe('done').title, rows, more: NO_TEXT, buttons, ...more },
    words,
  );

export const requestSamples: readonly CardSample[] = [
  sample('the requests that a person may see, a page in the middle', listCard, {
    ...foundView(
      page({
        query: {
          list: 'found',
          states: 'waiting,denied',
          by: ana,
          for: bo,
          place: 'payments',
          role: 'reader',
          since: DECIDED - DAY,
        },
        rows: states.map((state, number) => rowOf(state, number)),
        buttons: [turn('previous'), turn('next'), exportList],
      }),
      words,
    ),
  }),
  sample('requests with names as long as they get, read to the limit', listCard, {
    ...foundView(
      page({
        rows: states.map((state, number) => rowOf(state, number, LONG.repeat(3))),
        buttons: [turn('next'), exportList],
        readBackTo: DECIDED - 30 * DAY,
      }),
      words,
    ),
  }),
  sample('the history of a request', listCard, historyPage(history, [])),
  sample(
    'the history of a request, a page in the middle',
    listCard,
    historyPage(
      history.map((one) => ({ ...one, reason: LONG.repeat(3) })),
      [turn('previous'), turn('next')],
    ),
  ),
];
