import { call, claimed, commit, EDIT, SHOWN, sql } from '../../cluster/moments.ts';
import type { Moment } from '../../cluster/trap.ts';

/** A step of an alert at which the bot is killed. */
export interface AlertPoint {
  readonly where: string;
  /** One after another; at the last one the process is killed. */
  readonly moments: readonly Moment[];
  /** Where there are several, the trap waits for one of the first few. */
  readonly several: 'incidents' | 'cards' | 'replies' | 'nothing';
}

const point = (where: string, several: AlertPoint['several'], ...moments: Moment[]): AlertPoint => ({
  where,
  several,
  moments,
});

const PAGE = '^GET .*ResourceHealth/events';
const TOLD = '^(insert into|update) "alerts"';
const WATERMARK = '^update "alert_feeds" set "since"';
const HELD = '^delete from "alert_held"';
const DIGEST = '^insert into "alert_digests"';
/** A message that starts a thread, and one in a thread. */
const ROOT = '^POST .*/v3/conversations/[^/;]+/activities';
const REPLY = '^POST .*/v3/conversations/[^/]+;messageid=[^/]+/activities';
/** The last messages, in the order in which they are sent. */
const afterDigest = commit('after', DIGEST);

const reading: readonly AlertPoint[] = [
  point('before a page is asked for', 'nothing', call('leaving', PAGE)),
  point('when a page was read', 'nothing', call('answered', PAGE)),
  point('before an incident is written', 'incidents', sql('before', TOLD)),
  point('before an incident is committed', 'incidents', commit('before', TOLD)),
  point('when an incident was committed', 'incidents', commit('after', TOLD)),
  point('before the watermark is committed', 'nothing', commit('before', WATERMARK)),
  point('when the watermark was committed', 'nothing', commit('after', WATERMARK)),
];

const saying = (what: string, several: AlertPoint['several'], to: string, first: readonly Moment[] = []) => [
  point(`before ${what} leaves`, several, ...first, call('leaving', to)),
  point(`when ${what} is sent`, several, ...first, call('sent', to)),
  point(`when ${what} is answered`, several, ...first, call('answered', to)),
  point(`before ${what} is written down`, 'nothing', ...first, call('answered', to), sql('before', SHOWN)),
  point(`after ${what} was written down`, 'nothing', ...first, call('answered', to), sql('after', SHOWN)),
];

/** The steps of an alert at which the bot is killed. */
export const alertPoints = {
  /** The first update: cards are posted. */
  first: [
    ...reading,
    point('when cards are claimed', 'nothing', commit('after', TOLD), claimed('deliveries')),
    ...saying('a card', 'cards', ROOT),
  ],
  /** Another update: cards are edited, and notes are posted in threads. */
  update: [...reading, ...saying('an edit', 'cards', EDIT), ...saying('a reply', 'replies', REPLY)],
  /** The hour ends: the digest is posted. */
  digest: [
    point('before the held is taken', 'nothing', sql('before', HELD)),
    point('before a digest is committed', 'nothing', commit('before', DIGEST)),
    point('when a digest was committed', 'nothing', afterDigest),
    ...saying('a digest', 'nothing', ROOT, [afterDigest]),
  ],
} as const satisfies Record<string, readonly AlertPoint[]>;
