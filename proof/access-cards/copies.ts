import type { MessageView } from '../../sandbox/teams/api.ts';
import { everybody } from '../../sandbox/world.ts';
import { HOUR, MINUTE } from '../../src/platform/lib/clock.ts';
import { buttonsOf } from '../../test/support/card-view.ts';
import { pressUnoffered } from '../../test/support/own-views.ts';
import { channels, personalChat, wordsOf } from '../../test/support/steward.ts';
import { answerOf, shown } from '../../test/support/story.ts';
import type { Wanted } from '../deciders.ts';
import { oneLine } from '../deciding-button.ts';
import { defineProof } from '../lib/define-proof.ts';
import type { Dice } from '../lib/dice.ts';
import {
  type Approver,
  type Asked,
  anasWants,
  approverKeys,
  evidence,
  type Ground,
  openGround,
  places,
} from './ground.ts';

type End = 'approve' | 'deny' | 'withdraw' | 'expire' | 'refused by the vendor';

const refusal = (code: string, message: string) => ({ error: { code, message } });

/** How Teams refuses an edit. `left`: as where the app was removed for a moment; it passes. */
const refusals = {
  throttled: { status: 429, retryAfter: 1 },
  left: { status: 403 },
  forbidden: { status: 403, body: refusal('ServiceError', 'Unknown') },
  undecrypted: { status: 400, body: refusal('BadArgument', 'Failed to decrypt conversation id') },
  gone: { status: 404, body: refusal('ActivityNotFoundInConversation', 'Message does not exist in the thread.') },
  'edit refused': { status: 403, body: refusal('NotEnoughPermissions', 'Editing is not allowed.') },
  'too large': { status: 413 },
} as const;
type Refusal = keyof typeof refusals;

/** After these a new message takes the place of the old one, which is edited later. */
const FINAL: ReadonlySet<Refusal | undefined> = new Set(['edit refused', 'too large']);

interface Plan {
  readonly wanted: Wanted;
  /** What names the request among all. */
  readonly reason: string;
  readonly end: End;
  readonly by: Approver;
  /** Where they decide: in the channel or in their own chat. */
  readonly where: string;
  /** Which of the deciding buttons is pressed first on an old copy. */
  readonly first: number;
  /** What becomes of each edit in a place, in turn; undefined: it succeeds. */
  readonly edits: ReadonlyMap<string, readonly (Refusal | undefined)[]>;
}

/** More than any run makes in one place. */
const EDITS = 30;
/** Three in ten edits fail. */
const fails = (dice: Dice): Refusal | undefined =>
  dice.below(10) < 3 ? dice.pick(Object.keys(refusals) as Refusal[]) : undefined;

const planBy = (dice: Dice, run: number, seed: number): Plan => {
  const by = dice.pick(approverKeys);
  return {
    wanted: anasWants[run % anasWants.length] as Wanted,
    reason: `copies ${run} of seed ${seed}.`,
    by,
    first: dice.below(DECIDING.length),
    end: dice.pick(['approve', 'approve', 'deny', 'deny', 'withdraw', 'expire', 'refused by the vendor']),
    where: by === 'gwen' || dice.oneIn(2) ? personalChat(by) : channels.approvals,
    edits: new Map(places.map(({ where }) => [where, Array.from({ length: EDITS }, () => fails(dice))])),
  };
};

/** What every copy says at the end. */
const ends: Readonly<Record<End, { readonly state: string; readonly says: (by: string) => string }>> = {
  approve: { state: 'done', says: () => shown('access.status.until') },
  deny: { state: 'denied', says: (by) => shown('changes.state.denied', { by }) },
  withdraw: { state: 'cancelled', says: () => shown('changes.state.cancelled', { by: 'Ana Rossi' }) },
  expire: { state: 'expired', says: () => shown('changes.state.expired') },
  'refused by the vendor': { state: 'failed', says: () => shown('access.grant.state.failed') },
};

const DECIDING = ['change.approve', 'change.deny', 'change.claim'];
const LIVE: ReadonlySet<string> = new Set([...DECIDING, 'change.cancel']);

