import { createHash } from 'node:crypto';
import type { Activity } from 'botbuilder';
import { z } from 'zod';
import type { Audit } from '../audit/audit.ts';
import { VIEW } from '../cards/own-buttons.ts';
import type { Connector } from '../connector/connector.ts';
import type { Installation } from '../connector/conversations/arrival.ts';
import { baseId } from '../connector/conversations/conversation.ts';
import type { Departure } from '../connector/conversations/departure.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { type After, type Clock, HOUR, MINUTE, SECOND, withTimeout } from '../lib/clock.ts';
import type { Ids } from '../lib/ids.ts';
import type { Log } from '../lib/logger.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { PolicyStore } from '../policy/file/policy-store.ts';
import { limitsOf, rememberedFor } from '../policy/model/limits.ts';
import type { Database, Trx } from '../storage/database.ts';
import { StoreError } from '../storage/failure.ts';
import { withStoreBudget } from '../storage/transaction.ts';
import type { Texts } from '../texts/texts.ts';
import { StewardAdapter } from './adapter.ts';
import { createDispatcher } from './commands/dispatch.ts';
import { createOwnWords } from './commands/own-words.ts';
import type { Registry } from './commands/registry.ts';
import { createFormController } from './forms/form-controller.ts';
import { createFormRecords, createFormState, createFormStorage, pruneForms } from './forms/form-store.ts';
import { createSentenceReader } from './forms/sentence.ts';
import { isHandled, type VerifiedActivity } from './gate/activity.ts';
import { type Gate, Refusal } from './gate/gate.ts';
import { StewardHandler, VERIFIED } from './handler.ts';
import { createErrorReplies } from './reply/error-replies.ts';
import { createLateReplies } from './reply/late-replies.ts';
import { createPostReply } from './reply/post-reply.ts';
import { createTyping } from './reply/typing.ts';
import { createUnpressed, type Unpressed } from './reply/unpressed.ts';
import type { Services } from './services.ts';
import { createGuard, createLimits } from './turn/admission.ts';
import { createIdempotencyStore, type HttpAnswer } from './turn/idempotency.ts';
import { createMembership } from './turn/membership.ts';
import { readInvoke } from './turn/read-turn.ts';
import { createZones } from './turn/zone.ts';
import type { Understanding } from './understanding/understanding.ts';

export interface BotDeps {
  readonly gate: Gate;
  readonly audit: Pick<Audit, 'refused'>;
  readonly registry: Registry;
  readonly services: Services;
  readonly understanding: Understanding;
  readonly connector: Connector;
  readonly policy: PolicyStore;
  /** Our tenant's id. */
  readonly tenantId: string;
  readonly database: Database;
  readonly jobs: Jobs;
  readonly outbox: Outbox;
  readonly texts: Texts;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  /** Timers for what people see while they wait. */
  readonly after: After;
  /** Whether people decide on cards in this conversation. */
  isForDecisions(conversationId: string): boolean;
  /** The app was added to a conversation, or added again. Called by a job, which retries failures. */
  onArrival(arrival: Installation, how: { readonly installed: boolean }): Promise<void>;
  /** The app was removed from a conversation. @param person who removed it, as far as Teams says */
  onDeparture(trx: Trx, departure: Departure, person: string | undefined): Promise<void>;
}

/** Handles the parsed body of a POST to /api/messages whose token is verified. Never throws. */
export type Receive = (body: unknown) => Promise<HttpAnswer>;

export interface Bot extends Pick<Unpressed, 'onSignInFailed'> {
  /** Verifies the token of a request; never throws. @returns the handler of its body, or a refusal if it is not from Teams */
  open(authorization: string | undefined): Promise<Receive | HttpAnswer>;
  /** Schedules the job that prunes old answers, forms and replies. */
  start(): Promise<void>;
}

/** Teams allows a press 5 s, including the network. */
const PRESS_ANSWERED_MS = 4.2 * SECOND;
/** The most that a turn waits for the store, so that a message is answered within 5 s. */
const STORE_MS = 3.6 * SECOND;

const PRUNE = 'bot.prune';
/** Not right after the start, when people are waiting. */
const FIRST_PRUNE_MS = 5 * MINUTE;

/** The same press with a sign-in is another one, also where the client repeats the activity's id. */
const keyOf = (activity: VerifiedActivity): string => {
  const invoke = readInvoke(activity);
  const proof = invoke.is === 'press' ? invoke.press.signIn?.proof : undefined;
  const text = proof && (proof.is === 'code' ? proof.code : proof.token.reveal());
  const digest = text === undefined ? '' : ` ${createHash('sha256').update(text).digest('hex')}`;
  return `${activity.type} ${activity.conversation.id} ${activity.id}${digest}`;
};

