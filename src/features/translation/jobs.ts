import { translateText } from '#cloud/operations/translation.ts';
import { type Answers, defineAnswers, definePruning } from '#engine/answers/answer-job.ts';
import type { Services } from '#features/feature.ts';
import type { JobKind, JobOutcome, JobRun } from '#platform/jobs/jobs.ts';
import { DAY, HOUR, SECOND } from '#platform/lib/clock.ts';
import { AppError } from '#platform/lib/errors.ts';
import type { Db, Trx } from '#platform/storage/database.ts';
import { createTerms } from './glossary/term-store.ts';
import { createMeter } from './meter/meter.ts';
import { dayOf, pruneUsage } from './meter/usage-store.ts';
import { requireTranslating, retentionOf, translationPolicy } from './policy.ts';
import { pruneTranslations, type TranslationRow, takeShowing, translationStore } from './store.ts';
import { loadTranslation, type Order, type Result, readDestination, type TranslationReason } from './translation.ts';
import type { QuotaBreaker, TranslateDeps } from './translator/context.ts';
import { TranslationFault } from './translator/faults.ts';
import { createResponseCache, pruneResponses } from './translator/response-store.ts';
import { translate } from './translator/translate.ts';

type Columns = Partial<TranslationRow>;

/** A row is worked on while it is pending and its order is the same: the result of an earlier order does not count. */
const working = ({ order_json }: TranslationRow): Columns => ({ state: 'waiting', order_json });

/** The previous order's result stays, with the reason why there is no new one. */
const failed = (row: TranslationRow, why: TranslationReason): Columns => {
  const why_json = JSON.stringify(why);
  if (row.answered_json === null) return { state: 'failed', why_json };
  const view_json = JSON.stringify({ ...loadTranslation(row).view, face: 'texts' });
  return { state: 'done', order_json: row.answered_json, view_json, why_json };
};

const whyOf = (error: AppError): TranslationReason => ({
  why: error.textKey,
  values: error.values,
  ...(error instanceof TranslationFault && error.next.is === 'ask' ? { field: error.next.field } : {}),
});

/** Translations as answers: their cards, and the only job that works on orders. */
export const translations: Answers<TranslationRow> = defineAnswers({
  subject: 'translation',
  store: translationStore,
  job: { name: 'translation.translate', field: 'translation' },
  working,
  failed,
  reasonOf: whyOf,
});

/** The most at once in a process: a translator that hangs delays only translations. */
const MOST_AT_ONCE = 5;
/** The most for one person, so that nobody delays others. */
const MOST_OF_ONE = 2;
const FULL = SECOND;

export const translateJob = (services: Services): JobKind<unknown> => {
  const { database, clock } = services;
  /** The people with running translations. */
  const running: string[] = [];
  return translations.job(services, {
    async work(row, run) {
      const own = running.filter((person) => person === row.asked_by);
      if (running.length >= MOST_AT_ONCE || own.length >= MOST_OF_ONE) return { again: run.now + FULL };
      running.push(row.asked_by);
      try {
        return await work(services, row, run);
      } finally {
        running.splice(running.indexOf(row.asked_by), 1);
      }
    },
    /** A waiting turn shows it itself; otherwise the outbox does. */
    async after(row) {
      if (row.shown === 1) return { end: 'done' };
      const held = Date.parse(row.held_until);
      if (held > clock.now()) return { again: held };
      await database.transaction((trx) => deliverTranslation(trx, services, row));
      return { end: 'done' };
    },
  });
};

