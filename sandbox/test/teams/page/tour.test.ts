import type { MessageView } from '../../../teams/api.ts';
import type { Session } from '../../../teams/page/data/session.ts';
import { initialState, type State, withLoaded } from '../../../teams/page/data/state.ts';
import { tourStep } from '../../../teams/page/view/tour/tour-steps.ts';
import { aMessage, aWorld } from './page-store.ts';

const bot = { kind: 'bot', key: 'bot', name: 'Steward' } as const;
const ana = { kind: 'person', key: 'ana', name: 'Ana Rossi' } as const;
const sent = aMessage('1', { from: ana, text: 'request role contributor on payments' });
const answer = (text: string, more: Partial<MessageView> = {}) =>
  aMessage('2', { from: bot, rootId: '1', cards: [{ body: [{ text }] }], ...more });
const waiting = answer('Contributor on Payments Production. Waiting for approval');

/** What a step says, and what it offers, after these messages in General. */
const stepAfter = (index: number, messages: readonly MessageView[], me = 'ana', open = 'general', tourSince = '') => {
  const loaded: State = withLoaded(initialState(aWorld, me, open), aWorld.team.channels, { general: messages });
  const state: State = { ...loaded, shell: { ...loaded.shell, tour: index, tourSince } };
  const typed: (string | undefined)[] = [];
  const shell = { type: (text: string | undefined) => typed.push(text), goTo: () => {} };
  const step = tourStep(index, state, { shell } as unknown as Session);
  return {
    done: step?.done,
    offers: step?.offers.map(({ label }) => label),
    type: () => step?.offers[0]?.run(),
    typed,
  };
};

it.each<[string, readonly MessageView[], boolean, string[]]>([
  ['before anything was sent', [], false, ['Type it for me']],
  ['while the answer is on its way', [sent], false, []],
  ['after the form that shows the request', [sent, answer('Is this right?')], false, ['Type another one']],
  ['after a refusal', [sent, answer('You already have Contributor')], false, ['Type another one']],
  ['once the request waits for approval', [sent, waiting], true, []],
  ['once the role is granted', [sent, answer('Eligible until tomorrow')], true, []],
])('the first step %s is right', (_name, messages, done, offers) => {
  expect(stepAfter(0, messages)).toMatchObject({ done, offers });
});

it('the first step stays done when the reader becomes somebody else and opens another channel', () => {
  expect(stepAfter(0, [sent, waiting], 'bo', 'approvals').done).toBe(true);
});

it('the second step leads back to the first while no request waits', () => {
  expect(stepAfter(1, [], 'bo', 'approvals')).toMatchObject({ done: false, offers: ['Ask first'] });
});

it('a role whose card is there already is not typed again', () => {
  const { type, typed } = stepAfter(0, [answer('Contributor on Payments Production. Ended')], 'ana', 'general', '9999');
  type();
  expect(typed).toEqual([expect.stringContaining('reader on ledger')]);
});
