import type { Activity } from 'botbuilder';
import { z } from 'zod';
import type { Audit } from '../audit/audit.ts';
import type { Connector } from '../connector/connector.ts';
import { baseId } from '../connector/conversations/conversation.ts';
import { arrivalIn, type Installation } from '../connector/conversations/conversation-store.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { type Clock, HOUR, MINUTE, SECOND } from '../lib/clock.ts';
import type { Ids } from '../lib/ids.ts';
import type { Log } from '../lib/logger.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { PolicyStore } from '../policy/file/policy-store.ts';
import { limitsOf } from '../policy/model/limits.ts';
import { rememberedFor } from '../policy/model/rates.ts';
import { withStoreBudget } from '../storage/budget.ts';
import type { Database, Db } from '../storage/database.ts';
import { StoreError } from '../storage/failure.ts';
import type { Texts } from '../texts/texts.ts';
import { StewardAdapter } from './adapter.ts';
import { createDispatcher } from './commands/dispatch.ts';
import type { Registry } from './commands/registry.ts';
import { createFormController } from './forms/form-controller.ts';
import { createFormRecords } from './forms/form-records.ts';
import { createFormState, createFormStorage, pruneForms } from './forms/form-storage.ts';
import type { VerifiedActivity } from './gate/activity.ts';
import { type Gate, Refusal } from './gate/gate.ts';
import { StewardHandler, VERIFIED } from './handler.ts';
import { createErrorReplies } from './reply/error-replies.ts';
import { createLateReplies } from './reply/late-replies.ts';
import type { Services } from './services.ts';
import { createGuard } from './turn/conversation-guard.ts';
import { createIdempotencyStore, type HttpAnswer } from './turn/idempotency.ts';
import { isFromMenu, readInvoke } from './turn/invoke.ts';
import { createLimits } from './turn/limits.ts';
import { membershipOf } from './turn/membership.ts';
import { withTimeout } from './turn/with-timeout.ts';

export interface BotDeps {
  readonly gate: Gate;
  readonly audit: Pick<Audit, 'refused'>;
  readonly registry: Registry;
  readonly services: Services;
  readonly connector: Connector;
  readonly policy: PolicyStore;
  /** Directory id of our own tenant. */
  readonly tenantId: string;
  readonly database: Database;
  readonly jobs: Jobs;
  readonly outbox: Outbox;
  readonly texts: Texts;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  /** Whether people decide on cards there. */
  isForDecisions(conversationId: string): boolean;
  /** The app is in a conversation that it was not in, or not any more; by a job, which tries again what fails. */
  onArrival(arrival: Installation, how: { readonly installed: boolean }): Promise<void>;
}

/** Takes the parsed body of what was posted to /api/messages with a verified token. Never throws. */
export type Receive = (body: unknown) => Promise<HttpAnswer>;

export interface Bot {
  /** What takes the body that comes with this token; what is not from Teams is turned away unread. Never throws. */
  open(authorization: string | undefined): Promise<Receive | HttpAnswer>;
  /** Sets up what the bot does by itself: forgetting kept answers, put-away forms and late replies. */
  start(): Promise<void>;
}

/** Teams gives a press 5 s, the way there and back included. */
const PRESS_ANSWERED_MS = 4.2 * SECOND;
/** So long a turn may wait for the store: a message, too, is answered within 5 s when nothing else holds it up. */
const STORE_MS = 3.6 * SECOND;

const PRUNE = 'bot.prune';
/** Whoever starts has people waiting. */
const FIRST_PRUNE_MS = 5 * MINUTE;
const ARRIVED = 'bot.arrived';
/** A job of before it was told apart says nothing of the app's own coming. */
const arrived = z.object({ conversation: z.string(), installed: z.boolean().default(false) });

