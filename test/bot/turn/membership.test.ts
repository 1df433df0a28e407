import type { VerifiedActivity } from '#bot/gate/activity.ts';
import { membershipOf } from '#bot/turn/membership.ts';

const BOT = '28:bot';
const told = (type: string, raw: Readonly<Record<string, unknown>> = {}) =>
  membershipOf({ type, recipient: { id: BOT }, raw } as unknown as VerifiedActivity);

it.each([
  ['installed', 'installationUpdate', { action: 'add' }],
  ['installed', 'installationUpdate', { action: 'add-upgrade' }],
  ['removed', 'installationUpdate', { action: 'remove' }],
  ['removed', 'installationUpdate', { action: 'remove-upgrade' }],
  [undefined, 'installationUpdate', {}],
  ['installed', 'conversationUpdate', { membersAdded: [{ id: '29:ana' }, { id: BOT }] }],
  ['removed', 'conversationUpdate', { membersRemoved: [{ id: BOT }] }],
  [undefined, 'conversationUpdate', { membersAdded: [{ id: '29:ana' }] }],
  [undefined, 'conversationUpdate', { membersRemoved: null }],
  [undefined, 'message', { membersAdded: [{ id: BOT }] }],
])('is %s for %s %j', (membership, type, raw) => {
  expect(told(type, raw)).toBe(membership);
});
