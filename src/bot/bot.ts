import { createHash } from 'node:crypto';
import type { Activity } from 'botbuilder';
import { z } from 'zod';
import { createDispatcher } from '#bot/commands/dispatch.ts';
import { createOwnWords } from '#bot/commands/own-words.ts';
import type { Registry } from '#bot/commands/registry.ts';
import { createFormController } from '#bot/forms/form-controller.ts';
import { createFormRecords, createFormState, createFormStorage, pruneForms } from '#bot/forms/form-store.ts';
import { createSentenceReader } from '#bot/forms/sentence.ts';
import { isHandled, type VerifiedActivity } from '#bot/gate/activity.ts';
import { type Gate, Refusal } from '#bot/gate/gate.ts';
import { createErrorReplies } from '#bot/reply/error-replies.ts';
import { createLateReplies } from '#bot/reply/late-replies.ts';
import { createPostReply } from '#bot/reply/post-reply.ts';
import { createTyping } from '#bot/reply/typing.ts';
import { createUnpressed, type Unpressed } from '#bot/reply/unpressed.ts';
import { createGuard, createLimits } from '#bot/turn/admission.ts';
import { createIdempotencyStore, type HttpAnswer } from '#bot/turn/idempotency.ts';
import { createMembership } from '#bot/turn/membership.ts';
import { readInvoke } from '#bot/turn/read-turn.ts';
import { createZones } from '#bot/turn/zone.ts';
import type { Understanding } from '#bot/understanding/understanding.ts';
import type { Outbox } from '#engine/outbox/outbox.ts';
import type { Audit } from '#platform/audit/audit.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { type After, type Clock, HOUR, MINUTE, SECOND, withTimeout } from '#platform/lib/clock.ts';
import type { Ids } from '#platform/lib/ids.ts';
import type { Log } from '#platform/lib/logger.ts';
import type { Database, Trx } from '#platform/storage/database.ts';
import { StoreError } from '#platform/storage/failure.ts';
import { withStoreBudget } from '#platform/storage/transaction.ts';
import type { Texts } from '#platform/texts/texts.ts';
import type { PolicyStore } from '#policy/file/policy-store.ts';
import { limitsOf, rememberedFor } from '#policy/model/sections.ts';
import { VIEW } from '#teams/cards/buttons.ts';
import type { Connector } from '#teams/connector/connector.ts';
import { baseId, type Departure, type Installation } from '#teams/connector/conversations/conversation.ts';
import { StewardAdapter } from './adapter.ts';
import { StewardHandler, VERIFIED } from './handler.ts';
import type { Services } from './services.ts';

interface BotDeps {
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
type Receive = (body: unknown) => Promise<HttpAnswer>;

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
  const updateMembership = createMembership(deps);
  const overLimit = createLimits({ registry, policy: deps.policy, clock });

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
    await updateMembership(activity);
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
    const over = overLimit(activity);
    if (over) {
      // No person acted: their clients ask again by themselves.
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
