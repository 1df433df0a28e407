import type { DeliveryPriority } from '#engine/outbox/repository.ts';
import type { TextName } from '#platform/lib/errors.ts';
import { quietUntil } from '#platform/lib/quiet-hours.ts';
import { normalise } from '#platform/lib/text.ts';
import { isUrgent, type News, nameKinds, namesOf, type Signal } from '../feed/signal.ts';
import type { TextReference } from '../feed/source.ts';
import { type AlertCard, type Mute, releaseOf, type Watch } from '../watch/watch.ts';

/** Why a channel is notified, or is not. */
type Reason = TextName<'alerts.why'>;
/** Why a notification waits for a digest. */
export type DigestReason = Reason & TextName<'alerts.held'>;

/** Whether one watch notifies its channel of one incident now, and by which rule. */
export type Routing = {
  readonly watch: Watch;
  readonly values: Readonly<Record<string, string | number>>;
  /** When a queued notification goes out; undefined: once the feed's poll has ended. */
  readonly release: number | undefined;
} /** `listed`: on the watch's card, which shows what was open when it was set up. */ & (
  | { readonly when: 'now' | 'never' | 'listed'; readonly reason: Reason }
  | { readonly when: 'later'; readonly reason: DigestReason }
);

export interface RoutingInput {
  readonly signal: Signal;
  readonly now: number;
  readonly mutes: readonly Mute[];
  /** Whether the channel shows the incident, or the one that it explains. */
  readonly isShown: boolean;
  /** Whether the watch is just being set up: the incident was open before. */
  isOpening(watch: Watch): boolean;
  /** Why the watch's own filter excludes it. */
  exclusionReason(watch: Watch): TextReference | undefined;
}

/** Route, mute, then delay: the first rule that applies counts. */
export const routeSignal = (watch: Watch, input: RoutingInput): Routing => {
  const { signal, now } = input;
  const never = (reason: Reason, values: Routing['values'] = {}): Routing => ({
    watch,
    when: 'never',
    reason,
    values,
    release: undefined,
  });
  if (watch.unreachable !== undefined) return never('deaf', { code: watch.unreachable });
  if (watch.pausedUntil !== undefined && watch.pausedUntil > now) return never('paused');
  const exclusion = input.exclusionReason(watch);
  if (exclusion) return never('filter', { rule: exclusion.text, ...textValues(exclusion) });
  const mute = findMute(input);
  if (mute) return never('muted', { what: mute.what, name: mute.name, by: mute.by });
  if (!input.isShown && !signal.open && signal.updatedAt < watch.createdAt) return never('before');
  if (!input.isShown && signal.open && !isUrgent(signal) && input.isOpening(watch)) {
    return { watch, when: 'listed', reason: 'opening', values: {}, release: undefined };
  }
  return nowOrLater(watch, signal, now);
};

const nowOrLater = (watch: Watch, signal: Signal, now: number): Routing => {
  const notify = (reason: Reason): Routing => ({ watch, when: 'now', reason, values: {}, release: undefined });
  const wait = (reason: DigestReason, release: number): Routing => ({
    watch,
    when: 'later',
    reason,
    values: {},
    release,
  });
  if (watch.criticalAnyway && signal.open && signal.level === 'critical') return notify('critical');
  if (watch.rhythm !== 'prompt') return wait(watch.rhythm, releaseOf(watch, now));
  const quiet = watch.quiet && quietUntil(watch.quiet, watch.zone, now);
  return quiet === undefined ? notify('fits') : wait('quiet', quiet);
};

/** Whether a mute has not ended yet. */
export const isActive = ({ until }: Mute, now: number): boolean => until === undefined || until > now;

