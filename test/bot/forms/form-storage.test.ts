import { createFormStorage, formMigrations } from '../../../src/bot/forms/form-storage.ts';
import { describeStores } from '../../support/database.ts';
import { createManualClock } from '../../support/manual-clock.ts';

const MOST = 3;

describeStores((_kind, open) => {
  const setUp = async () => {
    const database = await open(formMigrations);
    const clock = createManualClock();
    const storage = createFormStorage(database, clock, () => MOST);
    const fill = async (...keys: string[]): Promise<void> => {
      for (const key of keys) {
        clock.advance(1_000);
        await storage.write({ [key]: { answers: key } });
      }
    };
    const kept = async (...keys: string[]) => Object.keys(await storage.read(keys)).sort();
    return { fill, kept };
  };

  it('of one person, wherever they open them, so many forms are kept: those touched last', async () => {
    const { fill, kept } = await setUp();
    await fill('one|ana', 'two|ana', 'three|ana', 'one|ana', 'four|ana');
    expect(await kept('one|ana', 'two|ana', 'three|ana', 'four|ana')).toEqual(['four|ana', 'one|ana', 'three|ana']);
  });

  it('the forms of one person put away none of another', async () => {
    const { fill, kept } = await setUp();
    await fill('one|bo', 'one|ana', 'two|ana', 'three|ana', 'four|ana');
    expect(await kept('one|bo')).toEqual(['one|bo']);
  });
});
