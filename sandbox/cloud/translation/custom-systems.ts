import { MINUTE } from '../../../src/platform/lib/clock.ts';
import { cloud } from '../../world.ts';
import { creating, integer, key, type RowsOf } from '../columns.ts';
import type { Dataset } from '../dataset.ts';
import type { World } from '../operation.ts';
import { translatorKeys } from '../web/translator-service.ts';
import type { Language } from './languages.ts';
import { beingPrepared, refusal, type TranslateQuery } from './query.ts';

/** Requested custom systems, and the moments from which they are ready. */
const tables = { translator_systems: { category: key, ready_at: integer } };

declare module '../tables.ts' {
  interface VendorTables extends RowsOf<typeof tables> {}
}

/** The translator's keys and its prepared custom systems. */
export const translationDataset: Dataset = {
  name: 'translation',
  migrations: { 'translation-001': creating(tables) },
  async seed(trx) {
    await trx.deleteFrom('translator_systems').execute();
  },
  info: () => ({
    translatorKey: translatorKeys.standing,
    translatorKeys: { usedUp: translatorKeys.usedUp, otherService: translatorKeys.otherService },
    translatorCategories: cloud.translatorCategories,
  }),
};

/** A custom system: its language pairs and its own terms. */
interface CustomSystem {
  /** `from to` */
  readonly pairs: ReadonlySet<string>;
  readonly terms: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The time from its first request until it is ready. */
  readonly wakesInMs: number;
}

const { ledger, treasury } = cloud.translatorCategories;

const trained = {
  pairs: new Set(['en de', 'de en', 'en ja', 'ja en', 'en fr']),
  terms: { de: { Hauptbuch: 'Kassenbuch' }, ja: { 元帳: '台帳' }, fr: { 'grand livre': 'livre de caisse' } },
};

const systems: ReadonlyMap<string, CustomSystem> = new Map([
  [ledger, { ...trained, wakesInMs: 0 }],
  [treasury, { ...trained, wakesInMs: MINUTE }],
]);

export interface System {
  readonly kind: 'Custom' | 'Team';
  readonly terms: ReadonlyMap<string, string>;
}

const GENERAL: System = { kind: 'Team', terms: new Map() };

/** @throws Refusal 400002 for an unknown category, 408001 for a system that is being prepared */
export const checkCategory = async (world: World, { category }: TranslateQuery): Promise<void> => {
  if (category === 'general') return;
  const system = systems.get(category);
  if (!system) throw refusal(400002, `There is no category '${category}'.`);
  if (system.wakesInMs > 0 && !(await isAwake(world, category, system.wakesInMs))) throw beingPrepared();
};

/** The first request starts the preparation. */
const isAwake = async ({ store, clock }: World, category: string, wakesInMs: number): Promise<boolean> => {
  const known = await store.db
    .selectFrom('translator_systems')
    .select('ready_at')
    .where('category', '=', category)
    .executeTakeFirst();
  if (known) return known.ready_at <= clock.now();
  const row = { category, ready_at: clock.now() + wakesInMs };
  await store.db.replaceInto('translator_systems').values(row).execute();
  return false;
};

/**
 * Chooses the system (docs/sources.md, Translator); English is the pivot between two other languages.
 * @throws Refusal 400079 and 400075 when the category is required and has no system, or a system for one half only
 */
export const systemFor = (from: Language, to: Language, { category, allowFallback }: TranslateQuery): System => {
  const system = systems.get(category);
  if (!system) return GENERAL;
  const legs = legsOf(from.code, to.code);
  const custom = legs.filter((leg) => system.pairs.has(leg));
  if (!allowFallback && custom.length < legs.length) {
    throw custom.length === 0
      ? refusal(400079, `The category has no system from '${from.code}' to '${to.code}'.`)
      : refusal(400075, `The category reaches only a part of the way from '${from.code}' to '${to.code}'.`);
  }
  if (custom.length === 0) return GENERAL;
  const speaks = custom.includes(legs.at(-1) ?? '');
  return { kind: 'Custom', terms: new Map(Object.entries(speaks ? (system.terms[to.code] ?? {}) : {})) };
};

const legsOf = (from: string, to: string): readonly string[] => {
  if (from === to) return [];
  return from === 'en' || to === 'en' ? [`${from} ${to}`] : [`${from} en`, `en ${to}`];
};
