import { createRegistry } from '../../src/bot/commands/registry.ts';
import type { Turn } from '../../src/bot/turn/turn.ts';
import type { Change } from '../../src/engine/changes/change.ts';
import type { Services } from '../../src/features/feature.ts';
import { requests } from '../../src/features/requests/index.ts';
import { HOUR, SECOND } from '../../src/platform/lib/clock.ts';
import { AppError } from '../../src/platform/lib/errors.ts';
import { randomIds } from '../../src/platform/lib/ids.ts';
import type { Store } from '../../test/support/database.ts';
import { createManualClock } from '../../test/support/manual-clock.ts';
import { turnOf } from '../../test/support/turn.ts';
import { until } from '../../test/support/until.ts';
import { createTeams } from '../lib/access-engine.ts';
import { defineProof } from '../lib/define-proof.ts';
import { HERE, idOf, personOf } from '../lib/policy-text.ts';
import { startEngine } from '../notices/engine.ts';
import { isTaken, type Outcome, outcomeOf, progressOf, type Waiting } from './model.ts';
import { type Account, everyAccount, type Plan, planBy, policyText, type Step } from './plan.ts';

const GENERAL = '19:general@thread.tacv2';
/** A reply waits so long for the card above it, and an edit for its turn. */
const PAUSE_MS = 3 * SECOND;
const ENDED: ReadonlySet<string> = new Set(['done', 'failed', 'denied', 'expired', 'cancelled', 'unconfirmed']);

const chatOf = (account: Account): string => `a:${idOf(account)}`;

/** What every copy of what waits must say, and must not. */
const faultsOfCard = (card: string, request: Waiting): string[] => {
  const { given, needs, stage, stages, lapsed } = progressOf(request);
  const figures = needs > 1 ? `${given} of ${needs}` : 'Waiting for approval';
  return [
    ...(card.includes(needs > 1 ? `Waiting for approval · ${figures}` : figures) ? [] : [`not “${figures}”`]),
    ...(stages > 1 && !card.includes(`Stage ${stage} of ${stages}.`) ? [`not “Stage ${stage} of ${stages}.”`] : []),
    ...(lapsed === /no longer counts?/.test(card) ? [] : [`${lapsed ? 'hides' : 'invents'} an approval that lapsed`]),
  ];
};