/** An incident is muted when all its names of one kind are: every service, or every region. */
const findMute = ({ signal, mutes, now }: RoutingInput): Mute | undefined => {
  const active = mutes.filter((mute) => isActive(mute, now));
  const names = namesOf(signal);
  for (const what of nameKinds) {
    const found = names[what].map((name) =>
      active.find((mute) => mute.what === what && normalise(mute.name) === normalise(name)),
    );
    if (found.length > 0 && found.every((mute) => mute !== undefined)) return found[0];
  }
  return undefined;
};

/** Of an incident that is not muted as a whole: names of one kind that are muted, and the others, for which it still comes. */
export const partlyMuted = (
  signal: Signal,
  mutes: readonly Mute[],
  now: number,
): { readonly muted: readonly string[]; readonly others: readonly string[] } | undefined => {
  const names = namesOf(signal);
  for (const what of nameKinds) {
    const active = new Set(
      mutes.filter((mute) => mute.what === what && isActive(mute, now)).map(({ name }) => normalise(name)),
    );
    const muted = names[what].filter((name) => active.has(normalise(name)));
    const others = names[what].filter((name) => !active.has(normalise(name)));
    if (muted.length > 0 && others.length > 0) return { muted, others };
  }
  return undefined;
};

const textValues = ({ values = {} }: TextReference): Routing['values'] =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'number' ? value : String(value)]),
  );

/** What a channel does about an incident. */
export type Plan = {
  readonly release: number | undefined;
  /** The watch that decided. */
  readonly watch: Watch | undefined;
} & (
  | { readonly act: 'post' | 'edit' | 'reply'; readonly reason: Reason }
  | { readonly act: 'hold'; readonly reason: DigestReason }
  | { readonly act: 'nothing'; readonly reason: '' }
);

/** For a channel without a card of the incident: the earliest notification among its watches. A resolved incident goes into a digest. */
export const planFirst = (results: readonly Routing[], signal: Signal): Plan => {
  const now = results.find(({ when }) => when === 'now');
  if (now && signal.open) return { act: 'post', reason: now.reason, release: undefined, watch: now.watch };
  if (now) return { act: 'hold', reason: 'over', release: undefined, watch: now.watch };
  return holdOf(results) ?? { act: 'nothing', reason: '', release: undefined, watch: undefined };
};

/** For a channel with a card, which is edited in any case: whether the news becomes a note in its thread. */
export const planNews = (
  results: readonly Routing[],
  news: readonly News[],
  card: Pick<AlertCard, 'snoozed'>,
  now: number,
): Plan => {
  const [first] = news;
  if (!first) return { act: 'edit', reason: 'small', release: undefined, watch: undefined };
  const immediate = results.find(({ when }) => when === 'now');
  const isSnoozed = card.snoozed !== undefined && card.snoozed.until > now;
  const afterSnooze =
    isSnoozed && immediate?.reason !== 'critical' ? firstRelease(results, card.snoozed.until) : undefined;
  if (afterSnooze) return { act: 'hold', reason: 'snoozed', ...afterSnooze };
  if (immediate) return { act: 'reply', reason: first.what, release: undefined, watch: immediate.watch };
  return holdOf(results) ?? { act: 'edit', reason: 'unheard', release: undefined, watch: undefined };
};

/** The watch that comes first after the snooze, and when. */
const firstRelease = (results: readonly Routing[], until: number): Pick<Plan, 'release' | 'watch'> | undefined =>
  results
    .filter(({ when }) => when !== 'never')
    .map(({ watch }) => ({ release: releaseOf(watch, until), watch }))
    .sort((a, b) => a.release - b.release)[0];

/** The earliest of the queued notifications. */
const holdOf = (results: readonly Routing[]): Plan | undefined => {
  const [first] = results.filter((one) => one.when === 'later').sort((a, b) => (a.release ?? 0) - (b.release ?? 0));
  return first && { act: 'hold', reason: first.reason, release: first.release, watch: first.watch };
};

/** Priority of an incident's deliveries. */
export const priorityOf = ({ level, open }: Signal): DeliveryPriority =>
  level === 'critical' && open ? 'critical' : 'unasked';
