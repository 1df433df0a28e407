import { z } from 'zod';
import type { Alerts } from '#engine/alerts/alerts.ts';
import type { WatchListener } from '#engine/alerts/context.ts';
import { levels } from '#engine/alerts/feed/signal.ts';
import type { AlertSource, FilterWord } from '#engine/alerts/feed/source.ts';
import type { AlertCard, Mute, NotificationLogEntry, Watch } from '#engine/alerts/watch/watch.ts';
import type { CardButton } from '#engine/outbox/card-button.ts';
import { AppError, type TextKey } from '#platform/lib/errors.ts';
import { escapeMarkdown, NO_TEXT } from '#platform/lib/text.ts';
import type { Database } from '#platform/storage/database.ts';

type Written = Readonly<Partial<Record<FilterWord, string>>>;

const wrong = (text: TextKey, values = {}): AppError => new AppError({ code: 'Test.Wrong', text, values });

/** Takes any filter but a level or a type that is none, and tags on subscriptions; knows the policy's places and no others. */
const health: AlertSource<unknown, Written> = {
  name: 'health',
  item: z.unknown(),
  filter: z.custom<Written>(),
  filters: ['level', 'type', 'service', 'region', 'tag'],
  mutes: ['service', 'region'],
  listCommand: 'health',
  places: (policy) => policy.places.filter(({ scope }) => scope.kind === 'subscription'),
  mayWatch: () => true,
  feedOf(words, policy) {
    const place = policy.findPlace(words);
    if (place?.scope.kind !== 'subscription') throw wrong('access.who.unknown', { place: words, known: '' });
    return { key: `subscription ${place.scope.subscriptionId}`, title: place.title };
  },
  parseFilter(written) {
    if (written.level !== undefined && !levels.some((level) => level === written.level)) {
      throw wrong('watches.problem.level');
    }
    if (written.type === 'nonsense') throw wrong('watches.problem.what');
    return written;
  },
  formatFilter: (filter) =>
    Object.entries(filter)
      .map(([word, value]) => `${word} ${value}`)
      .join(', '),
  filterNames: ({ service }) => ({ services: service === undefined ? [] : [service] }),
  count: () => [],
  list: () => {
    throw new Error('nothing is listed here');
  },
  signal: (item) => ({
    ...{
      key: String(item),
      aliases: [],
      open: true,
      level: 'warning',
      rank: 0,
      updatedAt: 0,
      review: '',
      hidden: false,
    },
    ...{ services: ['App Service'], regions: [{ name: 'West Europe', open: true }] },
  }),
  exclusionReason: () => undefined,
  merge: (known) => known,
  content: (item) => ({
    ...{
      overline: NO_TEXT,
      title: NO_TEXT,
      name: String(item),
      state: escapeMarkdown('Warning'),
      facts: [],
      text: NO_TEXT,
    },
    ...{ links: [], addresses: [], buttons: [], summary: '' },
  }),
  cardSubject: (item) => ({ subscriptions: [String(item)], called: 'PAYM-7K2', texts: [] }),
  sample: () => ({}),
};

/** The layer as the feature sees it, kept in memory. */
interface FakeAlerts extends Alerts {
  readonly tests: { readonly conversationId: string; readonly source: string; readonly language: string }[];
  readonly cards: Map<string, AlertCard>;
  /** By key. */
  readonly logs: Map<string, readonly NotificationLogEntry[]>;
  /** Whether the feed of a new watch was polled before. */
  polled: boolean;
  /** What is open when a watch is set up. */
  opens: readonly string[];
  /** Calls the listeners of watches. */
  notifyChanged(watch: Watch): Promise<void>;
  /** Changes a watch without its listeners. */
  change(ref: string, set: Partial<Watch>): void;
}

const baseOf = (conversationId: string): string => conversationId.split(';', 1)[0] ?? '';

