import type { DeliveryPriority } from '../../outbox/repository.ts';
import { fold } from '../../policy/problems/wording.ts';
import { nameKinds, namesIn } from '../feed/name-kinds.ts';
import type { Said, Signal } from '../feed/source.ts';
import { quietUntil, releaseOf } from '../watch/quiet-hours.ts';
import type { AlertCard, Mute, Watch } from '../watch/watch.ts';
import type { News } from './news.ts';

/** What one watch says of one incident at one moment, with the name of the rule that said so (texts below `alerts.why`). */
export interface StageResult {
  readonly watch: Watch;
  readonly is: 'now' | 'held' | 'out';
  readonly reason: string;
  readonly values: Readonly<Record<string, string | number>>;
  /** When what is held is told; undefined for as soon as the reading has ended. */
  readonly release: number | undefined;
}

export interface StageInput {
  readonly signal: Signal;
  readonly now: number;
  readonly mutes: readonly Mute[];
  /** Whether the channel shows it, or what it explains. */
  readonly stands: boolean;
  /** Why the watch's own filter leaves it out. */
  leavesOut(watch: Watch): Said | undefined;
}

/** Route, mute, then hold: the first rule that speaks counts. */
export const runStages = (watch: Watch, question: StageInput): StageResult => {
  const { signal, now } = question;
  const out = (reason: string, values: StageResult['values'] = {}): StageResult => ({
    watch,
    is: 'out',
    reason,
    values,
    release: undefined,
  });
  if (watch.deaf !== undefined) return out('deaf', { code: watch.deaf });
  if (watch.pausedUntil !== undefined && watch.pausedUntil > now) return out('paused');
  const left = question.leavesOut(watch);
  if (left) return out('filter', { rule: left.text, ...textValues(left) });
  const mute = mutedBy(question);
  if (mute) return out('muted', { what: mute.what, name: mute.name, by: mute.by });
  if (!question.stands && !signal.open && signal.updatedAt < watch.createdAt) return out('before');
  return hold(watch, signal, now);
};

const hold = (watch: Watch, signal: Signal, now: number): StageResult => {
  const said = (is: 'now' | 'held', reason: string, release?: number): StageResult => ({
    watch,
    is,
    reason,
    values: {},
    release,
  });
  if (watch.criticalAnyway && signal.open && signal.level === 'critical') return said('now', 'critical');
  if (watch.rhythm !== 'prompt') return said('held', watch.rhythm, releaseOf(watch, now));
  const quiet = watch.quiet && quietUntil(watch.quiet, watch.zone, now);
  return quiet === undefined ? said('now', 'fits') : said('held', 'quiet', quiet);
};

/** Muted is what has nothing left of a kind that nobody muted: no service, or no region. */
const mutedBy = ({ signal, mutes }: StageInput): Mute | undefined => {
  const names = namesIn(signal);
  for (const what of nameKinds) {
    const found = names[what].map((name) => mutes.find((mute) => mute.what === what && fold(mute.name) === fold(name)));
    if (found.length > 0 && found.every((mute) => mute !== undefined)) return found[0];
  }
  return undefined;
};

const textValues = ({ values = {} }: Said): StageResult['values'] =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'number' ? value : String(value)]),
  );

/** What a channel does about an incident. */
export interface Plan {
  readonly act: 'post' | 'edit' | 'reply' | 'hold' | 'nothing';
  readonly reason: string;
  readonly release: number | undefined;
  /** Whose word counted. */
  readonly watch: Watch | undefined;
}

/** The channel has no card of it yet: the most willing of its watches counts. What is over is told in a digest. */
export const planFirst = (judged: readonly StageResult[], signal: Signal): Plan => {
  const now = judged.find(({ is }) => is === 'now');
  if (now && signal.open) return { act: 'post', reason: now.reason, release: undefined, watch: now.watch };
  if (now) return { act: 'hold', reason: 'over', release: undefined, watch: now.watch };
  const held = soonest(judged);
  if (held) return { act: 'hold', reason: held.reason, release: held.release, watch: held.watch };
  return { act: 'nothing', reason: '', release: undefined, watch: undefined };
};

/** The channel's card is edited whatever happens; this is about the word in its thread. */
export const planNews = (
  judged: readonly StageResult[],
  news: readonly News[],
  card: Pick<AlertCard, 'snoozed'>,
  now: number,
): Plan => {
  const willing = judged.find(({ is }) => is === 'now');
  const snoozed = card.snoozed !== undefined && card.snoozed.until > now;
  if (news.length === 0) return { act: 'edit', reason: 'small', release: undefined, watch: undefined };
  const awake = snoozed && willing?.reason !== 'critical' ? firstAwake(judged, card.snoozed.until) : undefined;
  if (awake) return { act: 'hold', reason: 'snoozed', ...awake };
  if (willing) return { act: 'reply', reason: news[0]?.what ?? '', release: undefined, watch: willing.watch };
  const held = soonest(judged);
  if (held) return { act: 'hold', reason: held.reason, release: held.release, watch: held.watch };
  return { act: 'edit', reason: 'unheard', release: undefined, watch: undefined };
};

/** Whose turn comes first once the thread is awake, of those who want to hear of it. */
const firstAwake = (judged: readonly StageResult[], until: number): Pick<Plan, 'release' | 'watch'> | undefined =>
  judged
    .filter(({ is }) => is !== 'out')
    .map(({ watch }) => ({ release: releaseOf(watch, until), watch }))
    .sort((a, b) => a.release - b.release)[0];

const soonest = (judged: readonly StageResult[]): StageResult | undefined =>
  judged.filter(({ is }) => is === 'held').sort((a, b) => (a.release ?? 0) - (b.release ?? 0))[0];

/** How soon what is said of it goes out. */
export const priorityOf = ({ level, open }: Signal): DeliveryPriority =>
  level === 'critical' && open ? 'critical' : 'unasked';
