import { findRole } from '../../sandbox/cloud/story/roles.ts';
import { cloud, everybody } from '../../sandbox/world.ts';
import { DAY } from '../../src/platform/lib/clock.ts';
import { formatDuration } from '../../src/platform/lib/duration.ts';
import { loadTexts } from '../../src/platform/texts/texts.ts';
import { fieldsOf } from '../../test/support/card-view.ts';
import { pressUnoffered } from '../../test/support/own-views.ts';
import { channels, personalChat, wordsOf } from '../../test/support/steward.ts';
import { ask, plain, pressForForm, sendRequest, sentRequests, shown } from '../../test/support/story.ts';
import { roles, type Wanted } from '../deciders.ts';
import { oneLine } from '../deciding-button.ts';
import { defineProof } from '../lib/define-proof.ts';
import { type Dice, shuffled } from '../lib/dice.ts';
import {
  type Asked,
  anasWants,
  approverKeys,
  type Ground,
  openTroubledGround,
  places,
  RULES,
  type TroubledGround,
} from './ground.ts';
import { outcomeOf, type Refusal, type Rule, refusals, WORDINGS } from './refusals.ts';
import type { VendorFront } from './vendor-front.ts';

const words = loadTexts().for('en-GB', 'Europe/Berlin');

/** What somebody fills in; the form asks for a ticket only where one may be required. */
type Typed = Readonly<Record<'duration' | 'start' | 'reason', string>> & { readonly ticket?: string };

interface Plan {
  /** For the words of the refusal. */
  readonly dice: Dice;
  readonly refusal: Refusal;
  readonly wording: number;
  readonly wanted: Wanted;
  readonly typed: Typed;
  /** The vendor's policy for the role cannot be read while the form is filled in: then it asks for a ticket too. */
  readonly isUnread: boolean;
  readonly by: (typeof approverKeys)[number];
  /** Where Ana presses. */
  readonly where: string;
}

const reasons = [
  'INC-7: the payouts are stuck',
  'Two lines,\nand *stars*, [brackets](https://portal.vendor.example), “quotes” & an <i>element</i>',
  'Zahlungen hängen – 支払いが止まった 🔥',
];

const typedBy = (dice: Dice, isUnread: boolean): Typed => ({
  duration: dice.pick(['3 days', '36 hours', '1 day 2 hours', 'P2D', '45 min', '14 days']),
  start: dice.pick(['', '', 'in 2 hours', 'tomorrow 09:00']),
  reason: dice.pick(reasons),
  ...(isUnread ? { ticket: dice.pick(['', '', 'INC-1042', 'CHG “7” & co']) } : {}),
});

const planBy = (dice: Dice, run: number, seed: number): Plan => {
  const isUnread = dice.oneIn(3);
  return {
    dice,
    isUnread,
    refusal: shuffled(refusals, seed)[(run - 1) % refusals.length] as Refusal,
    wording: Math.floor((run - 1) / refusals.length) % WORDINGS,
    // What was granted a while ago may not be asked for again.
    wanted: anasWants[run % anasWants.length] as Wanted,
    typed: typedBy(dice, isUnread),
    by: dice.pick(approverKeys),
    where: dice.pick([channels.general, personalChat('ana')]),
  };
};

/** Of our policy: 90 days where a role has none of its own. */
const OURS: Readonly<Record<string, number>> = { reader: Number.POSITIVE_INFINITY, contributor: 14 * DAY };
const OTHERS = 90 * DAY;

/** What a card says of the limit: the stricter of the vendor's and ours. */
const limitOf = ({ role }: Wanted): string => {
  const id = cloud.roles[role as keyof typeof cloud.roles]?.id ?? roles[role as keyof typeof roles];
  const policy = findRole(id)?.policy;
  if (!policy) throw new Error(`the vendor has no role ${role}`);
  const longest = Math.min(policy.maximumMs, OURS[role] ?? OTHERS);
  return shown('access.limit.refused', {
    hasMaximum: true,
    length: formatDuration(longest, words.formatLocale),
    endRequired: policy.expirationRequired,
  });
};

