import { VendorError } from '../../api/errors/errors.ts';
import { type FaultContext, faultOf, MOST_PARKS, TranslationFault } from './faults.ts';
import type { Order } from './order.ts';
import type { QuotaBreaker } from './quota-breaker.ts';
import { remedyOf } from './remedies.ts';
import { halves, type Item, packRequests, type Request } from './requests.ts';
import type { KnownText } from './translate-deps.ts';

/** A piece of a text, and what the translator said to it; undefined where it can't use it. */
export interface Answer<P> {
  readonly piece: P;
  readonly known: KnownText | undefined;
}

/** By text, then by language: its pieces in their order, one unless it was too long for the translator after all. */
export type Answers<P> = readonly (readonly (readonly Answer<P>[])[])[];

interface Delivery<P> {
  readonly order: Pick<Order, 'category' | 'allowFallback'>;
  readonly breaker: QuotaBreaker;
  readonly context: () => FaultContext;
  /** Sends one request as it stands. */
  readonly post: (request: Request<P & Item>, category: string | undefined) => Promise<Answers<P>>;
  /** Into shorter pieces; fewer than two where that can't be. */
  readonly divide: (piece: P) => readonly P[];
}

/** Requests of one order that are under way at once. */
const LANES = 4;
/** So often at most one order looks for the texts that the translator can't use. */
const MOST_ISOLATED = 40;

/** The category that an order asks for now: none once its system did not get ready, where the general one may do it. */
export const categoryOf = (
  { category, allowFallback }: Delivery<Item>['order'],
  { parked }: FaultContext,
): string | undefined => ((parked.preparing ?? 0) >= MOST_PARKS && allowFallback ? undefined : category);

/**
 * Sends requests, a few at a time, and helps where the translator refuses: with less at once, without a text that it can't
 * use, by the general system. A request that fails does not touch the others' answers.
 * @returns the answers of each request
 * @throws TranslationFault, and what `post` throws
 */
export const deliverAll = async <P extends Item>(
  requests: readonly Request<P>[],
  { order, breaker, context, post, divide }: Delivery<P>,
): Promise<readonly Answers<P>[]> => {
  let isolated = 0;

  const deliver = async (request: Request<P>, category: string | undefined): Promise<Answers<P>> => {
    try {
      return await post(request, category);
    } catch (error) {
      if (!(error instanceof VendorError)) throw error;
      const remedy = remedyOf(error);
      if (remedy.is === 'general' && category !== undefined && order.allowFallback) return deliver(request, undefined);
      if (remedy.is === 'quota') breaker.usedUp(context().now);
      if (remedy.is === 'isolate') isolated += 1;
      const less = remedy.is === 'shrink' || (remedy.is === 'isolate' && isolated <= MOST_ISOLATED);
      const answers = less ? await deliverLess(request, category, remedy.is) : undefined;
      if (answers) return answers;
      throw faultOf(error, remedy, context());
    }
  };

  /** Undefined where the request can't be less than it is. */
  const deliverLess = async (
    { items, to }: Request<P>,
    category: string | undefined,
    why: 'shrink' | 'isolate',
  ): Promise<Answers<P> | undefined> => {
    const [item] = items;
    if (items.length === 1 && item && why === 'isolate') return [to.map(() => [{ piece: item, known: undefined }])];
    const [first, second] = halves({ items, to });
    if (first && second) {
      const [one, other] = [await deliver(first, category), await deliver(second, category)];
      return items.length > 1 ? [...one, ...other] : [[...(one[0] ?? []), ...(other[0] ?? [])]];
    }
    const pieces = item ? divide({ ...item, to }) : [];
    if (pieces.length < 2) return undefined;
    const rows: Answers<P>[number][] = [];
    for (const piece of packRequests(pieces)) rows.push(...(await deliver(piece, category)));
    return [to.map((_, column) => rows.flatMap((row) => row[column] ?? []))];
  };

  const failures: unknown[] = [];
  const answered: Answers<P>[] = [];
  const queue = [...requests.entries()];
  const lane = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [index, request] = next;
      try {
        answered[index] = await deliver(request, categoryOf(order, context()));
      } catch (error) {
        failures.push(error);
        if (!passesAlone(error)) queue.length = 0;
      }
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  if (failures.length > 0) throw worstOf(failures);
  return answered;
};

/** The others may fare better than this one. */
const passesAlone = (error: unknown): boolean =>
  error instanceof TranslationFault && error.next.is === 'park' && error.next.why === 'away';

/** What ends the order goes before what delays it, the longest delay before shorter ones. */
const worstOf = (failures: readonly unknown[]): unknown => {
  const until = (error: unknown): number =>
    error instanceof TranslationFault && error.next.is === 'park' ? error.next.until : Number.POSITIVE_INFINITY;
  return failures.reduce((worst, error) => (until(error) > until(worst) ? error : worst));
};
