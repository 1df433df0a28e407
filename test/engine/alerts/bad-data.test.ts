import { describeUnknownNames, unknownNames } from '#engine/alerts/feed/unknown-names.ts';
import { DAY, HOUR } from '#platform/lib/clock.ts';
import { loadTexts } from '#platform/texts/texts.ts';
import { CHANNEL, describeAlerts, type Item, incident } from './engine.ts';

const OTHER = '19:other@thread.tacv2';
const ONE_IN_DIGEST = 'send #: One incident since the last notification';

describeAlerts((e) => {
  describe('an unreadable item of a feed', () => {
    beforeEach(async () => {
      e.feeds.unsorted = true;
      await e.watch();
    });

    it.each<[string, Item]>([
      ['without a signal', null as unknown as Item],
      ['without an update time', incident('B-1', { updatedAt: Number.NaN })],
    ])('%s does not affect the other items', async (_what, bad) => {
      const over = incident('A-2', { open: false, updatedAt: e.clock.now() + HOUR });
      e.feeds.items.set('sub', [incident('A-1'), bad, over]);
      await e.pass(0);
      await e.pass();
      expect(e.newCalls().sort()).toEqual([ONE_IN_DIGEST, 'send #: trouble A-1: open error']);
      expect(await e.feed()).toMatchObject({ failures: 0, last_error: null });
    });

    it('an unreadable item of a feed is read again for some days, then the watermark moves on', async () => {
      e.feeds.items.set('sub', [null as unknown as Item]);
      await e.pass(0);
      const begun = (await e.feed()).since;
      await e.pass(DAY);
      await e.pass(6 * DAY);
      expect((await e.feed()).since > begun).toBe(true);
      e.feeds.items.set('sub', []);
      await e.pass();
      expect(Date.parse((await e.feed()).since)).toBeGreaterThan(e.clock.now() - 2 * DAY);
    });
  });

  describe('an unreadable stored incident', () => {
    /** The feed lists nothing any more, and this version cannot read the stored incident. */
    const damage = async (key: string): Promise<void> => {
      await e.database.db.updateTable('alerts').set({ item_json: '7' }).where('key', '=', key).execute();
      e.feeds.items.clear();
    };
    const updateBoth = (more: Partial<Item> = {}): Promise<void> => {
      e.putItem(incident('A-1', more));
      return e.update('A-2', more);
    };

    it('an unreadable stored incident does not keep the other ones from a new watch', async () => {
      await e.watch();
      await updateBoth();
      e.newCalls();
      await damage('A-1');
      await e.watch({ conversationId: OTHER });
      await e.pass();
      expect(e.newCalls()).toEqual([`send ${OTHER}: trouble A-2: open error`]);
      expect(await e.alerts.names('health')).toEqual({ services: ['Storage'], regions: ['West'] });
    });

    it('an unreadable stored incident does not keep the other ones from a digest', async () => {
      await e.watch({ rhythm: 'hour' });
      await updateBoth();
      await damage('A-1');
      await e.pass(HOUR);
      expect(e.newCalls()).toEqual([ONE_IN_DIGEST]);
    });

    it('an unreadable stored incident that was resolved in a pause does not keep the other ones from the digest after the pause', async () => {
      const { ref } = await e.watch();
      await e.pass();
      await e.alerts.pause(CHANNEL, ref, e.clock.now() + HOUR);
      await updateBoth({ open: false });
      await damage('A-1');
      await e.pass(HOUR);
      await e.pass();
      expect(e.newCalls()).toEqual([ONE_IN_DIGEST]);
      expect((await e.feed()).failures).toBe(0);
    });
  });

  it('unreadable quiet hours of a watch are ignored', async () => {
    await e.watch();
    await e.database.db.updateTable('watches').set({ quiet_json: '{"from":"night"}' }).execute();
    expect(await e.alerts.watches(CHANNEL)).toMatchObject([{ quiet: undefined }]);
  });
});

const known = { services: ['App Service', 'Key Vault', 'Service Bus'], regions: ['West Europe', 'North Europe'] };

it('a known name in another case or spelling is not unknown', () => {
  expect(unknownNames({ services: ['app service', 'KeyVault'], regions: ['WEST-EUROPE'] }, known)).toEqual([]);
});

it.each([
  [{ services: ['Ap Service'] }, 'service', ['App Service']],
  [{ services: ['Vault'] }, 'service', ['Key Vault']],
  [{ regions: ['Europe'] }, 'region', ['North Europe', 'West Europe']],
  [{ regions: ['Moon'] }, 'region', []],
])('an unknown name (%j) is returned with similar known names', (wanted, what, near) => {
  expect(unknownNames(wanted, known)).toMatchObject([{ what, near }]);
});

it('an unknown name is described in one sentence', () => {
  const words = loadTexts().for('en');
  expect(describeUnknownNames(unknownNames({ services: ['Ap Service'] }, known), words)).toMatch(
    /“Ap Service”\. Did you mean App Service\?/,
  );
  expect(describeUnknownNames([], words)).toBe('');
});
