import type { Change } from '../../src/engine/changes/change.ts';
import type { Viewer } from '../../src/engine/outbox/renderer.ts';
import type { GrantTerms } from '../../src/features/access/terms.ts';
import { DAY, HOUR } from '../../src/platform/lib/clock.ts';
import { AppError } from '../../src/platform/lib/errors.ts';
import { randomIds } from '../../src/platform/lib/ids.ts';
import type { Store } from '../../test/support/database.ts';
import { defineProof } from '../lib/define-proof.ts';
import { HERE, idOf } from '../lib/policy-text.ts';
import { calm, PLACE, policyText, roleIds } from '../policy-change/policy.ts';
import { cardProblems } from './checks.ts';
import { kindProblems } from './kinds/checks.ts';
import { kindPlanBy } from './kinds/plan.ts';
import { openKindWorld } from './kinds/world.ts';
import { type CardJson, viewers } from './laws.ts';
import { type CardPlan, planBy } from './plan.ts';
import { type CardWorld, openCardWorld } from './world.ts';

/** Whose card is drawn for whom: a test of the proof spoils it. */
export type Drawing = (world: CardWorld, change: string, viewer: Viewer | undefined) => Promise<CardJson>;

export const drawnAsItIs: Drawing = async (world, change, viewer) => (await world.draw(change, viewer)).card;

const crowdOf = (size: number): string[] => [
  ...viewers.map(idOf),
  ...Array.from({ length: size - viewers.length }, (_, n) => `someone-${n}`),
];

/** The request as far as the plan brings it. @returns undefined where its policy does not take it */
const requested = async (world: CardWorld, plan: CardPlan): Promise<string | undefined> => {
  const [first = '', ...later] = plan.policies;
  world.write(first);
  const { asker, role, days, votes, ending } = plan;
  const person = { objectId: idOf(asker), name: asker, language: 'en' };
  const terms: GrantTerms = {
    person: { objectId: idOf(asker), name: asker },
    place: { key: 'payments', title: 'Payments', scope: PLACE },
    role: { key: role, title: role, id: roleIds[role] ?? '' },
    ...{ start: null, length: { kind: 'for', ms: days * DAY }, reason: 'payouts', ticket: '', window: null },
  };
  const { changes } = world.services;
  const form = { name: 'access.request', answers: {} };
  const asked = { conversationId: HERE };
  const draft = { kind: 'access.grant', terms, requester: person, source: randomIds.opaque(), form, asked };
  const submitted = await changes.submit(draft).catch((error: unknown) => {
    if (error instanceof AppError) return undefined;
    throw error;
  });
  if (!submitted) return undefined;
  const { id } = submitted.change;
  await world.stand();
  const find = async (): Promise<Change> => (await changes.find(id)) as Change;
  for (const [n, { as, verdict, shorter }] of votes.entries()) {
    world.write(later[n] ?? later.at(-1) ?? first);
    const { termsVersion } = await find();
    await world.press(as, `change.${verdict}`, {
      ...{ change: id, terms: termsVersion, 'change.deny.reason': 'no' },
      ...(shorter ? { 'change.approve.shorter': '1 hour' } : {}),
    });
  }
  world.write(later.at(-1) ?? first);
  const { state } = await find();
  if (state === 'approved' && ending.startsWith('done')) await world.finish(await find());
  if (state === 'approved' && ending === 'removal requested') {
    await world.finish(await find());
    await world.press('bo', 'access.remove', { change: id, terms: 1, 'access.remove.reason': 'over' });
  }
  if (state === 'approved' && ending === 'failed') {
    await world.database.db.updateTable('changes').set({ state: 'failed' }).where('id', '=', id).execute();
  }
  if (ending === 'done and over') world.clock.advance(8 * DAY);
  if (ending === 'cancelled') await changes.cancel(id, person);
  if (ending === 'late' || ending === 'expired') world.clock.advance(9 * HOUR);
  if (ending === 'expired') await changes.cancel(id, person);
  return id;
};

/** Brings a card about and looks at it in everybody's place. @returns what does not hold, in words */
export const problemsOf = async (world: CardWorld, plan: CardPlan, draw: Drawing): Promise<readonly string[]> => {
  await world.forget();
  const change = await requested(world, plan);
  if (change === undefined) return [];
  const views = await Promise.all(
    viewers.map(async (as) => ({ as, card: await draw(world, change, { objectId: idOf(as) }) })),
  );
  const posted = await world.post(await world.draw(change), crowdOf(plan.crowd));
  const shared = { ...(await draw(world, change, undefined)), refresh: posted['refresh'] };
  return cardProblems(world, { change, shared, views, crowd: plan.crowd });
};

/** One store and its engine, for a request’s card and for those of other kinds. */
const openWorlds = async ({ url }: Store) => {
  const cards = await openCardWorld(url, policyText(calm));
  const kinds = await openKindWorld(url);
  return {
    ...{ cards, kinds },
    async end() {
      await kinds.end();
      await cards.end();
    },
  };
};

/**
 * Cards in every state under every policy, in the eyes of everybody: whatever button a person sees is not refused when it is pressed,
 * everybody sees the state, and in a large conversation or an older client the shared card brings all of it.
 */
export const views = defineProof({
  name: 'views',
  says: 'nobody sees a button that is refused, and everybody sees the state',
  short: { runs: 40, seed: 6 },
  runs: 2_000,
  runsEach: 500,
  shrinks: true,
  plan: (dice) => ({ card: planBy(dice), kind: kindPlanBy(dice) }),
  world: openWorlds,
  evidence: async ({ cards, kinds }, { card, kind }) => ({
    card: await problemsOf(cards, card, drawnAsItIs),
    kind: await kindProblems(kinds, kind),
  }),
  laws: {
    'the card of a request': ({ card }) => card,
    'a card of another kind': ({ kind }) => kind,
  },
});
