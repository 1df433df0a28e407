import { z } from 'zod';
import { translateText } from '../../api/operations/translation.ts';
import type { FailedJob, JobKind, JobOutcome, JobRun, NewJob } from '../../jobs/jobs.ts';
import { HOUR, SECOND } from '../../lib/clock.ts';
import { AppError } from '../../lib/errors.ts';
import type { Trx } from '../../storage/database.ts';
import type { Services } from '../feature.ts';
import { createTerms } from './glossary/term-store.ts';
import { createMeter, createQuotaBreaker } from './meter/meter.ts';
import { mayTranslate, notAllowed, translationPolicy } from './policy.ts';
import { changeRunning, findTranslation, isWanted, type TranslationRow, takeShowing } from './store.ts';
import {
  loadTranslation,
  type Result,
  readReach,
  type Translation,
  translationSubject,
  type Why,
} from './translation.ts';
import { createResponseCache } from './translator/cache.ts';
import type { TranslateDeps } from './translator/context.ts';
import { TranslationFault } from './translator/faults.ts';
import { translate } from './translator/translate.ts';

/** The only runner of orders: what it was answered is kept, so it goes on where it was cut off. */
export const TRANSLATE = 'translation.translate';

export const translatingOf = (translation: string, dueAt: number): NewJob => ({
  ...{ kind: TRANSLATE, key: `${TRANSLATE}:${translation}`, dueAt },
  payload: { translation },
});

/** Between two edits of a card that only say how far it is. */
const TELL_EVERY = 2 * SECOND;
const MOST_ATTEMPTS = 8;
/** So many at once in a process: a translator that hangs holds up nothing but translations. */
const MOST_AT_ONCE = 5;
/** So many of one person: whoever asks for much holds up nobody else. */
const MOST_OF_ONE = 2;
const FULL = SECOND;

type Columns = Parameters<typeof changeRunning>[2];

export const translateJob = (services: Services): JobKind<unknown> => {
  const { database, outbox, clock, log, policy } = services;
  /** Whose translations are under way. */
  const running: string[] = [];

  const show = async (row: TranslationRow, columns: Columns): Promise<void> => {
    await database.transaction(async (trx) => {
      const version = await changeRunning(trx, row, columns);
      if (version !== undefined) await outbox.touch(trx, translationSubject(row.id), version);
    });
  };

  const work = async (row: TranslationRow, translation: Translation, run: JobRun): Promise<JobOutcome> => {
    let told = clock.now();
    let wanted = true;
    const look = async (): Promise<void> => {
      wanted = await isWanted(database.db, row);
    };
    const progress = (done: number, of: number): void => {
      look().catch((error) => log.warn('order not looked at', { job: run.id, error }));
      if (clock.now() - told < TELL_EVERY) return;
      told = clock.now();
      // Where it cannot be told, the next time or the end tells it.
      show(row, { done, of, why_json: null }).catch((error) => log.warn('progress not told', { job: run.id, error }));
    };
    try {
      if (!mayTranslate(policy.current(), row.asked_by)) throw notAllowed();
      const { order, asker, parked } = translation;
      const stopping = (): boolean => run.stopping() || !wanted;
      const about = { id: row.id, orderedAt: Date.parse(row.ordered_at) };
      const outcome = await translate(order, asker, depsFor(services, about, { parked, progress, stopping }));
      log.info('translated', { job: run.id, count: outcome.charged, state: outcome.doubtful ? 'doubtful' : 'sure' });
      await show(row, doneWith(row, outcome));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error instanceof TranslationFault && error.next.is === 'park') {
        const { until, parked } = error.next;
        await show(row, { parked_json: JSON.stringify(parked), why_json: JSON.stringify(whyOf(error)) });
        return { again: until };
      }
      log.info('not translated', { job: run.id, code: error.code });
      await show(row, failedWith(row, whyOf(error)));
    }
    return { again: clock.now() };
  };

  /** A turn that waits shows it itself; where it does not, the outbox does. */
  const handOver = async (row: TranslationRow): Promise<JobOutcome> => {
    if (row.shown === 1) return { end: 'done' };
    const held = Date.parse(row.held_until);
    if (held > clock.now()) return { again: held };
    await database.transaction((trx) => deliverTranslation(trx, services, row));
    return { end: 'done' };
  };

  return {
    name: TRANSLATE,
    payload: z.object({ translation: z.string() }),
    maxAttempts: MOST_ATTEMPTS,
    async handle(payload, run) {
      const { translation: id } = payload as { readonly translation: string };
      const row = await findTranslation(database.db, id);
      if (!row) return { end: 'done' };
      if (row.state !== 'waiting') return handOver(row);
      const own = running.filter((person) => person === row.asked_by);
      if (running.length >= MOST_AT_ONCE || own.length >= MOST_OF_ONE) return { again: run.now + FULL };
      running.push(row.asked_by);
      try {
        return await work(row, loadTranslation(row), run);
      } finally {
        running.splice(running.indexOf(row.asked_by), 1);
      }
    },
  };
};

