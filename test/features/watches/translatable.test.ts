import type { Services } from '../../../src/features/feature.ts';
import { alertTexts } from '../../../src/features/watches/chat/translatable.ts';
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

const TOLD = servicesWith(['Key Vault', 'One.\nTwo.']);

it('the texts of an incident are those of its source, a paragraph each', async () => {
  expect(await alertTexts.texts('card-1', at(`${HERE};messageid=1`), TOLD)).toEqual(['Key Vault', 'One.', 'Two.']);
});

it.each([
  ['where its card does not stand', 'card-1', '19:other@thread.tacv2', TOLD],
  ['of a card that is none', 'card-2', HERE, TOLD],
  ['where the source hides them', 'card-1', HERE, servicesWith([])],
])('there are none %s', async (_what, id, conversation, services) => {
  expect(await alertTexts.texts(id, at(conversation), services)).toBeUndefined();
});