/** One request whose copies are edited under these faults, and every old button pressed at its end. */
const play = async (ground: Ground, plan: Plan): Promise<readonly string[]> => {
  const { steward } = ground;
  const asked = await ground.ask(plan.wanted, plan.reason);
  const calls = steward.teams.requests().length;
  for (const [where, edits] of plan.edits) {
    for (const edit of edits) steward.teams.faults.next({ ...(edit && refusals[edit]), on: 'edit', in: where });
  }
  await decide(ground, asked, plan);
  await ground.settle();
  const edited = steward.teams.requests().slice(calls);
  steward.teams.faults.clear();
  await steward.until('every older copy edited', async () => {
    steward.clock.advance(5 * MINUTE);
    const olders = ground.db.selectFrom('deliveries').select('id').where('face', '=', 'stray');
    return (await olders.where('state', '=', 'ready').limit(1).executeTakeFirst()) === undefined;
  });

  const { state, says } = ends[plan.end];
  const end = await ground.rowOf(asked);
  if (end.state !== state) return [`it is ${end.state}, not ${state}`];
  const expected = says(everybody[plan.by].name);
  const wrong: string[] = [];
  for (const { where, reader } of places) {
    const copies = await ground.copiesIn(asked, where, reader);
    const messages = editsIn(edited, where);
    const tries = (plan.edits.get(where) ?? []).slice(0, messages.length);
    const anew = new Set(messages.filter((_message, n) => FINAL.has(tries[n]))).size;
    const said = `after ${tries.map((edit) => edit ?? 'taken').join(', ')}`;
    if (copies.length !== 1 + anew) wrong.push(`${copies.length} copies in ${where} ${said}`);
    for (const copy of copies) wrong.push(...faultsOf(copy, expected).map((words) => `in ${where}: ${words}, ${said}`));
  }
  if (plan.end !== 'withdraw') {
    const [told] = await ground.copiesIn(asked, personalChat('ana'), 'ana');
    wrong.push(...faultsOf(told, expected).map((words) => `Ana is told: ${words}`));
  }
  return [...wrong, ...(await pressAll(ground, asked, plan, [expected, whyOf(plan)]))];
};

const faultsOf = (copy: MessageView | undefined, expected: string): string[] => {
  if (!copy) return ['no copy'];
  const words = wordsOf(copy);
  const live = buttonsOf(copy).filter(({ verb }) => LIVE.has(verb));
  return [
    ...(words.includes(expected) ? [] : [`not “${expected}” but ${oneLine(words)}`]),
    ...live.map(({ verb }) => `${verb} still stands on it`),
  ];
};

/** The message of each edit in a place, in order. */
const editsIn = (calls: readonly { readonly method: string; readonly path: string }[], where: string) =>
  calls
    .filter(({ method, path }) => method === 'PUT' && path.split('/')[3]?.split(';')[0] === where)
    .map(({ path }) => path.split('/')[5]);

const decide = async ({ steward, copiesIn, rowOf }: Ground, asked: Asked, { end, by, where }: Plan): Promise<void> => {
  if (end === 'expire') {
    steward.clock.advance(HOUR);
    await steward.until('its end', async () => (await rowOf(asked)).state !== 'waiting');
    return;
  }
  if (end === 'refused by the vendor') steward.vendor.faults.set({ kind: 'rule', rules: ['ExpirationRule'], count: 1 });
  const [as, at] = end === 'withdraw' ? (['ana', channels.general] as const) : ([by, where] as const);
  const [card] = await copiesIn(asked, at, as);
  if (!card) throw new Error(`no card in ${at}`);
  const verb = end === 'withdraw' ? 'change.cancel' : end === 'deny' ? 'change.deny' : 'change.approve';
  answerOf(await pressUnoffered(steward, as, card, verb, REASON));
};

const REASON = { 'change.deny.reason': 'not this week' } as const;

/** What everybody reads who presses afterwards: who ended it, or that nobody did in time. */
const whyOf = ({ end, by }: Plan): string =>
  end === 'expire' ? 'expired' : everybody[end === 'withdraw' ? 'ana' : by].name;

/** Presses what an old copy had on every message there is: nothing changes, and everybody reads why. */
const pressAll = async (ground: Ground, asked: Asked, plan: Plan, why: readonly string[]): Promise<string[]> => {
  const { steward } = ground;
  const before = await evidence(ground, asked);
  const wrong: string[] = [];
  for (const { where, reader } of places) {
    const copies = await ground.copiesIn(asked, where, reader);
    for (const [n, copy] of copies.entries()) {
      const verb = reader === 'ana' ? 'change.cancel' : DECIDING[(n + plan.first) % DECIDING.length];
      const said = answerOf(
        await steward.teams.act(reader, copy.id, verb ?? '', { change: asked.id, terms: 1, ...REASON }),
      );
      if (!why.some((words) => said.includes(words)))
        wrong.push(`${reader} pressed ${verb} in ${where} and read “${oneLine(said)}”`);
    }
  }
  const after = await evidence(ground, asked);
  return after === before ? wrong : [...wrong, `a press on an old copy changed ${before} to ${after}`];
};

/** Every request has the same end in all of its seven copies, whatever becomes of their edits. */
export const copiesProof = defineProof({
  name: 'access-07',
  says: 'every copy of a request has its end, while edits fail',
  short: { runs: 3, seed: 4, on: 'sqlite' },
  runs: 300,
  // The clock goes on by less than the three days for which roles are granted.
  runsEach: 25,
  plan: planBy,
  at: ({ end }) => end,
  world: ({ url }) => openGround(url),
  evidence: play,
  laws: { 'every copy has its end': (wrong) => wrong },
});
