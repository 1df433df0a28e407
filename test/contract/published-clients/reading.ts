import { isRestError, type RestError } from '@azure/core-rest-pipeline';
import type { Wired } from './wire.ts';

interface Collected<T> {
  readonly items: readonly T[];
  readonly pages: number;
  /** The bodies of the pages, as they came. */
  readonly answers: readonly unknown[];
}

/** Everything that a published client's list has, page by page. */
export const collect = async <T>({ answers }: Wired, list: AsyncIterable<T>): Promise<Collected<T>> => {
  const before = answers.length;
  const items: T[] = [];
  for await (const item of list) items.push(item);
  const own = answers.slice(before);
  return { items, pages: own.length, answers: own };
};

/** What a published client tells of a refusal. @throws Error when nothing is refused */
export const refusalOf = async (call: Promise<unknown>): Promise<RestError> => {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (isRestError(error)) return error;
  throw new Error('the call was not refused', { cause: error });
};
