import type { VerifiedActivity } from '#bot/gate/activity.ts';
import { membershipOf } from '#bot/turn/membership.ts';
import membership from '../../fixtures/bot/membership.json' with { type: 'json' };

const BOT = '28:bot';
const told = (type: string, raw: Readonly<Record<string, unknown>> = {}) =>
  membershipOf({ type, recipient: { id: BOT }, raw } as unknown as VerifiedActivity);

it.each(membership)('is $membership for $type $raw', ({ membership, type, raw }) => {
  expect(told(type, raw)).toBe(membership);
});
