import { setTimeout as sleep } from 'node:timers/promises';
import type { MessageView } from '../../sandbox/teams/api.ts';
import { MINUTE } from '../../src/platform/lib/clock.ts';
import { channels } from '../../test/support/steward.ts';
import { answerOf } from '../../test/support/story.ts';
import { type Cluster, LEASES_OVER, openCluster } from '../cluster/cluster.ts';
import { asksToDecide, oneLine } from '../deciding-button.ts';
import { pressUntilAnswered, respondUntilAnswered } from '../direct-client.ts';
import { defineKillProof, type KillWorld } from '../lib/kill-points.ts';
import { redeliverUnanswered } from '../redeliver-unanswered.ts';
import { repeatWhenBusy } from '../repeat-when-busy.ts';
import { freshVendor, openRequest } from '../requests.ts';
import { waitUntilIdle } from '../wait-until-idle.ts';
import { type ChangeRow, cardsOf, copiesOf, crashViolations, removalsOf, requestsOf } from './invariants.ts';
import { type Plan, planOf } from './plan.ts';
import { type KillPoint, killPoints } from './points.ts';

/** The first story with a kill in the middle, over and over on one store. */
export const openCrashEnvironment = async (databaseUrl: string, seed: number): Promise<KillWorld<KillPoint>> => {
  const cluster = await openCluster({ databaseUrl });
  let bot = await cluster.startBot();

  const rest = () => waitUntilIdle(cluster);
  const requestOf = async (plan: Plan): Promise<ChangeRow | undefined> =>
    (await cluster.inStore((db) => requestsOf(db, plan)))[0];

  let said = '';
  let send: () => Promise<{ readonly id: string }> = () => Promise.reject(new Error('no request was said'));
  const sayAgain = (plan: Plan): Promise<void> => {
    const isTaken = async () => (await requestOf(plan)) !== undefined;
    return repeatWhenBusy(cluster, { where: plan.where, say: send, isTaken }, said, rest);
  };

  /** The form shows the request before anything goes wrong: it is sending it that the bot does not survive. */
  const openForm = async ({ asker, where, role, place, days, reason }: Plan): Promise<void> => {
    send = await openRequest(cluster, asker, where, `${role} on ${place} for ${days} days because ${reason}`);
    await rest();
  };

  const pressOn = async (plan: Plan, verb: 'change.approve' | 'access.remove'): Promise<void> => {
    const request = await cluster.until('a request to decide on', () => requestOf(plan));
    await rest();
    const cards = (await cardsOf(cluster, plan, request)).filter(
      ({ conversationId }) => conversationId === channels.approvals,
    );
    const who = verb === 'change.approve' ? plan.decider : plan.remover;
    await pressUntilAnswered(cluster, who, plan.dice.pick(cards), verb, { reason: 'as it should be' });
  };

  /** The steps of the story, each as one thing that a person does. */
  const steps = {
    ask: async (): Promise<void> => {
      said = (await send()).id;
    },
    approve: (plan: Plan): Promise<unknown> => pressOn(plan, 'change.approve'),
    remove: (plan: Plan): Promise<unknown> => pressOn(plan, 'access.remove'),
  };

  /** @returns false when all is done and the bot lives on */
  const killAt = async (point: KillPoint, plan: Plan): Promise<boolean> => {
    const lives = (): boolean => cluster.bots().includes(bot);
    await bot.arm({ moments: point.moments, nth: plan.dice.pick(point.cards === 2 ? [1, 2] : [1]) });
    await steps[point.step](plan);
    await waitUntilIdle(cluster, { gently: true, over: () => !lives() });
    const fell = !(await bot.survives());
    if (!fell) await bot.kill();
    return fell;
  };

  const storeViolations = async (point: KillPoint, plan: Plan): Promise<string[]> => {
    const request = await requestOf(plan);
    const about =
      point.step === 'remove' && request ? (await cluster.inStore((db) => removalsOf(db, request)))[0] : request;
    const state = about?.state ?? 'nothing';
    return point.left.includes(state)
      ? []
      : [`the store held ${state} when the bot died, not ${point.left.join(' or ')}`];
  };

  /** A new bot on what the old one left; Teams says again what got no answer; time passes. @returns what is wrong */
  const restart = async (point: KillPoint, plan: Plan): Promise<string[]> => {
    // What the dead bot has sent may still be on its way into Teams.
    await cluster.teams.idle();
    // Nobody may wait for the leases, or what Teams says again finds them still held.
    if (!plan.early) await cluster.advance(LEASES_OVER);
    const at = cluster.now();
    bot = await cluster.startBot();
    const again = redeliverUnanswered(cluster, plan);
    await sleep(plan.pauseMs);
    if (plan.early) await cluster.pass(LEASES_OVER);
    const wrong = await again;
    await rest();
    const extra = await unknownCards(cluster, plan, await requestOf(plan));
    return [
      ...wrong,
      ...extra.filter(({ id }) => Number(id) >= at).map(({ conversationId }) => `posted twice in ${conversationId}`),
      ...(extra.length > point.inFlight ? [`${extra.length} cards too many, ${point.inFlight} may be`] : []),
    ];
  };

  const story = async (
    point: KillPoint,
    plan: Plan,
    meanwhile?: (cluster: Cluster) => Promise<void>,
  ): Promise<string[]> => {
    const order = ['ask', 'approve', 'remove'] as const;
    const last = point.step === 'remove' ? 2 : 1;
    const wrong: string[] = [];
    for (const step of order.slice(0, last + 1)) {
      if (step !== point.step) await steps[step](plan);
      else {
        if (point.fault) await cluster.vendor.fault(point.fault);
        if (!(await killAt(point, plan))) wrong.push('kill point never reached');
        else wrong.push(...(await storeViolations(point, plan)));
        await meanwhile?.(cluster);
        wrong.push(...(await restart(point, plan)));
      }
      await rest();
      if (step === 'ask') await sayAgain(plan);
    }
    wrong.push(...(await pressUnknownCards(cluster, plan, await requestOf(plan))));
    await rest();
    return [...wrong, ...(await crashViolations(cluster, plan, point.step === 'remove'))];
  };

  return {
    async run(run, point, meanwhile) {
      const plan = planOf(seed, run);
      await prepare(cluster, plan);
      await openForm(plan);
      return story(point, plan, meanwhile);
    },
    end: () => cluster.end(),
  };
};