/** Hands the card to the outbox, where no turn has shown it. @returns false where one has */
export const deliverTranslation = async (
  trx: Trx,
  { outbox }: Pick<Services, 'outbox'>,
  row: TranslationRow,
): Promise<boolean> => {
  if (!(await takeShowing(trx, row.id))) return false;
  const { language, version } = row;
  await outbox.deliver(trx, {
    subject: translationSubject(row.id),
    face: 'card',
    ...readReach(row),
    language,
    version,
  });
  return true;
};

/** A translation that was given up for good, also where it took its process down with it each time: its card says so. */
export const failedTranslation =
  (services: Services) =>
  async (trx: Trx, { kind, key }: FailedJob): Promise<void> => {
    if (kind !== TRANSLATE) return;
    const row = await findTranslation(trx, key.slice(TRANSLATE.length + 1));
    if (!row) return;
    const version = await changeRunning(trx, row, failedWith(row, { why: 'bot.error.fault', values: {} }));
    if (version === undefined) return;
    await services.outbox.touch(trx, translationSubject(row.id), version);
    await deliverTranslation(trx, services, { ...row, version });
  };

const doneWith = ({ order_json }: TranslationRow, outcome: Result): Columns => ({
  ...{ state: 'done', outcome_json: JSON.stringify(outcome), answered_json: order_json, why_json: null },
});

/** What was there before it was asked for differently stays, and says why there is nothing else. */
const failedWith = (row: TranslationRow, why: Why): Columns => {
  const why_json = JSON.stringify(why);
  if (row.answered_json === null) return { state: 'failed', why_json };
  const view_json = JSON.stringify({ ...loadTranslation(row).view, face: 'texts' });
  return { state: 'done', order_json: row.answered_json, view_json, why_json };
};

const whyOf = (error: AppError): Why => ({
  why: error.textKey,
  values: error.values,
  ...(error instanceof TranslationFault && error.next.is === 'ask' ? { field: error.next.field } : {}),
});

/** So long an order is worked on, waits for the vendor included: nobody waits for it any longer. */
const PATIENCE = 6 * HOUR;

/** Any length can be translated; from the chat so much, or it would keep everybody else waiting. */
const MOST_TEXTS = 20_000;

/** One in the process: the vendor's free translations are used up for everybody. */
const breaker = createQuotaBreaker();

/** What one run of an order works with. @param orderedAt when this very order was given, in milliseconds since 1970 */
export const depsFor = (
  services: Services,
  { id, orderedAt }: { readonly id: string; readonly orderedAt: number },
  run: Pick<TranslateDeps, 'parked' | 'progress' | 'stopping'>,
): TranslateDeps => {
  const { vendor, clock, ids, policy } = services;
  return {
    ...run,
    call: (question, options) => vendor.call(translateText, question, options),
    profile: vendor.profile,
    cache: createResponseCache(services),
    meter: createMeter(services, id),
    terms: createTerms(services),
    settings: { lowScore: translationPolicy(policy.current()).doubtBelow },
    breaker,
    mostTexts: MOST_TEXTS,
    endBy: orderedAt + PATIENCE,
    correlation: ids.guid(),
    now: clock.now,
  };
};
