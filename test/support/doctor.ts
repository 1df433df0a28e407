import { Failing } from '../../src/cli/doctor/report.ts';
import { checkDatabase } from '../../src/cli/doctor/store.ts';
import type { Database } from '../../src/storage/database.ts';
import { loadTexts } from '../../src/texts/texts.ts';

const words = loadTexts().for('en');

/** What the doctor says of the database at this address. */
export const doctorOnDatabase = async (url: string): Promise<string> => {
  const opened: Database[] = [];
  try {
    const { text, values } = await checkDatabase(url, (database) => opened.push(database));
    return words.plain(text, values);
  } catch (error) {
    if (!(error instanceof Failing)) throw error;
    return error.lines.map(({ text, values }) => `fails: ${words.plain(text, values)}`).join('\n');
  } finally {
    await Promise.all(opened.map((database) => database.close()));
  }
};