/** One refused request, its cards, the form that Fix opens, and the request that it sends. @returns what does not hold, in words */
const play = async ({ front, ...ground }: TroubledGround, plan: Plan): Promise<string[]> => {
  const { steward } = ground;
  front.next([]);
  await ground.begin();
  const asked = await askFor(ground, plan);
  front.next([outcomeOf(plan.refusal, plan.wording, plan.dice)]);
  await approve(ground, asked, plan);
  const row = await ground.rowOf(asked);
  if (row.state !== 'failed') return [`it is ${row.state}, not failed`];
  const wrong = await faultsOfCards(ground, front, asked, plan);

  const [card] = (await ground.copiesIn(asked, plan.where, 'ana')).slice(-1);
  if (!card) return [...wrong, `no card in ${plan.where}`];
  const form = await pressForForm(steward, 'ana', card, 'change.fix');
  const fields = fieldsOf(form);
  for (const [name, text] of Object.entries(plan.typed))
    if ((fields[name] ?? '') !== text) wrong.push(`${name} is “${fields[name]}” and not “${text}”`);
  const wantsTicket = plan.refusal.rules.includes('TicketingRule');
  if (wantsTicket && fields['ticket'] === undefined) wrong.push('the form does not ask for a ticket');
  const optional = {
    TicketingRule: plain('access.form.ticketOptional'),
    JustificationRule: plain('access.form.reasonOptional'),
  };
  for (const [rule, label] of Object.entries(optional))
    if (plan.refusal.rules.includes(rule as Rule) && wordsOf(form).includes(label))
      wrong.push(`the form says “${label}”`);
  // What somebody else has granted stands in the way of the same request.
  if (wrong.length > 0 || plan.refusal.exists) return wrong;

  const ticket = plan.typed.ticket || (wantsTicket ? 'INC-7' : '');
  const again = await ground.stand(await sendRequest(steward, 'ana', form, wantsTicket ? { ticket } : {}));
  await approve(ground, again, plan);
  const { state } = await ground.rowOf(again);
  const sent = sentRequests(steward).at(-1)?.body.Properties;
  return [
    ...(state === 'done' ? [] : [`asked again it is ${state}`]),
    ...(sent?.Justification === plan.typed.reason ? [] : [`sent again with the reason “${sent?.Justification}”`]),
    ...((sent?.TicketInfo?.TicketNumber ?? '') === ticket ? [] : [`sent with ${JSON.stringify(sent?.TicketInfo)}`]),
  ];
};

const askFor = async ({ steward, stand }: Ground, { wanted, typed, isUnread }: Plan): Promise<Asked> => {
  const operation = 'listRoleManagementPolicyAssignments';
  if (isUnread) steward.vendor.faults.set({ kind: 'refuse', status: 500, code: 'Broken', operation });
  const form = await ask(steward, 'ana', `request role ${wanted.role} on ${wanted.place}`);
  const filled = Object.fromEntries(Object.entries(typed).filter(([, text]) => text !== ''));
  const sent = await sendRequest(steward, 'ana', form, filled);
  steward.vendor.faults.clear();
  return stand(sent);
};

const approve = async (ground: Ground, asked: Asked, { by }: Plan): Promise<void> => {
  const [card] = await ground.copiesIn(asked, personalChat(by), by);
  if (!card) throw new Error(`${by} has no card`);
  await pressUnoffered(ground.steward, by, card, 'change.approve');
  await ground.settle();
};

/** Every copy names each rule and no other, with the limit and the code; and by which id it can be found in the log. */
const faultsOfCards = async (
  ground: Ground,
  { calls }: VendorFront,
  asked: Asked,
  { refusal, wanted }: Plan,
): Promise<string[]> => {
  const { rules, code } = refusal;
  const wrong: string[] = [];
  for (const { where, reader } of [...places, { where: personalChat('ana'), reader: 'ana' as const }]) {
    const said = (await ground.copiesIn(asked, where, reader)).map(wordsOf).at(-1) ?? 'nothing';
    const id = / · id (\S+)/.exec(said)?.[1]?.replaceAll('\\', '') ?? '';
    const expected = [
      code,
      ...rules.map((rule) => shown(`vendor.rule.${rule}`)),
      ...(rules.includes('ExpirationRule') ? [limitOf(wanted)] : []),
    ];
    const faults = [
      ...expected.filter((text) => !said.includes(text)).map((text) => `not “${text}”`),
      ...RULES.filter((rule) => !rules.includes(rule) && said.includes(rule)).map(
        (rule) => `${rule}, which it was not`,
      ),
      ...(id.length > 7 && calls.some(({ correlation }) => correlation.startsWith(id)) ? [] : [`the id “${id}”`]),
    ];
    if (faults.length > 0)
      wrong.push(`${everybody[reader].name} reads in ${where} ${faults.join(' and ')}: ${oneLine(said)}`);
  }
  return wrong;
};

/** Whatever rule or code refuses a request, its cards say what to do, and Fix opens the form with all that was typed. */
export const remediesProof = defineProof({
  name: 'access-11',
  says: 'whatever the vendor refuses, the cards say what to do, and the form comes back as it was filled in',
  short: { runs: 5, seed: 9, on: 'sqlite' },
  runs: refusals.length * WORDINGS,
  runsEach: 25,
  plan: planBy,
  at: ({ refusal }) => refusal.name,
  world: openTroubledGround,
  evidence: play,
  laws: { 'the cards say what to do, and Fix opens the form as it was': (wrong) => wrong },
});
