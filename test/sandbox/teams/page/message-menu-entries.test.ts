import type { MessageView } from '../../../../src/sandbox/teams/api.ts';
import { menuOf } from '../../../../src/sandbox/teams/page/view/message/message-menu-entries.ts';
import { aMessage } from './messages.ts';
import { aWorld } from './page-store.ts';

const labels = (message: MessageView, olderClient = false): string[] =>
  menuOf(message, { me: 'ana', world: aWorld, olderClient }).flatMap(({ entries }) =>
    entries.map(({ label }) => label),
  );
const by = (key: string, more: Partial<MessageView> = {}) =>
  aMessage('1', { from: { kind: 'person', key, name: key }, ...more });
const refreshing = (userIds: readonly string[]) => ({
  refresh: { action: { type: 'Action.Execute', verb: 'look' }, userIds },
});

it('offers to edit and delete what one wrote oneself', () => {
  expect(labels(by('ana'))).toEqual(['Edit', 'Delete', 'Copy text', 'Copy link', 'Request a role']);
});

it('offers no change of what others wrote', () => {
  expect(labels(by('bo'))).toEqual(['Copy text', 'Copy link', 'Request a role']);
});

it('offers no edit where there is no text', () => {
  const { text: _text, ...cardsOnly } = by('ana', { cards: [{}] });
  expect(labels(cardsOnly)).not.toContain('Edit');
});

it('offers to refresh a card that does not do so by itself for this person', () => {
  expect(labels(aMessage('1', { cards: [refreshing([])] }))).toContain('Refresh card');
});

it('offers no refresh of a card that has done so by itself', () => {
  expect(labels(aMessage('1', { cards: [refreshing(['29:ana'])] }))).not.toContain('Refresh card');
});

it('an older client knows no refresh', () => {
  expect(labels(aMessage('1', { cards: [refreshing([])] }), true)).not.toContain('Refresh card');
});

it('names the app over its own actions', () => {
  expect(menuOf(by('bo'), { me: 'ana', world: aWorld, olderClient: false }).at(-1)?.app).toBe('Steward');
});

it('offers to reply in a chat, where a reply quotes, and in no channel', () => {
  expect(labels(by('bo', { conversationId: 'a:sandbox-bo' }))).toContain('Reply');
  const [channel] = aWorld.team.channels;
  expect(labels(by('bo', { conversationId: channel?.id ?? '' }))).not.toContain('Reply');
});
