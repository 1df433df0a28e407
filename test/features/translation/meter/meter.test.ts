import { createMeter } from '#features/translation/meter/meter.ts';
import { dayOf, usageMigrations, usedBy } from '#features/translation/meter/usage-store.ts';
import { translationSection } from '#features/translation/policy.ts';
import { newTranslation, translationMigrations, translationStore } from '#features/translation/store.ts';
import type { Asker } from '#features/translation/translation.ts';
import { DAY } from '#platform/lib/clock.ts';
import type { Database } from '#platform/storage/database.ts';
import { describeStores } from '../../../support/database.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { createTestPolicy } from '../../../support/policy.ts';

const ana: Asker = { objectId: 'ana', tenantId: 'tenant', conversationId: 'general' };
const bo: Asker = { objectId: 'bo', tenantId: 'tenant', conversationId: 'finance' };

describeStores((_kind, open) => {
  let database: Database;
  const setUp = async (budgets: string) => {
    database = await open({ ...usageMigrations, ...translationMigrations });
    await translationStore.insert(database.db, 0, {
      ...newTranslation(0),
      ...{ id: 'order', source: 'said', asked_by: 'ana', language: 'en', held_until: '', thing_json: null },
      ...{ asker_json: '{}', reach_json: '{}', order_json: '{}', view_json: '{}' },
    });
    const policy = createTestPolicy(`translation:\n  budgets: ${budgets}\n`, [translationSection]);
    const clock = createManualClock(Date.UTC(2026, 10, 29, 12));
    const meter = createMeter({ database, policy, clock }, 'order');
    const usedNow = async (holder: 'tenant' | 'channel' | 'person', id: string) => {
      const { day, month } = await usedBy(database.db, dayOf(clock.now()), { holder, id });
      return [day.characters, month.characters];
    };
    return { meter, clock, usedNow };
  };

  const refusal = (work: Promise<unknown>) =>
    work.then(
      () => 'let through',
      (error: { values?: unknown }) => error.values,
    );

  it('a reservation counts before the call, is corrected after it, and stays counted without an answer', async () => {
    const { meter, usedNow } = await setUp('{}');
    const first = await meter.reserve(100, ana);
    expect(await usedNow('person', 'ana')).toEqual([100, 100]);
    await first.settle(90);
    const lost = await meter.reserve(30, ana);
    await lost.settle(undefined);
    const refused = await meter.reserve(1_000, bo);
    await refused.settle(0);
    expect(await usedNow('person', 'ana')).toEqual([120, 120]);
    expect(await usedNow('tenant', 'tenant')).toEqual([120, 120]);
    expect(await usedNow('channel', 'finance')).toEqual([0, 0]);
    expect(await meter.charged()).toBe(120);
  });

  it('each try counts, and an answer is settled once', async () => {
    const { meter, usedNow } = await setUp('{}');
    const reservation = await meter.reserve(100, ana);
    await reservation.again();
    await reservation.settle(80);
    await reservation.settle(0);
    expect(await usedNow('person', 'ana')).toEqual([180, 180]);
  });

  it.each([
    ['{ person: { day: 100 } }', 'person', 'day'],
    ['{ channel: { month: 100 } }', 'channel', 'month'],
    ['{ tenant: { day: 100, month: 500 } }', 'tenant', 'day'],
  ])('with %s a request beyond the budget is refused and not counted', async (budgets, holder, period) => {
    const { meter, usedNow } = await setUp(budgets);
    await meter.reserve(60, ana);
    const short = { holder, period, limit: 100, left: 40, needed: 41, never: 'false' };
    expect(await refusal(meter.foresee(41, ana))).toMatchObject(short);
    expect(await refusal(meter.reserve(41, ana))).toMatchObject(short);
    expect(await usedNow('person', 'ana')).toEqual([60, 60]);
    expect(await refusal(meter.reserve(40, ana))).toBe('let through');
  });

  it('a further try beyond the budget is refused, and the first one stays counted', async () => {
    const { meter, usedNow } = await setUp('{ person: { day: 150 } }');
    const reservation = await meter.reserve(100, ana);
    expect(await refusal(reservation.again())).toMatchObject({ left: 50 });
    expect(await usedNow('person', 'ana')).toEqual([100, 100]);
  });

  it('budgets renew at midnight UTC, and at the end of the month', async () => {
    const { meter, clock, usedNow } = await setUp('{ person: { day: 100 }, tenant: { month: 250 } }');
    await meter.reserve(100, ana);
    expect(await refusal(meter.reserve(1, ana))).toMatchObject({ renews: new Date('2026-11-30') });
    clock.advance(DAY);
    await meter.reserve(100, ana);
    expect(await refusal(meter.reserve(60, ana))).toMatchObject({ holder: 'tenant', renews: new Date('2026-12-01') });
    clock.advance(DAY);
    await meter.reserve(60, ana);
    expect(await usedNow('tenant', 'tenant')).toEqual([60, 60]);
  });

  it('of many requests at once as many are sent as the budget covers', async () => {
    const { meter, usedNow } = await setUp('{ tenant: { month: 100 } }');
    const all = await Promise.all(Array.from({ length: 8 }, (_, n) => refusal(meter.reserve(30, n % 2 ? ana : bo))));
    expect(all.filter((said) => said === 'let through')).toHaveLength(3);
    expect(await usedNow('tenant', 'tenant')).toEqual([90, 90]);
  });

  it('saved characters are counted apart', async () => {
    const { meter } = await setUp('{ person: { day: 10 } }');
    await meter.saved(500, ana);
    const used = await usedBy(database.db, '2026-11-29', { holder: 'person', id: 'ana' });
    expect(used.month).toEqual({ characters: 0, saved: 500 });
  });
});
