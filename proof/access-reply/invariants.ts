import type { RecordedCall } from '../../sandbox/teams/connector/call-log.ts';
import { SECOND } from '../../src/platform/lib/clock.ts';
import type { FrontCall } from '../access-cards/vendor-front.ts';
import { slowOnes } from '../flood/invariants.ts';

/** Milliseconds within which 99 of 100 are answered: Teams shows a press as failed soon, and waits 15 s for the answer to a message. */
const MOST_MS = { press: 3 * SECOND, command: 15 * SECOND } as const;
const KINDS = ['press', 'command'] as const;
/** Calls of the bot in one second: in one conversation, and in all. */
const PER_THREAD = 7;
const OVERALL = 30;

/** How long one answer took over HTTP, and by how much other programs slowed the machine down just before. */
export interface Duration {
  readonly of: (typeof KINDS)[number];
  readonly ms: number;
  readonly slowdown: number;
}

/** @returns what took too long, in words */
export const brokenReplies = (all: readonly Duration[]): string[] =>
  KINDS.flatMap((kind) =>
    slowOnes(
      `${kind} answers`,
      all.filter((one) => one.of === kind),
      ({ ms }) => ms,
      MOST_MS[kind],
    ),
  );

/** @returns each call that was sent again before the wait was over that the vendor asked for */
export const earlyAtVendor = (calls: readonly FrontCall[]): string[] =>
  calls.flatMap(({ name, at, outcome }, n) => {
    if (outcome.is !== 'refused' || outcome.retryAfter === undefined) return [];
    const until = at + outcome.retryAfter * SECOND;
    const next = calls.slice(n + 1).find((call) => call.name === name);
    return next && next.at < until ? [`a grant was sent again ${until - next.at} ms before its Retry-After`] : [];
  });

type Call = Pick<RecordedCall, 'at' | 'path' | 'status' | 'method'>;

/** The conversation to which something is sent or in which something is edited; a thread is part of its channel. */
const conversationOf = ({ path, method }: Call): string | undefined =>
  method === 'GET' ? undefined : /^\/v3\/conversations\/([^/;]+)/.exec(path)?.[1];

const inOneSecond = (times: readonly number[]): number => {
  const sorted = [...times].sort((a, b) => a - b);
  return Math.max(0, ...sorted.map((at, n) => n + 1 - sorted.findIndex((first) => first > at - SECOND)));
};

/**
 * @param injected what Teams was told to refuse: so often, and for so many seconds
 * @returns what exceeds Teams' limits or comes before a wait is over, by Teams' own record
 */
export const teamsViolations = (
  calls: readonly Call[],
  injected: { readonly count: number; readonly retryAfter: number },
): string[] => {
  const threads = [...Map.groupBy(calls, conversationOf)].flatMap(([thread, all]) =>
    thread === undefined ? [] : [{ thread, all: all.toSorted((a, b) => a.at - b.at) }],
  );
  const refused = calls.filter(({ status }) => status === 429).length;
  const early = threads.flatMap(({ thread, all }) =>
    all.flatMap(({ status, at }, n) => {
      const next = status === 429 ? all[n + 1] : undefined;
      const until = at + injected.retryAfter * SECOND;
      return next && next.at < until ? [`${thread} was spoken to ${until - next.at} ms before its Retry-After`] : [];
    }),
  );
  const most = inOneSecond(calls.filter((call) => conversationOf(call) !== undefined).map(({ at }) => at));
  return [
    ...(refused > injected.count ? [`Teams refused ${refused - injected.count} calls over its limits`] : []),
    ...threads.flatMap(({ thread, all }) => {
      const sent = inOneSecond(all.map(({ at }) => at));
      return sent > PER_THREAD ? [`${sent} calls in one second to ${thread}`] : [];
    }),
    ...(most > OVERALL ? [`${most} calls in one second`] : []),
    ...early,
  ];
};