export const createFakeAlerts = (
  cardButtons: readonly CardButton[],
  now: () => number,
  database: Database,
): FakeAlerts => {
  const listeners: WatchListener[] = [];
  const watches = new Map<string, Watch>();
  const mutes = new Map<string, Mute>();
  const cards = new Map<string, AlertCard>();
  const logs = new Map<string, readonly NotificationLogEntry[]>();
  const tests: FakeAlerts['tests'] = [];
  const edit = (id: string, set: Partial<AlertCard>): AlertCard | undefined => {
    const card = cards.get(id);
    const edited = card && { ...card, ...set, version: card.version + 1 };
    if (edited) cards.set(id, edited);
    return edited;
  };
  const here = (ref: string, conversationId: string): Watch | undefined => {
    const watch = watches.get(ref);
    return watch?.conversationId === baseOf(conversationId) ? watch : undefined;
  };
  const same = (a: Mute, b: Omit<Mute, 'id' | 'at'>): boolean =>
    a.conversationId === b.conversationId && a.what === b.what && a.name.toLowerCase() === b.name.toLowerCase();
  const fake: FakeAlerts = {
    ...{ sources: [health as AlertSource], cardButtons, tests, cards, logs },
    polled: true,
    opens: [],
    notifyChanged: (watch) =>
      database.transaction(async (trx) => {
        for (const listener of listeners) await listener(trx, watch);
      }),
    change(ref, set) {
      const watch = watches.get(ref);
      if (watch) watches.set(ref, { ...watch, ...set });
    },
    async watch(draft) {
      const ref = `W-AAAA${watches.size + 2}`;
      const stands = [...watches.values()].find(
        ({ feed, filter }) => feed === draft.feed && JSON.stringify(filter) === JSON.stringify(draft.filter),
      );
      if (stands) return { watch: stands, isNew: false };
      const watch: Watch = { ...draft, id: ref, ref, createdAt: now(), pausedUntil: undefined, unreachable: undefined };
      watches.set(ref, watch);
      return { watch, isNew: true };
    },
    async reschedule(id, ref, schedule) {
      const watch = here(ref, id);
      const changed = watch && { ...watch, ...schedule };
      if (changed) watches.set(ref, changed);
      return changed;
    },
    opening: async () => (fake.polled ? fake.opens.map((item) => ({ item, signal: health.signal(item) })) : undefined),
    watches: async (id) => [...watches.values()].filter(({ conversationId }) => conversationId === baseOf(id)),
    unwatch: async (id, ref) => here(ref, id) !== undefined && watches.delete(ref),
    async pause(id, ref, pausedUntil) {
      const watch = here(ref, id);
      const paused = watch && { ...watch, pausedUntil };
      if (paused) watches.set(ref, paused);
      return paused;
    },
    acknowledge: async (id, person) => {
      const card = cards.get(id);
      return card?.acknowledged ? card : edit(id, { acknowledged: { ...person, at: now() } });
    },
    leave: async (id) => edit(id, { acknowledged: undefined }),
    snooze: async (id, { name }, until) => edit(id, { snoozed: until === undefined ? undefined : { name, until } }),
    async mute(mute) {
      if ([...mutes.values()].some((other) => same(other, mute))) return false;
      const id = `m${mutes.size + 1}`;
      mutes.set(id, { ...mute, id, at: now() });
      return true;
    },
    mutes: async (id) => [...mutes.values()].filter(({ conversationId }) => conversationId === baseOf(id)),
    unmute: async (_id, mute) => mutes.delete(mute),
    card: async (id) => cards.get(id),
    cardsOf: async (key) => [...cards.values()].filter((card) => card.key === key),
    openCards: async () => [...cards.values()],
    names: async () => ({
      services: ['App Service', 'Region Mover', 'Service Bus', 'region:odd'],
      regions: ['West Europe'],
    }),
    keyOf: async (key) => (logs.has(key.toUpperCase()) ? key.toUpperCase() : undefined),
    why: async (_id, key) => logs.get(key.toUpperCase()),
    test: async (conversationId, source, language) => void tests.push({ conversationId, source, language }),
    departed: async () => {},
    returned: async () => {},
    summary: async () => undefined,
    onIncidentChanged: () => undefined,
    onWatchChanged: (listener) => void listeners.push(listener),
  };
  return fake;
};

/** An incident's card as it stands in a channel. */
export const cardIn = (conversationId: string, more: Partial<AlertCard> = {}): AlertCard => ({
  id: 'card-1',
  source: 'health',
  key: 'PS7K-QX0',
  item: '',
  level: 'error',
  conversationId,
  version: 1,
  acknowledged: undefined,
  snoozed: undefined,
  ...more,
});
