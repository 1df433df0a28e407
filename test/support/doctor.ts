import { Failing } from '#cli/doctor/report.ts';
import { checkDatabase } from '#cli/doctor/store.ts';
import type { Database } from '#platform/storage/database.ts';
import { loadTexts } from '#platform/texts/texts.ts';

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
