import type { MessageView } from '../../sandbox/teams/api.ts';
import { channels, personalChat, wordsOf } from '../../test/support/steward.ts';
import { violations } from '../../test/support/store-invariants.ts';
import { answerOf } from '../../test/support/story.ts';
import { LEASES_OVER, openCluster } from '../cluster/cluster.ts';
import { asksToDecide } from '../deciding-button.ts';
import { pressUntilAnswered, respondUntilAnswered } from '../direct-client.ts';
import { defineProof } from '../lib/define-proof.ts';
import { redeliverUnanswered } from '../redeliver-unanswered.ts';
import { repeatWhenBusy } from '../repeat-when-busy.ts';
import { openRequest } from '../requests.ts';
import { waitUntilIdle } from '../wait-until-idle.ts';
import { createLedger, extrasOf, type Posted, postedOf } from './evidence.ts';
import { type PostHistory, postViolations } from './invariants.ts';
import { type Asking, type Ending, POSTS_EACH, type PostPlan, planOf } from './plan.ts';

const NUDGE_MS = 2_000;

/** Requests that are asked and denied, and the bot goes in the middle of either, over and over on one store. */
const openPostWorld = async (databaseUrl: string) => {
  const cluster = await openCluster({ databaseUrl, pollMs: 30 });
  let bot = await cluster.startBot();

  const lives = (): boolean => cluster.bots().includes(bot);

  /** Waits until nothing is left to do or the bot is dead. */
  const rest = (): Promise<void> => waitUntilIdle(cluster, { nudgeMs: NUDGE_MS, gently: true, over: () => !lives() });

  /** Drained once so many calls were made. */
  const drainAfter = async (calls: number, acting: Promise<unknown>): Promise<void> => {
    const before = (await cluster.teams.requests()).length;
    const made = async (): Promise<boolean> => (await cluster.teams.requests()).length >= before + calls;
    await cluster.until('posts on their way', made);
    await bot.drain();
    await acting;
  };

  /** @returns what is wrong */
  const goWhile = async (ending: Ending, act: () => Promise<unknown>): Promise<string[]> => {
    if (ending.kind === 'drained') {
      await drainAfter(ending.after, act());
      return [];
    }
    await bot.arm(ending.trap);
    await act();
    await rest();
    // A connection that had been idle may close under a message: then not all has been said yet.
    const wrong = lives() ? await redeliverUnanswered(cluster, { again: 1, newId: false }) : [];
    await rest();
    if (!(await bot.survives())) return [];
    await bot.kill();
    return [...wrong, `the bot was not ${ending.where}`];
  };

  return {
    /** @returns what does not hold */
    async batch({ askings, endings, faults, drained, dice }: PostPlan): Promise<string[]> {
      const ledger = createLedger(cluster);
      const wrong: string[] = [];
      const look = (): Promise<Posted[]> => postedOf(cluster, askings);

      /** The bot goes while people do this; it comes back, and Teams says again what got no answer. */
      const survive = async (ending: Ending, act: () => Promise<unknown>): Promise<void> => {
        await cluster.teams.forgetDelivered();
        wrong.push(...(await goWhile(ending, act)));
        await cluster.teams.idle();
        if (!drained) await ledger.died(await look());
        await cluster.advance(LEASES_OVER);
        bot = await cluster.startBot();
        wrong.push(
          ...(await redeliverUnanswered(cluster, { again: dice.pick([1, 2] as const), newId: dice.oneIn(2) })),
        );
        await rest();
      };

      const said = new Map<Asking, string>();
      const forms = new Map<Asking, () => Promise<{ readonly id: string }>>();
      const open = async (asking: Asking): Promise<void> => {
        const { asker, role, place, where, reason } = asking;
        const sentence = `${role} on ${place} for 3 days because ${reason}`;
        forms.set(asking, await openRequest(cluster, asker, where, sentence));
      };
      /** Sends the form that shows the request. */
      const say = async (asking: Asking): Promise<{ readonly id: string }> => {
        const send = forms.get(asking);
        if (!send) throw new Error('no form shows the request');
        const { id } = await send();
        said.set(asking, id);
        return { id };
      };
      const sayAgain = (asking: Asking): Promise<void> => {
        const isTaken = async () => (await look()).some((one) => one.asking === asking);
        const saying = { where: asking.where, say: () => say(asking), isTaken };
        return repeatWhenBusy(cluster, saying, said.get(asking) ?? '', rest);
      };

      /** Cy decides on any of the cards that stand in Approvals. */
      const deny = async ({ standing }: Posted): Promise<void> => {
        const cards = standing.filter(({ conversationId }) => conversationId === channels.approvals);
        await pressUntilAnswered(cluster, 'cy', dice.pick(cards), 'change.deny', { reason: 'not in this week' });
      };

      /** @returns what the press said, or the card itself where it asks nothing */
      const pressExtra = async ({ asking }: Posted, extra: MessageView): Promise<string> =>
        asksToDecide(extra) ? answerOf(await respondUntilAnswered(cluster, asking.asker, extra)) : wordsOf(extra);

      const historyOf = async (
        now: Posted,
        told: readonly { readonly extra: string; readonly words: string }[],
      ): Promise<PostHistory> => ({
        ...{ ref: now.ref, state: now.state, verdicts: now.verdicts, drained },
        wanted: [
          { face: 'asker', place: now.asking.where },
          { face: 'approvers', place: channels.approvals },
          { face: 'personal', place: personalChat(now.asking.asker) },
        ],
        copies: now.rows.map(({ face, place, activity }) => {
          const card = now.standing.find(({ id, conversationId }) => id === activity && conversationId === place);
          return { face, place, says: card && wordsOf(card) };
        }),
        extras: extrasOf(now).map((extra) => ({
          place: extra.conversationId,
          told: told.find((one) => one.extra === extra.id)?.words ?? 'nothing',
          says: wordsOf(extra),
          asks: asksToDecide(extra),
        })),
        lost: await ledger.lost(now),
      });

      for (const asking of askings) await open(asking);
      await rest();
      for (const fault of faults) await cluster.teams.fault(fault);
      await survive(endings[0], () => Promise.all(askings.map(say)));
      await Promise.all(askings.map(sayAgain));
      const asked = await look();
      if (asked.length !== askings.length) wrong.push(`${asked.length} of ${askings.length} requests are there`);
      await survive(endings[1], () => Promise.all(asked.map(deny)));
      await cluster.teams.clearFaults();

      const told: { extra: string; words: string }[] = [];
      for (const one of await look()) {
        for (const extra of extrasOf(one)) told.push({ extra: extra.id, words: await pressExtra(one, extra) });
      }
      await rest();
      const ended = await look();
      for (const one of ended) wrong.push(...postViolations(await historyOf(one, told)));
      if ((await cluster.vendor.seen()).some(({ method }) => method === 'PUT')) wrong.push('the vendor was asked');
      wrong.push(...(await cluster.inStore(violations)));
      return wrong;
    },
    end: () => cluster.end(),
  };
};

/** Requests on their way at once. */
const MOST_ABREAST = 8;
/** Batches that a small proof has too: then one is drained. */
const FEWEST = 3;

const abreastOf = (runs: number): number => Math.min(MOST_ABREAST, Math.ceil(runs / (POSTS_EACH * FEWEST)));

/** What the bot must say, while every fifth answer is lost and the bot goes again and again: all of it arrives. */
export const posts = defineProof({
  name: 'posts',
  says: 'every post of a bot arrives when it is killed or drained and when answers of Teams are lost',
  short: { runs: 18, seed: 3, on: 'postgres' },
  // 2,000 posts under fire, and as those of a drained bot half as many.
  runs: 3_000,
  together: (runs) => POSTS_EACH * abreastOf(runs),
  runsEach: 14,
  plan: (_dice, _first, seed, { count, number }) => planOf(seed, number, Math.ceil(count / POSTS_EACH)),
  at: ({ endings }) => endings.map(({ where }) => where).join(' and '),
  world: ({ url }) => openPostWorld(url),
  evidence: (world, plan) => world.batch(plan),
  laws: { 'each post arrives, and stands once': (wrong) => wrong },
});
