import type { Services } from '#features/feature.ts';
import { alertTexts } from '#features/watches/chat/translatable.ts';
import { turnOf } from '../../support/turn.ts';

const HERE = '19:alerts@thread.tacv2';
const at = (conversationId: string) => turnOf({ where: { conversationId, kind: 'channel' } });

/** A channel's card of one incident whose source says this of it. */
const servicesWith = (texts: readonly string[]): Services =>
  ({
    alerts: {
      card: async (id: string) => (id === 'card-1' ? { conversationId: HERE, source: 'health', item: {} } : undefined),
      sources: [{ name: 'health', cardSubject: () => ({ texts }) }],
    },
  }) as unknown as Services;

const INCIDENT = servicesWith(['Key Vault', 'One.\nTwo.']);

it('the texts of an incident are the paragraphs of its source', async () => {
  expect(await alertTexts.texts('card-1', at(`${HERE};messageid=1`), INCIDENT)).toEqual(['Key Vault', 'One.', 'Two.']);
});

it.each([
  ['in another conversation', 'card-1', '19:other@thread.tacv2', INCIDENT],
  ['for an unknown card', 'card-2', HERE, INCIDENT],
  ['when its source hides them', 'card-1', HERE, servicesWith([])],
])('an incident has no texts %s', async (_what, id, conversation, services) => {
  expect(await alertTexts.texts(id, at(conversation), services)).toBeUndefined();
});
