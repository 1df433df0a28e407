import { fc } from '../../../../test/support/fast-check.ts';
import { initialShell, withPanel, withToast } from '../../../teams/page/data/shell.ts';
import {
  initialState,
  type State,
  unreadCount,
  withAwaited,
  withEvent,
  withLoaded,
  withMessage,
  withNotice,
  withOpened,
  withoutStaleTyping,
  withoutTrouble,
} from '../../../teams/page/data/state.ts';
import { aMessage, aWorld } from './page-store.ts';

const { channels } = aWorld.team;
const own = { id: 'own', kind: 'personal', name: 'Steward', members: ['ana'] } as const;
const start = (): State => withLoaded(initialState(aWorld, 'ana', 'general'), [...channels, own], {});
const NOW = 1_000;
const ana = { kind: 'person', key: 'ana', name: 'Ana Rossi' } as const;
/** A message in Approvals, which is not open. */
const elsewhere = (id = '1', more = {}) => aMessage(id, { conversationId: 'approvals', ...more });
const bo = { text: '<at>Bo Lind</at>', name: 'Bo Lind' };
const mention = elsewhere('1', { mentions: [{ text: '<at>Ana Rossi</at>', name: 'Ana Rossi' }] });
const edited = { ...elsewhere(), editedAt: elsewhere().at };
/** Ana opens Approvals and goes back to General. */
const visited = (state: State): State => withOpened(withOpened(state, 'approvals'), 'general');
const withAll = (...messages: Parameters<typeof withMessage>[1][]): State => messages.reduce(withMessage, start());
const toasts = ({ shell }: State) => shell.toasts.map(({ message, where }) => `${message.id} in ${where}`);

it('a message is listed once, at its first place and with its newest text', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(20), { maxLength: 100 }), (numbers) => {
      const sent = numbers.map((number, turn) => aMessage(`${number + 1}`, { text: `sent in turn ${turn}` }));
      const first = [...new Set(sent.map(({ id }) => id))];
      const newest = first.map((id) => sent.findLast((message) => message.id === id));
      expect(withAll(...sent).messages['general'] ?? []).toEqual(newest);
    }),
  );
});

it.each<[string, State, number]>([
  ['two messages of others', withAll(elsewhere('1'), elsewhere('2')), 2],
  ["the person's own message", withAll(elsewhere('1', { from: ana })), 0],
  ['a message that was opened', visited(withAll(elsewhere())), 0],
  ['an edit of a message that was opened', withMessage(visited(withAll(elsewhere())), edited), 0],
])('the unread count of %s is right', (_name, state, count) => {
  expect(unreadCount(state, 'approvals')).toBe(count);
});

it.each<[string, State, string[]]>([
  ['of a mention elsewhere has its place', withAll(mention), ['1 in Approvals']],
  ['of a message in the own chat has its place', withAll(elsewhere('1', { conversationId: 'own' })), ['1 in Steward']],
  ['of a channel message that mentions nobody is not shown', withAll(elsewhere()), []],
  ['of a mention of somebody else is not shown', withAll(elsewhere('1', { mentions: [bo] })), []],
  ["of the person's own message is not shown", withAll(elsewhere('1', { from: ana })), []],
  ['of a message in the open conversation is not shown', withAll(aMessage('1')), []],
  ['of a message that was edited is removed', withAll(mention, edited), []],
  ['of an edit is not shown', withMessage({ ...withAll(mention), shell: start().shell }, edited), []],
  ['in a conversation that is opened is removed', withOpened(withAll(mention), 'approvals'), []],
])('a toast %s', (_name, state, shown) => {
  expect(toasts(state)).toEqual(shown);
});

it('at most three toasts are shown, the newest, and one for each message', () => {
  const messages = ['1', '2', '3', '4', '4'].map((id) => ({ message: aMessage(id), where: 'Approvals' }));
  const { toasts: shown } = messages.reduce(withToast, initialShell);
  expect(shown.map(({ message }) => message.id)).toEqual(['2', '3', '4']);
});

it("a panel's button opens it instead of another panel, and closes it when it is open", () => {
  const opened = withPanel(withPanel(initialShell, 'settings'), 'inspector');
  expect([opened.panel, withPanel(opened, 'inspector').panel]).toEqual(['inspector', undefined]);
});

it("a conversation that is not the person's is replaced by the first one, with a notice", () => {
  const { notices, open } = withLoaded(withOpened(start(), 'unknown'), channels, {});
  expect([open, notices]).toEqual(['general', [expect.objectContaining({ conversationId: 'general', trouble: true })]]);
});

it("the bot's typing ends in the thread where its message arrived, and after a while everywhere", () => {
  const typing = ['1', '2'].reduce(
    (state, rootId) => withEvent(state, { type: 'typing', conversationId: 'general', rootId }, NOW),
    start(),
  );
  const answered = withMessage(typing, aMessage('3', { rootId: '1' }));
  expect(answered.typing.map(({ rootId }) => rootId)).toEqual(['2']);
  expect(withoutStaleTyping(answered, NOW + 60_000).typing).toEqual([]);
});

it('a message of others in the open conversation is announced to screen readers', () => {
  expect(withAll(aMessage('1')).announcement).toContain('Steward');
});

it('the line “New” is above the first message since the last visit', () => {
  const at = (hour: number): string => new Date(Date.UTC(2100, 0, 1, hour)).toISOString();
  const later = [3, 4].map((hour) => elsewhere(`${hour}`, { at: at(hour) }));
  expect(withOpened(later.reduce(withMessage, visited(withAll(elsewhere()))), 'approvals').newFrom).toBe('3');
});

it('a first visit has no line “New”', () => {
  expect(withOpened(withAll(elsewhere()), 'approvals').newFrom).toBe(undefined);
});

it('a success removes the error notices of its conversation or thread, and no others', () => {
  const text = 'not sent';
  const failed = [{}, { rootId: '1' }]
    .map((thread) => ({ conversationId: 'general', ...thread, text, trouble: true as const }))
    .reduce(withNotice, start());
  expect(withoutTrouble(failed, { conversationId: 'general' }).notices).toMatchObject([{ rootId: '1' }]);
});

const pressed = withAwaited(start(), 'general', Date.parse(aMessage('1').at));
const tooLate = withAwaited(start(), 'general', Date.parse(aMessage('1').at) - 60_000);
const answer = (id: string, more = {}) => aMessage(id, { from: { kind: 'bot', key: 'bot', name: 'Steward' }, ...more });

it.each<[string, State, string | undefined]>([
  [
    'the first new message of the bot there is its answer',
    [answer('1'), answer('2')].reduce(withMessage, pressed),
    '1',
  ],
  [
    'a message of the bot elsewhere is not',
    withMessage(pressed, answer('1', { conversationId: 'approvals' })),
    undefined,
  ],
  ['a message of a person is not', withMessage(pressed, aMessage('1', { from: ana })), undefined],
  ['a message that comes much later is not', withMessage(tooLate, answer('1')), undefined],
])('after a press in the open conversation %s', (_name, { answer: found }, id) => {
  expect(found).toBe(id);
});

it('a connection that is back removes the line that a message was not sent', () => {
  const lost: State = { ...start(), link: 'lost' };
  const told = withNotice(lost, { conversationId: 'general', text: 'The message was not sent', trouble: true });
  expect(withLoaded(told, channels, {}).notices).toEqual([]);
});
