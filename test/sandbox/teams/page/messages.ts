import type { MessageView } from '../../../../src/sandbox/teams/api.ts';

/** A message of Steward in General, a second later for each higher id. */
export const aMessage = (id: string, more: Partial<MessageView> = {}): MessageView => ({
  id,
  conversationId: 'general',
  from: { kind: 'bot', name: 'Steward' },
  at: new Date(Date.UTC(2026, 2, 2, 9, 0, Number(id))).toISOString(),
  text: `message ${id}`,
  cards: [],
  ...more,
});
