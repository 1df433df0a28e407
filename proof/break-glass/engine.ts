import type { FormContext } from '../../src/bot/commands/registry.ts';
import type { Turn } from '../../src/bot/turn/turn.ts';
import type { ChangeKind } from '../../src/engine/changes/change-kind.ts';
import { breakGlass } from '../../src/features/access/break-glass/kind.ts';
import { mentionRenderer } from '../../src/features/access/break-glass/notify-skipped.ts';
import { reviewUse } from '../../src/features/access/break-glass/review.ts';
import { reminderJob, reviewJob } from '../../src/features/access/break-glass/review-job.ts';
import { reviewRenderer } from '../../src/features/access/cards/review-card.ts';
import { breakGlassForm } from '../../src/features/access/chat/break-glass-form.ts';
import type { Services } from '../../src/features/feature.ts';
import { createTtlCache } from '../../src/platform/lib/cache.ts';
import { SECOND } from '../../src/platform/lib/clock.ts';
import { AppError } from '../../src/platform/lib/errors.ts';
import { randomIds } from '../../src/platform/lib/ids.ts';
import { loadTexts } from '../../src/platform/texts/texts.ts';
import type { PolicyStore } from '../../src/policy/file/policy-store.ts';
import { checkFields } from '../../src/teams/cards/form.ts';
import type { ManualClock } from '../../test/support/manual-clock.ts';
import { grants, startAccess } from '../lib/access-engine.ts';
import type { AccessService } from '../lib/access-service.ts';
import { HERE, idOf } from '../lib/policy-text.ts';
import type { Review, Use } from './plan.ts';

export const kinds = [grants, breakGlass as ChangeKind];
const words = loadTexts().for('en-GB', 'UTC');

interface EngineParts {
  readonly url: string;
  readonly clock: ManualClock;
  readonly policy: PolicyStore;
  readonly service: AccessService;
}

/** One process: the change engine with the real break-glass, its form and its review. Only vendor and Teams are stand-ins. */
export const startEngine = async ({ service, ...parts }: EngineParts, works: boolean) => {
  const { clock } = parts;
  const engine = await startAccess({ ...parts, vendor: service.client, kinds });
  const own = { clock, policy: parts.policy, vendor: service.client, cache: createTtlCache(clock) };
  const services = { ...engine, ...own } as unknown as Services;
  for (const job of [reviewJob, reminderJob]) engine.jobs.define(job(services));
  for (const renderer of [reviewRenderer, mentionRenderer]) engine.outbox.define(renderer(services));
  if (works) engine.jobs.start();

  /** Fills in the form page by page, as the bot does. @returns the id of the change, or why it was refused */
  const use = async ({ who, place, minutes, reason, confirm }: Use): Promise<{ id: string } | { refused: string }> => {
    const given = { role: 'owner', place, duration: `${minutes} minutes`, reason, confirm };
    const turn = {
      who: { objectId: idOf(who), name: who },
      where: { conversationId: HERE, kind: 'channel' },
      ...{ words, zone: 'UTC', correlation: 'proof', answerBy: clock.now() + 10 * SECOND },
    } as unknown as Turn;
    const form = randomIds.opaque();
    let context: FormContext = { turn, services, form, answers: {} };
    try {
      for (const page of breakGlassForm.pages) {
        const { fields } = await page(context);
        const answers = { ...context.answers, ...given };
        if (Object.keys(checkFields(fields, answers)).length > 0) return { refused: 'form' };
        const known = Object.entries(given).filter(([id]) => fields.some((field) => field.id === id));
        context = { ...context, answers: { ...context.answers, ...Object.fromEntries(known) } };
      }
      const end = await breakGlassForm.submit(context);
      if (end.kind === 'wrong') return { refused: 'held' };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { refused: error.code === 'Policy.ReviewFirst' ? 'second' : 'named' };
    }
    const row = await engine.db
      .selectFrom('changes')
      .select('id')
      .where('source', '=', `form ${form}`)
      .executeTakeFirstOrThrow();
    return { id: row.id };
  };

  return {
    ...engine,
    use,
    review: async (change: string, { who, result, reason }: Review): Promise<boolean> => {
      const person = { objectId: idOf(who), name: who, language: 'en' };
      try {
        await reviewUse(services, { change, person, result, reason });
        return true;
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        return false;
      }
    },
    mention: (change: string) => engine.outbox.render(`breakGlassMention:${change}`, 'mention', words),
  };
};

export type BreakGlassEngine = Awaited<ReturnType<typeof startEngine>>;
