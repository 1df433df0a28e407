import { defineProof } from '../lib/define-proof.ts';
import '../../src/platform/audit/tables.ts';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { invokeActivity, pressValue } from '../../sandbox/teams/channel/activities.ts';
import { cloud, people, tenantId } from '../../sandbox/world.ts';
import { MINUTE } from '../../src/platform/lib/clock.ts';
import { buttonsOf } from '../../test/support/card-view.ts';
import { lookAt } from '../../test/support/own-views.ts';
import { channels } from '../../test/support/steward.ts';
import { scopes } from '../../test/support/story.ts';
import { roles, type Wanted } from '../deciders.ts';
import { oneLine } from '../deciding-button.ts';
import type { Dice } from '../lib/dice.ts';
import { type Channel, openChannel, serviceUrlOf } from './channel.ts';
import { type Forged, type Forgery, forgeries, withExtras } from './forgeries.ts';
import { type Asked, anasWants, approvers, evidence, type Ground, openGround, places } from './ground.ts';

/** Of one request, so far apart that no two count as one refusal; all of them before it expires. */
const FORGERIES_OF_ONE = 5;
const APART_MS = 6 * MINUTE;

const post = async ({ steward }: Ground, channel: Channel, asked: Asked, forged: Forged) => {
  const where = channels[forged.channel];
  const at = forged.channel === 'general' || forged.channel === 'approvals' ? where : channels.approvals;
  const card = (await steward.teams.messages(at)).findLast(({ cards }) => JSON.stringify(cards).includes(asked.id));
  if (!card) throw new Error(`no card in ${at}`);
  const serviceUrl = serviceUrlOf(steward);
  const place = { kind: 'channel', id: where } as const;
  const scene = { serviceUrl, now: steward.clock.now(), person: forged.person, place, root: card.rootId ?? card.id };
  const value = pressValue({ type: 'Action.Execute', verb: forged.verb as string, data: forged.data }, 'manual');
  const valid = invokeActivity(scene, `f:${randomUUID()}`, 'adaptiveCard/action', value, card.id);
  const conversation = { ...(valid['conversation'] as object), ...(forged.activity['conversation'] as object) };
  const claims = channel.claims();
  const { exp = 0, nbf = 0, ...others } = forged.claims ?? {};
  const token = { ...claims, ...others, nbf: claims.nbf + nbf, exp: exp === 0 ? claims.exp : claims.nbf + exp };
  const authorization = forged.authorization ?? (forged.claims && (await channel.sign(token)));
  return channel.post({ ...valid, ...forged.activity, conversation }, authorization);
};

/** One forged press. @returns what does not hold, in words */
const forgeOnce = async (
  ground: Ground,
  channel: Channel,
  asked: Asked,
  { name, forge, answered }: Forgery,
  dice: Dice,
): Promise<string[]> => {
  const { steward, db } = ground;
  steward.clock.advance(APART_MS);
  const valid: Forged = {
    ...{ person: people[dice.pick(['bo', 'cy', 'di', 'fi'] as const)], channel: 'approvals', verb: 'change.approve' },
    ...{ data: { change: asked.id, terms: 1 }, claims: {}, activity: {} },
  };
  const forged: Forged = { ...valid, ...forge(valid, dice) };
  const policy = readFileSync(steward.policyFile, 'utf8');
  const { policy: change } = forged;
  if (change) {
    if (change(policy) === policy) throw new Error(`${name} changed no policy`);
    await steward.writePolicy(change);
  }
  const refusals = async () =>
    (await db.selectFrom('audit').select('seq').where('event', '=', 'refused').execute()).length;
  const [before, refused] = [await evidence(ground, asked), await refusals()];
  const { status, text } = await post(ground, channel, asked, forged);
  if (answered !== undefined) {
    await ground.settle();
    const [after, entries] = [await evidence(ground, asked), (await refusals()) - refused];
    return status === answered && after === before && entries === 0
      ? []
      : [`${name}: answered ${status}, ${entries} audit entries, ${before} became ${after}`];
  }
  // Some are recorded beside the answer.
  await steward.until(
    `an audit entry of ${name}, answered ${status} ${oneLine(text)}`,
    async () => (await refusals()) > refused,
  );
  await ground.settle();
  if (change) await steward.writePolicy(() => policy);
  const [after, entries] = [await evidence(ground, asked), (await refusals()) - refused];
  return [
    ...(entries === 1 ? [] : [`${name}: ${entries} audit entries`]),
    ...(after === before ? [] : [`${name}: ${before} became ${after}`]),
    ...(status < 500 ? [] : [`${name}: answered ${status} ${oneLine(text)}`]),
  ];
};