/** One store and the engine with the real buttons of a request; each run is one request, its votes and its copies. */
const openWorld = async (store: Store) => {
  const clock = createManualClock(Date.parse('2026-01-07T09:00:00Z'));
  const { connector, copies } = createTeams();
  let engine: Awaited<ReturnType<typeof startEngine>> | undefined;
  const registry = createRegistry({
    ...{ commands: [], messageActions: [], forms: [] },
    actions: [...(requests.actions ?? [])],
  });

  /** The engine, with its own chat as what each decider chose. */
  const started = async (text: string) => {
    if (engine) {
      engine.write(text);
      return engine;
    }
    engine = await startEngine(store.url, text, clock, connector);
    const choice = { way: 'chat', quiet: undefined, weekends: true, zone: 'UTC', language: 'en' } as const;
    for (const account of everyAccount) await engine.changes.notices.save(idOf(account), choice);
    return engine;
  };

  const play = async (plan: Plan): Promise<readonly string[]> => {
    clock.advance(HOUR);
    const running = await started(policyText(plan.rule, plan.groups)).catch((error: Error) => error);
    // Too few people for any request: the policy itself is refused.
    if (running instanceof Error) return isTaken({ ...plan, votes: [] }) ? [`no policy: ${running.message}`] : [];
    return playUnder(running, plan);
  };

  const playUnder = async (running: NonNullable<typeof engine>, plan: Plan): Promise<readonly string[]> => {
    const { asker, rule } = plan;
    const { changes, outbox, database } = running;
    const services = { changes, outbox, database, clock, policy: running.policy } as unknown as Services;
    const wrong: string[] = [];
    let request: Waiting = { rule, groups: plan.groups, asker, votes: [] };

    const settle = async (): Promise<void> => {
      await running.rest();
      while (await running.postponed(PAUSE_MS)) {
        clock.advance(PAUSE_MS);
        await running.rest();
      }
    };

    const submitted = await changes
      .submit({
        kind: 'access.grant',
        terms: { whose: idOf(asker), role: 'reader', days: 5 },
        requester: personOf(asker),
        source: randomIds.opaque(),
        asked: { conversationId: GENERAL },
      })
      .catch((error: unknown) => {
        if (error instanceof AppError) return undefined;
        throw error;
      });
    if ((submitted !== undefined) !== isTaken(request)) return [`asking was ${submitted ? 'taken' : 'refused'}`];
    if (!submitted) return [];
    const { id, ref } = submitted.change;
    const find = async (): Promise<Change> => (await changes.find(id)) as Change;
    const ours = () => [...copies.values()].filter(({ card }) => card.includes(ref));

    const turnFor = ({ as, on }: Extract<Step, { kind: 'press' }>): Turn => {
      const chat = ours().find(({ where }) => where === chatOf(as));
      const isOwn = on === 'own chat' && chat !== undefined;
      const card = isOwn ? chat : ours().find(({ where }) => where === HERE);
      if (!card) throw new Error('there is no card to press on');
      const { conversationId, activityId } = card;
      return turnOf({
        who: { objectId: idOf(as), tenantId: 'tenant', name: as, teamsId: `29:${idOf(as)}` },
        where: { conversationId, kind: isOwn ? 'personal' : 'channel' },
        source: randomIds.opaque(),
        // A phone's client that shows no answer in the card's place.
        ...(on === 'phone' ? {} : { pressed: { conversationId, activityId } }),
      });
    };

    /** @returns whether it was refused */
    const send = async (step: Extract<Step, { kind: 'press' }>): Promise<boolean> => {
      const action = registry.action(`change.${step.verdict}`);
      const data = action?.data.safeParse({ change: id, terms: 1, 'change.deny.reason': 'because' });
      if (!action || !data?.success) throw new Error(`there is no button ${step.verdict}`);
      const answer = await action.handle(turnFor(step), data.data, services);
      return answer.kind === 'text' && /refused|notDecider/.test(answer.text);
    };

    const press = async (step: Extract<Step, { kind: 'press' }>): Promise<void> => {
      const before = await find();
      const expected = outcomeOf(request, step);
      const isRefused = await send(step);
      const { state } = await find();
      const came: Outcome = isRefused ? 'refused' : state === 'waiting' || state === 'denied' ? state : 'approved';
      if (before.state !== 'waiting') return;
      if (came !== expected) wrong.push(`${step.as} pressed ${step.verdict} (${step.on}): ${came} and not ${expected}`);
      if (!isRefused) request = { ...request, votes: [...request.votes, step] };
    };

    const checkCopies = async (): Promise<void> => {
      await settle();
      const { state, endedAt } = await find();
      const now = ours();
      const held = await database.db
        .selectFrom('deliveries')
        .select('id')
        .where('subject', '=', `change:${id}`)
        .execute();
      if (now.length !== held.length) wrong.push(`${now.length} copies and not ${held.length}`);
      for (const { where, card } of now) {
        const faults =
          state === 'waiting'
            ? faultsOfCard(card, request)
            : card.includes('Waiting for approval')
              ? [`still waiting, and it is ${state} since ${endedAt}`]
              : [];
        wrong.push(...faults.map((words) => `in ${where}: ${words}`));
      }
    };

    /** @returns false where the policy has a problem: the one from before stays in force */
    const isWritten = (groups: Plan['groups']): boolean => {
      try {
        running.write(policyText(rule, groups));
        return true;
      } catch {
        return false;
      }
    };

    const make = async (step: Step): Promise<void> => {
      if (step.kind === 'press') {
        await press(step);
        if (step.twice) await press(step);
        return;
      }
      const { state, version } = await find();
      if (!isWritten(step.groups)) return;
      request = { ...request, groups: step.groups };
      // What waits is drawn again.
      if (state === 'waiting') await until('the cards of the new policy', async () => (await find()).version > version);
    };

    await checkCopies();
    for (const step of plan.steps) {
      const waited = (await find()).state === 'waiting';
      await make(step);
      if (step.kind === 'groups' && waited && (await find()).state !== 'waiting')
        wrong.push('the policy alone ended it');
      await checkCopies();
      if (wrong.length > 0) break;
    }
    if ((await find()).state === 'waiting') await changes.cancel(id, personOf(asker));
    await settle();
    const { state } = await find();
    if (!ENDED.has(state)) wrong.push(`it is stuck: ${state}`);
    return wrong;
  };

  return { play, end: async () => engine?.end() };
};

/**
 * Requests that some of several people must approve, in stages or at once, with people who press on several devices and with second
 * accounts, whoever asks among those who decide, and deciders who leave.
 */
export const quorumProof = defineProof({
  name: 'access-12',
  says: 'each person counts once on whatever device, and every copy says how far a request is',
  short: { runs: 10, seed: 3 },
  runs: 1_000,
  // Its clock goes on by hours with each run.
  runsEach: 50,
  shrinks: true,
  plan: planBy,
  world: openWorld,
  evidence: (world, plan) => world.play(plan),
  laws: { 'as a model of docs/policy.md has it': (wrong) => wrong },
});
