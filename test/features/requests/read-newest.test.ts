import type { ChangesPage, Position } from '#engine/changes/listing.ts';
import { readNewest } from '#features/requests/export/requests-export.ts';
import { changeOf } from '../../support/change-of.ts';

/** A list of so many requests. */
const listOf = (all: number) => {
  const given: number[] = [];
  const read = async (size: number, from: Position | undefined): Promise<ChangesPage> => {
    const first = from?.at ?? 0;
    const end = Math.min(all, first + size);
    const numbers = Array.from({ length: end - first }, (_, index) => first + index);
    given.push(...numbers);
    const changes = numbers.map((number) => changeOf<unknown>({}, { kind: 'access.grant', ref: `R-${number}` }));
    return { changes, next: end < all ? { at: end, ref: '' } : undefined };
  };
  return { given, read };
};

describe('a list of requests that is read for a file', () => {
  it.each([
    ['empty', 0, 0, true],
    ['shorter than a file gets', 450, 450, true],
    ['as long as a file gets', 500, 500, true],
    ['longer than a file gets', 501, 500, false],
  ])(
    'a list of requests that is read for a file that is %s is read once, newest first, up to that limit',
    async (_what, all, rows, whole) => {
      const list = listOf(all);
      expect(await readNewest(500, list.read)).toEqual({ rows, whole });
      expect(list.given).toEqual(Array.from({ length: rows }, (_, number) => number));
    },
  );

  it('a list of requests that is read for a file is read on after a page without any request that its reader may see', async () => {
    const pages = [0, 7, 0, 3].map((count, index, { length }) => ({
      changes: Array.from({ length: count }, () => changeOf<unknown>({}, { kind: 'access.grant' })),
      next: index === length - 1 ? undefined : { at: index, ref: '' },
    }));
    const read = async (): Promise<ChangesPage> => pages.shift() ?? { changes: [], next: undefined };
    expect(await readNewest(500, read)).toEqual({ rows: 10, whole: true });
    expect(pages).toEqual([]);
  });
});
