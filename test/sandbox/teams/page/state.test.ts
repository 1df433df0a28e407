import type { World } from '../../../../src/sandbox/teams/api.ts';
import {
  initialState,
  type State,
  unreadCount,
  withEvent,
  withLoaded,
  withMessage,
  withNotice,
  withOpened,
  withoutStaleTyping,
  withoutTrouble,
} from '../../../../src/sandbox/teams/page/data/state.ts';
import { seededRandom } from '../../../support/seeded-random.ts';
import { aMessage } from './messages.ts';

const conversations = [
  { id: 'general', kind: 'channel', name: 'General' },
  { id: 'approvals', kind: 'channel', name: 'Approvals' },
] as const;
const world: World = {
  tenantId: 't',
  bot: { id: 'b', name: 'Steward' },
  team: { name: 'Payments', channels: [...conversations] },
  people: [],
  commands: { channel: [], personal: [] },
  messageActions: [],
  app: { name: 'Steward', description: '', version: '1' },
  locales: [],
};
const start = (): State => withLoaded(initialState(world, 'ana', 'general'), conversations, {});
const NOW = 1_000;
const at = (hour: number): string => new Date(Date.UTC(2100, 0, 1, hour)).toISOString();

it('holds each message once, in the order of first arrival and as it was told last', () => {
  const random = seededRandom(7);
  const told = Array.from({ length: 200 }, (_, turn) =>
    aMessage(`${Math.floor(random() * 20) + 1}`, { text: `told in turn ${turn}` }),
  );
  const shown = told.reduce(withMessage, start()).messages['general'] ?? [];
  const first = [...new Set(told.map(({ id }) => id))];
  expect(shown.map(({ id }) => id)).toEqual(first);
  expect(shown).toEqual(first.map((id) => told.findLast((message) => message.id === id)));
});

it('is unread what others wrote where one does not look, message by message', () => {
  const state = ['1', '2'].map((id) => aMessage(id, { conversationId: 'approvals' })).reduce(withMessage, start());
  expect(unreadCount(state, 'approvals')).toBe(2);
});

it('is read what one wrote oneself', () => {
  const own = aMessage('1', { conversationId: 'approvals', from: { kind: 'person', key: 'ana', name: 'Ana Rossi' } });
  expect(unreadCount(withMessage(start(), own), 'approvals')).toBe(0);
});

it('is read what one has opened, after one has left it too', () => {
  const written = withMessage(start(), aMessage('1', { conversationId: 'approvals' }));
  const left = withOpened(withOpened(written, 'approvals'), 'general');
  expect(unreadCount(left, 'approvals')).toBe(0);
});

it('an edit of what was read does not make it unread', () => {
  const message = aMessage('1', { conversationId: 'approvals' });
  const read = withOpened(withOpened(withMessage(start(), message), 'approvals'), 'general');
  expect(unreadCount(withMessage(read, { ...message, editedAt: message.at }), 'approvals')).toBe(0);
});

it('a conversation that is not this person’s gives way to the first one', () => {
  expect(withLoaded(withOpened(start(), 'somebody else’s chat'), conversations, {}).open).toBe('general');
});

it('the bot stops typing where its message has arrived, and nowhere else', () => {
  const typing = ['1', '2'].reduce(
    (state, rootId) => withEvent(state, { type: 'typing', conversationId: 'general', rootId }, NOW),
    start(),
  );
  const answered = withMessage(typing, aMessage('3', { rootId: '1' }));
  expect(answered.typing.map(({ rootId }) => rootId)).toEqual(['2']);
});

it('typing that leads to nothing is not believed for ever', () => {
  const typing = withEvent(start(), { type: 'typing', conversationId: 'general' }, NOW);
  expect(withoutStaleTyping(typing, NOW + 60_000).typing).toEqual([]);
});

it('a screen reader is told of what others write in the open conversation', () => {
  expect(withMessage(start(), aMessage('1')).announcement).toContain('Steward');
});

it('a toast tells of what comes where one does not look, and of nothing else', () => {
  const own = { kind: 'person', key: 'ana', name: 'Ana Rossi' } as const;
  const heard = [
    aMessage('1', { conversationId: 'approvals' }),
    aMessage('2', { conversationId: 'approvals', from: own }),
    aMessage('3'),
  ].reduce(withMessage, start());
  expect(heard.shell.toasts.map(({ message, where }) => [message.id, where])).toEqual([['1', 'Approvals']]);
});

it('an edit of a message brings no second toast', () => {
  const message = aMessage('1', { conversationId: 'approvals' });
  const gone = { ...withMessage(start(), message), shell: start().shell };
  expect(withMessage(gone, { ...message, editedAt: message.at }).shell.toasts).toEqual([]);
});

it('a message that changes takes its toast away', () => {
  const message = aMessage('1', { conversationId: 'approvals' });
  const heard = withMessage(start(), message);
  expect(withMessage(heard, { ...message, editedAt: message.at }).shell.toasts).toEqual([]);
});

it('no toast tells one of one’s own deed', () => {
  const people = [{ key: 'ana', name: 'Ana Rossi' }] as unknown as World['people'];
  const asked = aMessage('1', { conversationId: 'approvals', summary: 'Ana Rossi asks: Reader on Ledger' });
  const own = withMessage({ ...start(), world: { ...world, people } }, asked);
  expect(own.shell.toasts).toEqual([]);
});

it('the line “New” stands above the first message that others wrote since one looked', () => {
  const read = withOpened(withMessage(start(), aMessage('1', { conversationId: 'approvals' })), 'approvals');
  const left = withOpened(read, 'general');
  const later = [3, 4].map((hour) => aMessage(`${hour}`, { conversationId: 'approvals', at: at(hour) }));
  expect(withOpened(later.reduce(withMessage, left), 'approvals').newFrom).toBe('3');
});

it('no line “New” stands where one was never before', () => {
  expect(withOpened(withMessage(start(), aMessage('1', { conversationId: 'approvals' })), 'approvals').newFrom).toBe(
    undefined,
  );
});

it('says so when the address led nowhere', () => {
  const { notices, open } = withLoaded(withOpened(start(), 'nonsense'), conversations, {});
  expect(notices).toEqual([expect.objectContaining({ conversationId: open, trouble: true })]);
});

it('a line of trouble goes when it has come right, and only there', () => {
  const lines = [undefined, '1'].map((rootId) => ({
    conversationId: 'general',
    ...(rootId && { rootId }),
    text: 'not sent',
    trouble: true as const,
  }));
  const told = lines.reduce(withNotice, start());
  expect(withoutTrouble(told, { conversationId: 'general' }).notices.map(({ rootId }) => rootId)).toEqual(['1']);
});

it('a conversation that one opens takes its toasts with it', () => {
  const heard = withMessage(start(), aMessage('1', { conversationId: 'approvals' }));
  expect(withOpened(heard, 'approvals').shell.toasts).toEqual([]);
});