export const createBot = (deps: BotDeps): Bot => {
  const { gate, registry, services, connector, database, jobs, texts, clock, ids, log } = deps;
  const idempotency = createIdempotencyStore(database, clock, log);
  const state = createFormState(createFormStorage(database, clock, () => limitsOf(deps.policy.current()).openForms));
  const records = createFormRecords(database, clock);
  const forms = createFormController({
    ...{ registry, services, state, records, log },
    readSentence: createSentenceReader(registry),
  });
  const ownWords = createOwnWords({ understanding: deps.understanding, registry, services, log });
  const late = createLateReplies(deps);
  const postReply = createPostReply(late, log);
  const dispatcher = createDispatcher({
    registry,
    services,
    forms,
    ownWords,
    outbox: deps.outbox,
    audit: deps.audit,
    post: postReply,
    clock,
    log,
  });
  const zones = createZones();
  const guard = createGuard(connector, deps.policy);
  const handler = new StewardHandler({
    dispatcher,
    audit: deps.audit,
    connector,
    policy: deps.policy,
    guard,
    post: postReply,
    typing: createTyping(connector, deps.after),
    zones,
    texts,
    clock,
    ids,
    log,
  });
  const adapter = new StewardAdapter(connector, deps.isForDecisions);
  const post = handler.post.bind(handler);
  const errorReplies = createErrorReplies({ adapter, post, policy: deps.policy, zones, texts, clock, ids, log });
  const unpressed = createUnpressed({ texts, log });
  const membership = createMembership(deps);
  const limits = createLimits({ registry, policy: deps.policy, clock });

  jobs.define({
    name: PRUNE,
    payload: z.object({}),
    maxAttempts: 100,
    async handle(_payload, { now, stopping }) {
      await idempotency.prune(stopping);
      await pruneForms(database, now, stopping);
      await records.prune(stopping);
      await late.prune(stopping);
      await deps.outbox.prune(now - rememberedFor(deps.policy.current()), stopping);
      await jobs.prune(stopping);
      return { again: now + HOUR };
    },
  });

  const process = async (activity: VerifiedActivity): Promise<HttpAnswer> => {
    await membership.update(activity);
    const body = await adapter.process(activity.raw as Partial<Activity>, (context) => {
      context.turnState.set(VERIFIED, activity);
      return handler.run(context);
    });
    return body === undefined ? { status: 200 } : { status: 200, body };
  };

  const isRepeatable = (activity: VerifiedActivity): boolean => {
    const invoke = readInvoke(activity);
    if (invoke.is === 'search') return true;
    if (invoke.is !== 'press') return false;
    const { verb } = invoke.press;
    return verb === VIEW || registry.action(verb)?.repeatable === true;
  };

  const withErrorAnswer = async <T>(work: () => Promise<T>): Promise<T | HttpAnswer> => {
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
    return idempotency.once(keyOf(activity), () => process(activity));
  };

  /** Answers with an error while the store is busy, full or unreachable. A press also gets one when its answer takes too long. */
  const handle = async (activity: VerifiedActivity): Promise<HttpAnswer> => {
    const nothing = isHandled(activity) ? unpressed.answer(activity) : { status: 200 };
    if (nothing) return nothing;
    const over = limits.check(activity);
    if (over) {
      // Nobody did anything: their clients ask again by themselves.
      if (over.kind === 'refreshes') return errorReplies.overLimit(activity, over);
      void deps.audit.refused({
        target: over.kind,
        actor: activity.from.aadObjectId ?? activity.from.id,
        conversation: baseId(activity.conversation.id),
        reason: 'limit',
      });
      return errorReplies.overLimit(activity, over);
    }
    const answer = withStoreBudget(STORE_MS, () => once(activity)).catch(async (error) => {
      const reply = error instanceof StoreError ? await errorReplies.failed(activity, error) : undefined;
      return reply ?? Promise.reject(error);
    });
    return activity.type === 'invoke'
      ? withTimeout(answer, PRESS_ANSWERED_MS, () => errorReplies.late(activity))
      : answer;
  };

  return {
    open: (authorization) =>
      withErrorAnswer(async (): Promise<Receive> => {
        const admit = await gate.verify(authorization);
        return (body) => withErrorAnswer(async () => handle((await admit(body)).activity));
      }),
    onSignInFailed: unpressed.onSignInFailed,
    start: () =>
      jobs.schedule(database.db, { kind: PRUNE, key: PRUNE, dueAt: clock.now() + FIRST_PRUNE_MS, payload: {} }),
  };
};
