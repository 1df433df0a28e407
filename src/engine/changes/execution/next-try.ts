import { z } from 'zod';
import type { VendorError } from '#cloud/errors/errors.ts';
import { joinMarkdown, type Markdown, oneLine } from '#platform/lib/text.ts';
import type { Words } from '#platform/texts/texts.ts';
import type { Change } from '../change.ts';

const reasons = ['refused', 'throttled', 'away', 'unreachable'] as const;

const storedTry = z.object({
  /** When it is sent again. */
  at: z.string(),
  /** Until when it is tried. */
  until: z.string(),
  code: z.string(),
  why: z.enum(reasons),
  /** What the vendor says; empty where it says nothing. */
  message: z.string(),
});
export type NextTry = z.infer<typeof storedTry>;

/** What a refusal for now says. */
export interface Later extends Pick<NextTry, 'code'>, Partial<Pick<NextTry, 'why' | 'message'>> {
  /** The most tries before it is final; by default the change's own time counts. */
  readonly mostTries?: number | undefined;
}

const stored = z.object({ again: storedTry });

/** The last refusal for now of a call that is sent again; undefined where there was none. */
export const lastRefusal = ({ seen }: Pick<Change, 'seen'>): NextTry | undefined => stored.safeParse(seen).data?.again;

/** When the engine sends a call again that the vendor refuses for now, and why not before; undefined otherwise. */
export const nextTry = (change: Change, now: number): NextTry | undefined => {
  const last = change.state === 'doing' && change.phase === 'send' ? lastRefusal(change) : undefined;
  return last && Date.parse(last.at) > now ? last : undefined;
};

/**
 * Why it waits, when Steward tries again, and until when.
 * @param own the kind's words for the reason and the next try
 */
export const nextTryText = (
  change: Change,
  words: Words,
  now: number,
  own: (next: NextTry) => Markdown | undefined = () => undefined,
): Markdown | undefined => {
  const next = nextTry(change, now);
  if (!next) return undefined;
  const { at, until, message, why } = next;
  const name = message === '' && why === 'refused' ? 'unsaid' : why;
  const said = own(next) ?? words.markdown(`changes.later.${name}`, { at, message });
  return joinMarkdown([said, words.markdown('changes.later.until', { until })], '\n\n');
};

const LONGEST_MESSAGE = 300;

/** What a refusal for now tells people. */
export const reasonOf = (error: VendorError): Pick<NextTry, 'why' | 'message' | 'code'> => {
  const { status, code, vendorCode, vendorMessage } = error;
  const throttled = status === 429 || code === 'Vendor.Throttled';
  const away = status >= 500 || code === 'Vendor.Unavailable';
  return {
    code: vendorCode || code,
    why: throttled ? 'throttled' : away ? 'away' : error.arrived === 'no' ? 'unreachable' : 'refused',
    message: oneLine(vendorMessage, LONGEST_MESSAGE),
  };
};
