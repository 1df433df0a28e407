import type { NewDelivery } from '#engine/outbox/repository.ts';
import { describeStores } from '../../support/database.ts';
import { createFakeConnector } from '../../support/fake-connector.ts';
import { createBench, SUBJECT } from './outbox-bench.ts';

const ANA = 'aaaabbbb-cccc-4ddd-8eee-ffff00001111';
const HERE = '19:here@thread.tacv2';
const ROOT = 'thing:root';

describeStores((_kind, open) => {
  const stands = async (
    deliveries: readonly Pick<NewDelivery, 'subject' | 'to' | 'postedAs'>[],
    where: { readonly conversationId: string; readonly person?: string },
  ): Promise<boolean> => {
    const { outbox, database } = await createBench(open, createFakeConnector());
    for (const one of deliveries) {
      await outbox.deliver(database.db, { variant: 'all', language: 'en', version: 1, ...one });
    }
    return outbox.hasCopyIn(SUBJECT, where);
  };

  const thread = { conversationId: `${HERE};messageid=7` };
  const chat = { conversationId: 'a:chat', person: ANA };

  it.each([
    ['a copy that is on its way to the channel counts in its threads', { conversation: HERE }, thread, true],
    ['a copy in one thread counts in another one', { conversation: `${HERE};messageid=1` }, thread, true],
    ['a copy in another channel does not count', { conversation: '19:other@thread.tacv2' }, thread, false],
    ['a copy on its way to a person counts in their own chat', { person: ANA.toUpperCase() }, chat, true],
    ['a copy on its way to a person does not count in a channel', { person: ANA }, thread, false],
    ['a copy on its way to another person does not count', { person: 'somebody' }, chat, false],
  ])('%s', async (_what, to, where, expected) => {
    expect(await stands([{ subject: SUBJECT, to }], where)).toBe(expected);
  });

  it('a copy that is a pressed card counts', async () => {
    const postedAs = { conversationId: thread.conversationId, activityId: '7' };
    expect(await stands([{ subject: SUBJECT, to: { conversation: HERE }, postedAs }], thread)).toBe(true);
  });

  it('a copy on its way under another card counts in that card’s conversation only', async () => {
    const both = [
      { subject: ROOT, to: { conversation: HERE } },
      { subject: SUBJECT, to: { under: ROOT } },
    ];
    expect([await stands(both, thread), await stands(both, chat)]).toEqual([true, false]);
  });

  it('a copy of another subject does not count', async () => {
    expect(await stands([{ subject: ROOT, to: { conversation: HERE } }], thread)).toBe(false);
  });
});
