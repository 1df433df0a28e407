import type { Asker, Order, Target } from '../translation.ts';
import type { AskedText, KnownText, TranslateDeps } from './context.ts';
import { type FaultContext, interrupted, quotaUsedUp, tooLate } from './faults.ts';
import { type Item, packRequests, type Request, requestSize } from './plan.ts';
import { type Answer, type Answers, askedText, categoryOf, deliverAll, sendRequest, type Wording } from './send.ts';

/** By text as it was handed in, then by language. */
export type Answered<P> = ReadonlyMap<P, ReadonlyMap<Target, readonly Answer<P>[]>>;

export interface AskTranslator<P> {
  /**
   * What is known already is not asked again, and what is answered is kept at once.
   * @param progress hears of characters; not told where the reader waits for something else
   * @throws TranslationFault, and what the meter throws
   */
  ask(texts: readonly P[], suggestedFrom?: string, progress?: TranslateDeps['progress']): Promise<Answered<P>>;
  /** Characters of all that was asked of which this run found the answers. */
  saved(): number;
}

/** @param divide into shorter pieces; fewer than two where that can't be */
export const createAskTranslator = <P extends Item>(
  order: Order,
  asker: Asker,
  deps: TranslateDeps,
  divide: (piece: P) => readonly P[],
): AskTranslator<P> => {
  const { answers, meter, breaker, parked, endBy, stopping, now } = deps;
  let saved = 0;
  /** Of the rounds that are over: what is told never goes back. */
  let before = 0;
  let gained = false;
  const context = (): FaultContext => ({ now: now(), endBy, parked, gained });

  /** Nothing goes out that nobody waits for, or that is refused for sure. */
  const mayGoOn = (): void => {
    if (stopping()) throw interrupted(context());
    if (now() >= endBy) throw tooLate();
  };

  const send = async (request: Request<P>, wording: Wording): Promise<readonly (readonly KnownText[])[]> => {
    mayGoOn();
    const sent = await sendRequest(request, wording, asker, deps);
    gained = true;
    breaker.reset();
    const kept = request.items.flatMap((piece, row) =>
      request.to.flatMap((target, column) => {
        const known = sent[row]?.[column];
        return known ? [[askedText(piece, target, wording, asker.conversationId), known] as const] : [];
      }),
    );
    await answers.keep(kept);
    return sent;
  };

  return {
    saved: () => saved,

    async ask(texts, suggestedFrom, progress) {
      const wordingOf = (category: string | undefined): Wording => ({
        ...wordingOfOrder(order),
        ...given({ suggestedFrom, category }),
      });
      const tell: TranslateDeps['progress'] = (there, of) => progress?.(before + there, before + of);
      const wording = wordingOf(categoryOf(order, context()));
      const found = await findKnown(texts, answers, (text, target) =>
        askedText(text, target, wording, asker.conversationId),
      );
      const open = openOf(texts, found);
      const requests = packRequests([...open.keys()]);
      const all = texts.reduce((sum, { written, to }) => sum + written.length * to.length, 0);
      const toAsk = requests.reduce((sum, request) => sum + requestSize(request), 0);
      let done = all - toAsk;
      tell(done, all);
      if (progress) saved += done;
      if (toAsk === 0) {
        if (progress) before += all;
        return found;
      }

      const closed = breaker.closedUntil(now());
      if (closed !== undefined) throw quotaUsedUp(closed);
      await meter.foresee(toAsk, asker);
      const answered = await deliverAll(requests, {
        ...{ order, breaker, context, divide },
        async post(request, category): Promise<Answers<P>> {
          const known = await send(request, wordingOf(category));
          done = Math.min(all, done + requestSize(request));
          tell(done, all);
          return request.items.map((piece, row) =>
            request.to.map((_, column) => [{ piece, known: known[row]?.[column] }]),
          );
        },
      });
      for (const [index, { items }] of requests.entries())
        for (const [row, piece] of items.entries())
          for (const text of open.get(piece) ?? [])
            for (const [column, target] of piece.to.entries())
              found.get(text)?.set(target, answered[index]?.[row]?.[column] ?? []);
      tell(all, all);
      if (progress) before += all;
      return found;
    },
  };
};

const wordingOfOrder = ({ profanity, allowFallback, curious }: Order): Wording => ({
  profanity,
  allowFallback,
  curious,
});

/** The fields that have a value. */
const given = <K extends string>(fields: Readonly<Record<K, string | undefined>>): Partial<Record<K, string>> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Record<K, string>>;

type Found<P> = Map<P, Map<Target, readonly Answer<P>[]>>;

/** What was answered before. */
const findKnown = async <P extends Item>(
  texts: readonly P[],
  answers: TranslateDeps['answers'],
  asked: (text: P, target: Target) => AskedText,
): Promise<Found<P>> => {
  const wanted = texts.flatMap((text) => text.to.map((target) => ({ text, target })));
  const known = await answers.find(wanted.map(({ text, target }) => asked(text, target)));
  const found: Found<P> = new Map(texts.map((text) => [text, new Map()]));
  for (const [index, { text, target }] of wanted.entries()) {
    const answer = known[index];
    if (answer) found.get(text)?.set(target, [{ piece: text, known: answer }]);
  }
  return found;
};

/** What is left to ask, and the texts that wait for it: those that are alike in all they hold are asked for once. */
const openOf = <P extends Item>(texts: readonly P[], found: Found<P>): ReadonlyMap<P, readonly P[]> =>
  new Map(
    [...Map.groupBy(texts, (text) => JSON.stringify(text)).values()].flatMap((same) => {
      const [first] = same;
      const to = first?.to.filter((target) => !found.get(first)?.has(target)) ?? [];
      return first && to.length > 0 ? [[{ ...first, to }, same] as const] : [];
    }),
  );