export const createBot = (deps: BotDeps): Bot => {
  const { gate, registry, services, connector, database, jobs, texts, clock, ids, log } = deps;
  const seen = createIdempotencyStore(database, clock, log);
  const state = createFormState(createFormStorage(database, clock, () => limitsOf(deps.policy.current()).openForms));
  const desk = createFormController({ registry, services, state, records: createFormRecords(seen), log });
  const dispatcher = createDispatcher({ registry, services, desk, outbox: deps.outbox, audit: deps.audit, log });
  const guard = createGuard(connector, deps.policy, deps.tenantId);
  const late = createLateReplies(deps);
  const handler = new StewardHandler({
    dispatcher,
    audit: deps.audit,
    connector,
    policy: deps.policy,
    guard,
    late,
    texts,
    clock,
    ids,
    log,
  });
  const adapter = new StewardAdapter(connector, deps.isForDecisions);
  const say = handler.say.bind(handler);
  const excuses = createErrorReplies({ adapter, say, policy: deps.policy, texts, clock, ids, log });
  const limits = createLimits({ registry, policy: deps.policy, clock });

  jobs.define({
    name: PRUNE,
    payload: z.object({}),
    maxAttempts: 100,
    async handle(_payload, { now, stopping }) {
      await seen.prune(stopping);
      await pruneForms(database, now, stopping);
      await late.prune(stopping);
      await deps.outbox.prune(now - rememberedFor(deps.policy.current()), stopping);
      await jobs.prune(stopping);
      return { again: now + HOUR };
    },
  });

  jobs.define({
    name: ARRIVED,
    payload: arrived,
    maxAttempts: 20,
    async handle({ conversation, installed }) {
      await deps.onArrival(await arrivalIn(database.db, conversation), { installed });
      return { end: 'done' };
    },
  });

  /** Noted with the conversation, so that no crash comes between, and done apart from the turn: its person waits for none of it. */
  const noteArrival = (db: Db, conversationId: string, installed: boolean): Promise<void> => {
    const conversation = baseId(conversationId);
    const key = `${ARRIVED} ${conversation}`;
    return jobs.schedule(db, { kind: ARRIVED, key, dueAt: clock.now(), payload: { conversation, installed } });
  };

  /** Where the bot is spoken to it may speak; that it was taken out may have been missed, so a coming always counts. */
  const noteConversation = async (activity: VerifiedActivity): Promise<void> => {
    const { id } = activity.conversation;
    const membership = membershipOf(activity);
    if (membership === 'left') return connector.known.forget(id);
    // The message menu reaches also where the bot is no member: nothing can be said there.
    if (isFromMenu(activity)) return;
    const came = membership === 'came';
    const isNew = await connector.known.remember(factsOf(activity), (trx) => noteArrival(trx, id, came));
    if (came && !isNew) await noteArrival(database.db, id, came);
  };

  const process = async (activity: VerifiedActivity): Promise<HttpAnswer> => {
    await noteConversation(activity);
    const body = await adapter.process(activity.raw as Partial<Activity>, (context) => {
      context.turnState.set(VERIFIED, activity);
      return handler.run(context);
    });
    return body === undefined ? { status: 200 } : { status: 200, body };
  };

  const isRepeatable = (activity: VerifiedActivity): boolean => {
    const wanted = readInvoke(activity);
    return wanted.is === 'press' && registry.action(wanted.press.verb)?.repeatable === true;
  };

  const answering = async <T>(work: () => Promise<T>): Promise<T | HttpAnswer> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof Refusal) return { status: error.status, body: { error: { code: 'Refused' } } };
      log.error('activity failed', { error });
      return { status: 500, body: { error: { code: 'Fault' } } };
    }
  };

  const once = (activity: VerifiedActivity): Promise<HttpAnswer> => {
    if (isRepeatable(activity)) return process(activity);
    return seen.once(`${activity.type} ${activity.conversation.id} ${activity.id}`, () => process(activity));
  };

  /** While the store is busy, full or away the person is told so; a press also when its answer is not there in time. */
  const take = async (activity: VerifiedActivity): Promise<HttpAnswer> => {
    const over = limits.check(activity);
    if (over) {
      void deps.audit.refused({
        about: over.kind,
        actor: activity.from.aadObjectId ?? activity.from.id,
        conversation: baseId(activity.conversation.id),
        reason: 'limit',
      });
      return excuses.overLimit(activity, over);
    }
    const told = withStoreBudget(STORE_MS, () => once(activity)).catch(async (error) => {
      const excuse = error instanceof StoreError ? await excuses.failed(activity, error) : undefined;
      return excuse ?? Promise.reject(error);
    });
    return activity.type === 'invoke' ? withTimeout(told, PRESS_ANSWERED_MS, () => excuses.late(activity)) : told;
  };

  return {
    open: (authorization) =>
      answering(async (): Promise<Receive> => {
        const admit = await gate.verify(authorization);
        return (body) => answering(async () => take((await admit(body)).activity));
      }),
    start: () =>
      jobs.schedule(database.db, { kind: PRUNE, key: PRUNE, dueAt: clock.now() + FIRST_PRUNE_MS, payload: {} }),
  };
};

const factsOf = (activity: VerifiedActivity) => {
  const { conversation, serviceUrl, channelData, from } = activity;
  const kind = conversation.conversationType;
  const name = channelData.channel?.name ?? channelData.team?.name;
  return {
    conversationId: conversation.id,
    kind:
      kind === 'personal' ? ('personal' as const) : kind === 'groupChat' ? ('group' as const) : ('channel' as const),
    serviceUrl,
    tenantId: conversation.tenantId,
    ...(channelData.team?.id ? { teamId: channelData.team.id } : {}),
    ...(name ? { name } : {}),
    ...(from.aadObjectId ? { person: { objectId: from.aadObjectId, teamsId: from.id } } : {}),
  };
};