/** What the cards of a request hold: nothing of what is asked for, and nothing that could be changed to get more. */
const cardFaults = async ({ steward }: Ground, asked: Asked): Promise<string[]> => {
  const secret = [
    ...Object.values(cloud.roles).map(({ id }) => id),
    ...Object.values(roles),
    ...Object.values(scopes),
    tenantId,
  ];
  const persons = [people.ana, ...approvers].map(({ objectId }) => objectId);
  const wrong: string[] = [];
  for (const { where, reader } of places) {
    const card = (await steward.teams.messages(where, reader)).findLast(({ cards }) =>
      JSON.stringify(cards).includes(asked.id),
    );
    if (!card) continue;
    for (const { verb, data } of buttonsOf(await lookAt(steward, reader, card))) {
      const json = JSON.stringify(data);
      const shown = [...secret, ...persons].filter((value) => json.includes(value));
      if (shown.length > 0) wrong.push(`${verb} in ${where} holds ${shown.join(', ')}`);
      const fields = Object.keys(data).filter((name) => !HELD.has(name));
      if (fields.length > 0) wrong.push(`${verb} in ${where} holds ${fields.join(', ')}`);
    }
  }
  return wrong;
};

/** The request's opaque id, the version of its terms, for another feature's button which one it is, and that it is on a card. */
const HELD: ReadonlySet<string> = new Set(['change', 'terms', 'offer', 'verb', 'from', 'msteams']);

/** The same card's valid press with forged data beside it: what goes out is what was asked for. */
const approvedAsAsked = async (
  ground: Ground,
  channel: Channel,
  asked: Asked,
  wanted: Wanted,
  dice: Dice,
): Promise<string[]> => {
  const data = withExtras({ change: asked.id, terms: 1 }, dice);
  await post(ground, channel, asked, {
    person: people.bo,
    channel: 'approvals',
    verb: 'change.approve',
    data,
    claims: {},
    activity: {},
  });
  await ground.settle();
  const puts = ground.steward.vendor.faults.seen().filter(({ method }) => method === 'PUT');
  const sent = JSON.stringify(puts);
  const { state } = await ground.rowOf(asked);
  const id = roles[wanted.role as keyof typeof roles] ?? cloud.roles[wanted.role as 'reader'].id;
  const scope = scopes[wanted.place as keyof typeof scopes];
  const said = `with ${JSON.stringify(data)}`;
  return [
    ...(state === 'done' && puts.length === 1 ? [] : [`a valid press ${said}: ${state}, ${puts.length} calls`]),
    ...[id, people.ana.objectId, 'P3D'].flatMap((part) =>
      sent.includes(part) ? [] : [`${part} was not sent, ${said}`],
    ),
    ...(decodeURIComponent(puts[0]?.path ?? '').startsWith(`${scope}/providers/`)
      ? []
      : [`sent to ${puts[0]?.path}, ${said}`]),
  ];
};

/** Forged presses on one request, and a valid one at its end. */
const play = async (ground: Ground, channel: Channel, dice: Dice, run: number): Promise<string[]> => {
  const wanted = anasWants[run % anasWants.length];
  if (!wanted) throw new Error('Ana wants nothing');
  const asked = await ground.ask(wanted, `forged ${run}, ${dice.below(1_000_000)}.`);
  const wrong = await cardFaults(ground, asked);
  for (let n = 0; n < FORGERIES_OF_ONE; n += 1) {
    const forgery = forgeries[(run * FORGERIES_OF_ONE + n) % forgeries.length];
    if (forgery) wrong.push(...(await forgeOnce(ground, channel, asked, forgery, dice)));
  }
  return [...wrong, ...(await approvedAsAsked(ground, channel, asked, wanted, dice))];
};

/** Whoever forges a press, or has no right to it, brings about nothing but an entry in the audit. */
export const forgedProof = defineProof({
  name: 'access-08',
  says: 'a forged press brings about an audit entry and nothing else',
  short: { runs: 7, seed: 5, on: 'postgres' },
  runs: 200,
  runsEach: 25,
  plan: (dice) => dice,
  async world({ url }) {
    const ground = await openGround(url);
    return { ground, channel: await openChannel(ground.steward), end: ground.end };
  },
  evidence: ({ ground, channel }, dice, run) => play(ground, channel, dice, run),
  laws: { 'an audit entry and nothing else': (wrong) => wrong },
  overall: (all) => ({ tells: [`${all.length * FORGERIES_OF_ONE} forged presses of ${forgeries.length} kinds`] }),
});
