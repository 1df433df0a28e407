import type { World } from '../../../../src/sandbox/teams/api.ts';
import {
  initialState,
  isUnread,
  type State,
  withEvent,
  withLoaded,
  withMessage,
  withOpened,
  withoutStaleTyping,
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
};
const start = (): State => withLoaded(initialState(world, 'ana', 'general'), conversations, {});
const NOW = 1_000;

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

it('is unread what somebody else wrote where one does not look', () => {
  const state = withMessage(start(), aMessage('1', { conversationId: 'approvals' }));
  expect(isUnread(state, 'approvals')).toBe(true);
});

it('is read what one wrote oneself', () => {
  const own = aMessage('1', { conversationId: 'approvals', from: { kind: 'person', key: 'ana', name: 'Ana Rossi' } });
  expect(isUnread(withMessage(start(), own), 'approvals')).toBe(false);
});

it('is read what one has opened, after one has left it too', () => {
  const written = withMessage(start(), aMessage('1', { conversationId: 'approvals' }));
  const left = withOpened(withOpened(written, 'approvals'), 'general');
  expect(isUnread(left, 'approvals')).toBe(false);
});

it('an edit of what was read does not make it unread', () => {
  const message = aMessage('1', { conversationId: 'approvals' });
  const read = withOpened(withOpened(withMessage(start(), message), 'approvals'), 'general');
  expect(isUnread(withMessage(read, { ...message, editedAt: message.at }), 'approvals')).toBe(false);
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
