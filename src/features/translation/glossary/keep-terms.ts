import { AppError } from '../../../lib/errors.ts';
import type { Services } from '../../feature.ts';
import { countTerms, putTerms, type Spot, type WrittenTerm } from './term-rows.ts';

/** More than this nobody keeps in order, and each translation would read all of them. */
const MOST_TERMS = 5_000;

/**
 * Puts terms into a glossary; those that are there already get the new translation.
 * @param by name of whoever wrote them
 * @returns how many were not there before
 * @throws AppError where the glossary would grow too long; nothing is put in then
 */
export const keepTerms = (
  { database, clock, ids }: Pick<Services, 'database' | 'clock' | 'ids'>,
  spot: Spot,
  terms: readonly WrittenTerm[],
  by: string,
): Promise<number> =>
  database.transaction(async (trx) => {
    requireRoom(terms.length);
    const before = await countTerms(trx, spot);
    await putTerms(trx, spot, terms, { name: by, now: clock.now(), id: () => ids.opaque() });
    const count = await countTerms(trx, spot);
    requireRoom(count);
    return count - before;
  });

const requireRoom = (count: number): void => {
  if (count <= MOST_TERMS) return;
  const values = { most: MOST_TERMS, count };
  throw new AppError({ code: 'Glossary.Full', text: 'translation.glossary.problem.full', values });
};
