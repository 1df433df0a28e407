import type { Rendered } from '../../src/engine/outbox/renderer.ts';
import { sharedCard } from '../../src/engine/outbox/views.ts';
import { createAccounts } from '../../src/teams/connector/conversations/accounts.ts';

/** The shared card as it stands in a conversation of these people. */
export const postShared = (rendered: Rendered, crowd: readonly string[]): Promise<Rendered['card']> => {
  const accounts = new Map(crowd.map((objectId) => [objectId, `29:${objectId}`]));
  const conversations = { accounts: async () => new Map<string, string>() };
  const connector = {
    accounts: createAccounts(conversations, { everybody: async () => ({ accounts, isWhole: true }) }),
  };
  const here = { id: '19:here@thread.tacv2', serviceUrl: 'https://teams.example/', tenantId: 'tenant' };
  return sharedCard(connector, here, rendered);
};
