import type { MessageView } from '../../../teams/api.ts';
import { menuOf } from '../../../teams/page/view/message/message-menu-entries.ts';
import { aMessage, aWorld } from './page-store.ts';

const labels = (message: MessageView, olderClient = false): string[] =>
  menuOf(message, { me: 'ana', world: aWorld, conversations: aWorld.team.channels, olderClient }).flatMap(
    ({ entries }) => entries.map(({ label }) => label),
  );
const by = (key: string, more: Partial<MessageView> = {}) =>
  aMessage('1', { from: { kind: 'person', key, name: key }, ...more });
const refreshing = (userIds: readonly string[]) =>
  aMessage('1', { cards: [{ refresh: { action: { type: 'Action.Execute', verb: 'look' }, userIds } }] });
const { text: _text, ...cardsOnly } = by('ana', { cards: [{}] });
const copy = ['Copy text', 'Copy link'];

it.each<[string, MessageView, boolean, string[]]>([
  ["the person's own message", by('ana'), false, ['Edit', 'Delete', ...copy]],
  ["the person's own cards", cardsOnly, false, ['Delete', ...copy]],
  ["another person's message", by('bo'), false, copy],
  ['a message in a chat', by('bo', { conversationId: 'a:sandbox-bo' }), false, ['Reply', ...copy]],
  ['a card that does not refresh itself for the person', refreshing([]), false, [...copy, 'Refresh card']],
  ['a card that refreshes itself for the person', refreshing(['29:ana']), false, copy],
  ['a card with a refresh in an older client', refreshing([]), true, copy],
])('the menu of %s has its entries, then those of the app', (_name, message, olderClient, entries) => {
  expect(labels(message, olderClient)).toEqual([...entries, 'Request a role']);
});

it("the app's entries are under its name", () => {
  expect(
    menuOf(by('bo'), { me: 'ana', world: aWorld, conversations: aWorld.team.channels, olderClient: false }).at(-1)?.app,
  ).toBe('Steward');
});
