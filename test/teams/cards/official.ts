import { createRequire } from 'node:module';
import { MOST_VISIBLE } from '#teams/cards/buttons.ts';
import type { CardJson } from '#teams/cards/define-card.ts';

/** As much of the official renderer as a check needs; the package ships no types that Node can read as it stands. */
interface Renderer {
  readonly Versions: { readonly v1_5: unknown };
  readonly SerializationContext: new (
    version: unknown,
  ) => {
    readonly eventCount: number;
    getEventAt(index: number): { readonly message: string };
  };
  readonly HostConfig: new (config: unknown) => unknown;
  readonly AdaptiveCard: new () => {
    hostConfig: unknown;
    parse(card: unknown, context: unknown): void;
    toJSON(context: unknown): unknown;
    validateProperties(): { readonly validationEvents: readonly { readonly message: string }[] };
  };
}

const official: Renderer = createRequire(import.meta.url)('adaptivecards/dist/adaptivecards.min.js');

/** The renderer counts the overflow's actions too, and takes five in all; Teams counts the visible ones. */
const anyNumber = new official.HostConfig({ actions: { maxActions: 0 } });
/** At the foot of a card or in a set. Teams takes six; three of them stand on the card, and the others in its menu. */
const MOST_ACTIONS = 6;

const crowds = (node: unknown): string[] => {
  if (Array.isArray(node)) return node.flatMap(crowds);
  if (typeof node !== 'object' || node === null) return [];
  const { actions } = node as { readonly actions?: readonly { readonly mode?: unknown }[] };
  const visible = actions?.filter(({ mode }) => mode !== 'secondary').length ?? 0;
  return [
    ...(visible > MOST_VISIBLE ? [`${visible} actions are visible`] : []),
    ...((actions?.length ?? 0) > MOST_ACTIONS ? [`${actions?.length} actions in all`] : []),
    ...Object.values(node).flatMap(crowds),
  ];
};

/** What the official renderer has against a card under version 1.5, and what it would silently leave out. */
export const complaints = (card: CardJson): string[] => {
  const context = new official.SerializationContext(official.Versions.v1_5);
  const parsed = new official.AdaptiveCard();
  parsed.hostConfig = anyNumber;
  const shown = withoutCharts(card);
  parsed.parse(shown, context);
  const events = Array.from({ length: context.eventCount }, (_, index) => context.getEventAt(index).message);
  const wrong = parsed.validateProperties().validationEvents.map(({ message }) => message);
  const kept = parsed.toJSON(new official.SerializationContext(official.Versions.v1_5));
  return [...events, ...wrong, ...crowds(card), ...lost(shown, kept, '')];
};

/**
 * Teams draws charts and searches lists by itself; the renderer, which knows neither, shows the fallback of each chart and
 * the choices that a card holds.
 */
const withoutCharts = (node: unknown): unknown => {
  if (Array.isArray(node)) return node.map(withoutCharts);
  if (typeof node !== 'object' || node === null) return node;
  const { type, fallback } = node as { type?: unknown; fallback?: unknown };
  if (typeof type === 'string' && type.startsWith('Chart.')) return withoutCharts(fallback);
  const read = Object.entries(node).filter(([name]) => name !== 'choices.data');
  return Object.fromEntries(read.map(([name, child]) => [name, withoutCharts(child)]));
};

/** Read by Teams and not by the renderer. */
const NOT_KEPT = new Set(['msteams', 'fallback', 'firstRowAsHeader', '$schema']);
/** What the renderer leaves out because it stands for nothing said. */
const nothing = (name: string, value: unknown): boolean =>
  value === '' ||
  value === false ||
  (Array.isArray(value) && value.length === 0) ||
  /^(Default|default|compact|primary)$/.test(`${value}`) ||
  NOT_KEPT.has(name);

const lost = (given: unknown, kept: unknown, path: string): string[] => {
  if (typeof given !== 'object' || given === null) {
    return given === kept ? [] : [`${path}: ${JSON.stringify(given)} became ${JSON.stringify(kept)}`];
  }
  return Object.entries(given).flatMap(([name, value]) => {
    if (nothing(name, value)) return [];
    return lost(value, (kept as Record<string, unknown> | undefined)?.[name], `${path}/${name}`);
  });
};

/** The same card as a client sees it that knows no Action.Execute: each such action is its fallback. */
export const forOlderClients = (node: unknown): unknown => {
  if (Array.isArray(node)) return node.map(forOlderClients);
  if (typeof node !== 'object' || node === null) return node;
  const { fallback } = node as { fallback?: unknown };
  const shown = typeof fallback === 'object' && fallback !== null ? fallback : node;
  return Object.fromEntries(Object.entries(shown).map(([name, child]) => [name, forOlderClients(child)]));
};
