import type { InvokeResult } from '../../sandbox/teams/api.ts';
import { addressIn, codeOn, loginOf, signInAt } from '../../test/support/fresh-sign-in.ts';
import { channels } from '../../test/support/steward.ts';
import { LEASES_OVER, openCluster } from '../cluster/cluster.ts';
import { type ChangeRow, cardsOf, requestsOf } from '../crash/invariants.ts';
import { type Plan, planOf } from '../crash/plan.ts';
import { defineKillProof, type KillWorld } from '../lib/kill-points.ts';
import { redeliverUnanswered } from '../redeliver-unanswered.ts';
import { freshVendor, openRequest } from '../requests.ts';
import { waitUntilIdle } from '../wait-until-idle.ts';
import { approverViolations, tokensInClear } from './laws.ts';
import { type SignInKillPoint, signInKillPoints } from './points.ts';

/** What was granted lately is refused as held, though the vendor has forgotten it: the list may lag. */
const LISTED_MS = 20 * 60_000;
/** More than any of the kill points needs. */
const MOST_STEPS = 12;

/** A request, its approval with a sign-in, and the grant in the approver's name, with a kill in the middle; over and over on one store. */
export const openApproverEnvironment = async (
  databaseUrl: string,
  seed: number,
): Promise<KillWorld<SignInKillPoint>> => {
  const cluster = await openCluster({ databaseUrl, sentByApprover: true });
  let bot = await cluster.startBot();

  const requestOf = async (plan: Plan): Promise<ChangeRow | undefined> =>
    (await cluster.inStore((db) => requestsOf(db, plan)))[0];

  /** What somebody does who sees the card: presses, signs in where they are asked, and presses with the code. */
  const pressAndSignIn = async (plan: Plan, request: ChangeRow): Promise<void> => {
    const verb = request.state === 'waiting' ? 'change.approve' : 'change.signIn';
    const [card] = (await cardsOf(cluster, plan, request)).filter((one) => one.conversationId === channels.approvals);
    if (!card) throw new Error('there is no card to decide on');
    const press = (state?: string): Promise<InvokeResult> =>
      cluster.teams.act(
        plan.decider,
        card.id,
        verb,
        { change: request.id, terms: 1 },
        state === undefined ? {} : { state },
      );
    const first = await press();
    if (!isLogin(first)) return;
    const code = codeOn(await signInAt(addressIn(first), plan.decider));
    if (code !== undefined) await press(code);
  };

  /** People go on until it is granted; while the bot is dead they get no answer. */
  const goOn = async (plan: Plan, lives: () => boolean): Promise<void> => {
    for (let step = 0; step < MOST_STEPS && lives(); step += 1) {
      const request = await requestOf(plan);
      if (request?.state === 'done') return;
      if (request && (request.state === 'waiting' || request.phase === 'sign-in'))
        await pressAndSignIn(plan, request).catch((error: unknown) => {
          if (lives() && !isBroken(error)) throw error;
        });
      await waitUntilIdle(cluster, { gently: true, over: () => !lives() });
    }
  };

  const killAt = async ({ moments, left }: SignInKillPoint, plan: Plan): Promise<string[]> => {
    const lives = (): boolean => cluster.bots().includes(bot);
    await bot.arm({ moments });
    await goOn(plan, lives);
    const fell = !(await bot.survives());
    if (!fell) await bot.kill();
    const state = (await requestOf(plan))?.state ?? 'nothing';
    return [
      ...(fell ? [] : ['kill point never reached']),
      ...(left.includes(state) ? [] : [`the store held ${state} when the bot died, not ${left.join(' or ')}`]),
      ...(await tokensInClear(cluster)),
    ];
  };

  const restart = async (plan: Plan): Promise<string[]> => {
    await cluster.teams.idle();
    await cluster.advance(LEASES_OVER);
    bot = await cluster.startBot();
    return redeliverUnanswered(cluster, plan);
  };

  return {
    async run(run, point, meanwhile) {
      const plan = { ...planOf(seed, run), ...whoMay(run) };
      await freshVendor(cluster);
      await cluster.advance(LISTED_MS);
      await cluster.teams.forgetDelivered();
      await bot.disarm();
      const { asker, where, role, place, days, reason } = plan;
      await (await openRequest(cluster, asker, where, `${role} on ${place} for ${days} days because ${reason}`))();
      await cluster.until('a request to decide on', () => requestOf(plan));
      await waitUntilIdle(cluster);
      if (point.revoked)
        await cluster.vendor.fault({ kind: 'token-revoked', operation: 'createEligibilityRequest', count: 1 });
      const wrong = await killAt(point, plan);
      await meanwhile?.(cluster);
      wrong.push(...(await restart(plan)));
      await waitUntilIdle(cluster);
      await goOn(plan, () => true);
      await waitUntilIdle(cluster);
      return [...wrong, ...(await approverViolations(cluster, plan))];
    },
    end: () => cluster.end(),
  };
};

/** Cy may give access everywhere, Bo at the staging subscription (own-roles.ts). */
const whoMay = (run: number): Pick<Plan, 'asker' | 'decider' | 'place' | 'where'> => ({
  asker: run % 2 === 0 ? 'ana' : 'di',
  where: channels.general,
  ...(run % 3 === 0
    ? { decider: 'bo', place: 'staging' }
    : { decider: 'cy', place: run % 5 === 0 ? 'staging' : 'ledger' }),
});

const isLogin = (result: InvokeResult): boolean => {
  try {
    return loginOf(result) !== undefined;
  } catch {
    return false;
  }
};

/** The connection of a browser or of Teams that broke with the bot. */
const isBroken = (error: unknown): boolean =>
  error instanceof Error && /fetch failed|ECONNRE|socket/i.test(error.message);

/** A grant in the approver's name: the process is killed between their sign-in and the grant. */
export const approverPermission = defineKillProof({
  name: 'approver-permission',
  says: 'a bot that is killed between a sign-in and the grant in its person’s name loses nothing and does nothing twice',
  // 25 kill points, 10 times each, on both stores.
  runs: 25 * 10 * 2,
  points: signInKillPoints,
  // Each of another kind: a row, a code, a token, a decision, the vendor's call, a refused token.
  few: ['P2', 'P6', 'P8', 'P10', 'P14', 'P19', 'P23'],
  open: openApproverEnvironment,
});