/** Responses are cached, so a run continues where the previous one was interrupted. */
const work = async (services: Services, row: TranslationRow, run: JobRun): Promise<JobOutcome> => {
  const { database, clock, log, policy } = services;
  const { order, asker, parked } = loadTranslation(row);
  const showProgress = translations.progress(services, row);
  let wanted = true;
  const progress = (done: number, of: number): void => {
    translationStore
      .find(database.db, row.id, working(row))
      .then((found) => {
        wanted = found !== undefined;
      })
      .catch((error) => log.warn('order not looked at', { job: run.id, error }));
    // If it cannot be shown, the next progress or the result will show it.
    showProgress({ done, of, why_json: null }).catch((error) => log.warn('progress not told', { job: run.id, error }));
  };
  const stopping = (): boolean => run.stopping() || !wanted;
  try {
    requireTranslating(policy.current(), row.asked_by);
    const result = await translate(
      order,
      asker,
      depsFor(services, row, order.glossary, { parked, progress, stopping }),
    );
    log.info('translated', { job: run.id, count: result.charged, state: result.doubtful ? 'doubtful' : 'sure' });
    await translations.end(services, row, doneWith(row, result));
    return { again: clock.now() };
  } catch (error) {
    if (error instanceof TranslationFault && error.next.is === 'park') {
      const { until, parked: parks } = error.next;
      await translations.end(services, row, {
        parked_json: JSON.stringify(parks),
        why_json: JSON.stringify(whyOf(error)),
      });
      return { again: until };
    }
    if (error instanceof AppError) log.info('not translated', { job: run.id, code: error.code });
    throw error;
  }
};

const doneWith = ({ order_json }: TranslationRow, result: Result): Columns => ({
  ...{ state: 'done', outcome_json: JSON.stringify(result), answered_json: order_json, why_json: null },
});

/** Gives the card to the outbox if no turn has shown it. @returns false if one has */
export const deliverTranslation = async (
  trx: Trx,
  { outbox }: Pick<Services, 'outbox'>,
  row: TranslationRow,
): Promise<boolean> => {
  if (!(await takeShowing(trx, row.id))) return false;
  const { language, version } = row;
  const subject = translations.subjectOf(row.id);
  await outbox.deliver(trx, { subject, variant: 'card', ...readDestination(row), language, version });
  return true;
};

/** The longest time for an order, including waits for the vendor: nobody waits longer. */
const PATIENCE = 6 * HOUR;

/** The longest text from the chat, so that it does not delay other people; the translator itself takes any length. */
const MOST_TEXTS = 20_000;

/** A refused request costs nothing: one an hour finds out whether the plan was changed. */
const RETRY_MS = HOUR;

/** The vendor counts by calendar month; after a restart, the first request finds it out. */
export const createQuotaBreaker = (): QuotaBreaker => {
  let period = 0;
  let retryAt = 0;
  return {
    closedUntil(now) {
      if (now >= period || now >= retryAt) {
        // Only one request checks.
        retryAt = now + RETRY_MS;
        return undefined;
      }
      return period;
    },
    usedUp(now) {
      const today = new Date(now);
      period = Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1);
      retryAt = now + RETRY_MS;
    },
    reset() {
      period = 0;
    },
  };
};

/** One for the process: the vendor's free translations are used up for everybody. */
const breaker = createQuotaBreaker();

/** The context of one run of an order. */
const depsFor = (
  services: Services,
  { id, ordered_at }: TranslationRow,
  glossary: Order['glossary'],
  run: Pick<TranslateDeps, 'parked' | 'progress' | 'stopping'>,
): TranslateDeps => {
  const { vendor, clock, ids, policy } = services;
  return {
    ...run,
    call: (query, options) => vendor.call(translateText, query, options),
    profile: vendor.profile,
    cache: createResponseCache(services),
    meter: createMeter(services, id),
    terms: createTerms(services, glossary),
    settings: { lowScore: translationPolicy(policy.current()).doubtBelow },
    breaker,
    mostTexts: MOST_TEXTS,
    endBy: Date.parse(ordered_at) + PATIENCE,
    correlation: ids.guid(),
    now: clock.now,
  };
};

/** The year and month, for comparison. */
const USAGE_STORED_MS = 400 * DAY;
const TABLES = ['translations', 'translation_messages', 'translation_answers', 'translation_usage'] as const;

/** Deletes expired translations, as long as there are any. */
export const translationPruning = definePruning({
  job: 'translation.prune',
  keptFor: retentionOf,
  async forget(db, { now, keep }) {
    await pruneTranslations(db, now - keep);
    await pruneResponses(db, now - keep);
    await pruneUsage(db, dayOf(now - USAGE_STORED_MS));
  },
  /** Whether any are left: a response may be stored for hours after its order. */
  async holdsMore(db: Db) {
    for (const table of TABLES) {
      const rows = db.selectFrom(table).select((eb) => eb.lit(1).as('one'));
      if (await rows.limit(1).executeTakeFirst()) return true;
    }
    return false;
  },
});
