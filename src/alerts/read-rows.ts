import type { Log } from '../lib/logger.ts';

/**
 * What a stored row says. One that can't be read, as another version wrote it or it was damaged, costs itself only: it is
 * left out and logged.
 */
export const readRow = async <T>(log: Log, id: string, read: () => T | Promise<T>): Promise<T | undefined> => {
  try {
    return await read();
  } catch (error) {
    log.error('stored row not read', { reason: id, error });
    return undefined;
  }
};

/** The same of several. */
export const readRows = async <Row, T>(
  log: Log,
  rows: readonly Row[],
  idOf: (row: Row) => string,
  read: (row: Row) => T,
): Promise<T[]> => {
  const said: T[] = [];
  for (const row of rows) {
    const one = await readRow(log, idOf(row), () => ({ is: read(row) }));
    if (one) said.push(one.is as T);
  }
  return said;
};