/** What was granted lately is refused as held, though the vendor has forgotten it: the list may lag. */
const LISTED_MS = 20 * MINUTE;

const prepare = async (cluster: Cluster, plan: Plan): Promise<void> => {
  await freshVendor(cluster);
  await cluster.advance(LISTED_MS);
  await cluster.vendor.fault({ kind: 'reused-guid', answer: plan.reused });
  await cluster.teams.forgetDelivered();
  await Promise.all(cluster.bots().map((bot) => bot.disarm()));
};

/** Cards that stand in Teams and that the bot knows nothing of. */
const unknownCards = async (cluster: Cluster, plan: Plan, request: ChangeRow | undefined): Promise<MessageView[]> => {
  if (!request) return [];
  const known = new Set((await cluster.inStore((db) => copiesOf(db, request))).map(({ activity_id }) => activity_id));
  return (await cardsOf(cluster, plan, request)).filter(({ id }) => !known.has(id));
};

/** Whoever decides on a card that was left standing is told how things stand, and nothing else happens. @returns what is wrong */
const pressUnknownCards = async (cluster: Cluster, plan: Plan, request: ChangeRow | undefined): Promise<string[]> => {
  const wrong: string[] = [];
  for (const card of await unknownCards(cluster, plan, request)) {
    if (!asksToDecide(card)) continue;
    const said = answerOf(await respondUntilAnswered(cluster, plan.asker, card));
    if (!SETTLED.test(said)) wrong.push(`a press on an old card says: ${oneLine(said)}`);
  }
  return wrong;
};

/** What the decided state is called on a card and in a sentence. */
const SETTLED = /Eligible until|Removed by|\b(done|approved and in progress)\b/;

/** The first story under fire. */
export const crash = defineKillProof({
  name: 'crash',
  says: 'a bot that is killed at some points of the first story loses nothing and does nothing twice',
  // 27 kill points, 30 times each, on both stores.
  runs: 27 * 30 * 2,
  points: killPoints,
  // Each of another kind: a claim, a post, a decision, the vendor's call, a removal, and one that is refused for now.
  few: ['K5', 'K8', 'K13', 'K15', 'K17', 'K25', 'K27'],
  open: openCrashEnvironment,
});
