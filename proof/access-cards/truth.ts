import { cloud, everybody } from '../../sandbox/world.ts';
import { HOUR } from '../../src/platform/lib/clock.ts';
import { pressUnoffered } from '../../test/support/own-views.ts';
import { channels, personalChat, wordsOf } from '../../test/support/steward.ts';
import { answerOf, listedRole, shown } from '../../test/support/story.ts';
import { oneLine } from '../deciding-button.ts';
import { defineProof } from '../lib/define-proof.ts';
import type { Dice } from '../lib/dice.ts';
import type { Proof } from '../proof.ts';
import { anasWants, approverKeys, openTroubledGround, POLICY, places, RULES, type TroubledGround } from './ground.ts';
import type { Outcome } from './vendor-front.ts';

type End = 'done' | 'failed' | 'unconfirmed';

/** One way in which the vendor answers, and what must be said of it at the end. */
interface Answer {
  readonly name: string;
  readonly ends: End;
  /** Where it is somebody else's grant that the vendor holds. */
  readonly isTaken?: true;
  /** What every copy says of a refusal. */
  readonly says?: string;
  outcomes(dice: Dice): readonly Outcome[];
}

const refused = (status: number, code: string, more: Partial<Extract<Outcome, { is: 'refused' }>> = {}): Outcome => ({
  ...{ is: 'refused', status, code },
  ...more,
});
const several =
  (outcome: Outcome) =>
  (dice: Dice): Outcome[] =>
    Array.from({ length: 1 + dice.below(3) }, () => outcome);
/** Whatever is sent within the hour that Steward tries. */
const ALWAYS = 1_000;
const always = (outcome: Outcome) => (): Outcome[] => Array.from({ length: ALWAYS }, () => outcome);

const ruleAnswers = RULES.map(
  (rule): Answer => ({
    ...{ name: rule, ends: 'failed', says: POLICY },
    outcomes: (dice) => {
      const rules = [rule, ...RULES.filter((other) => other !== rule && dice.oneIn(3))];
      return [refused(400, POLICY, { message: `The following policy rules failed: ${JSON.stringify(rules)}` })];
    },
  }),
);

const answers: readonly Answer[] = [
  { name: '200', ends: 'done', outcomes: () => [] },
  ...ruleAnswers,
  { name: '401 once', ends: 'done', outcomes: () => [refused(401, 'ExpiredAuthenticationToken')] },
  { name: '403', ends: 'failed', says: 'AuthorizationFailed', outcomes: always(refused(403, 'AuthorizationFailed')) },
  {
    name: '429',
    ends: 'done',
    outcomes: (dice) => several(refused(429, 'TooManyRequests', { retryAfter: 1 + dice.below(5) }))(dice),
  },
  { name: '500', ends: 'done', outcomes: several(refused(500, 'InternalServerError')) },
  {
    name: '500 after the grant',
    ends: 'done',
    outcomes: several(refused(500, 'InternalServerError', { after: true })),
  },
  { name: '503', ends: 'done', outcomes: several(refused(503, 'ServiceUnavailable')) },
  { name: 'a reset', ends: 'done', outcomes: several({ is: 'cut' }) },
  { name: 'a reset after the grant', ends: 'done', outcomes: several({ is: 'cut', after: true }) },
  {
    name: 'a reset, then 403',
    ends: 'unconfirmed',
    outcomes: () => [{ is: 'cut' }, ...always(refused(403, 'AuthorizationFailed'))()],
  },
  {
    name: 'a reset after the grant, then that it exists',
    ends: 'done',
    outcomes: () => [{ is: 'cut', after: true }, refused(400, 'RoleAssignmentExists')],
  },
  { name: '500 for an hour', ends: 'unconfirmed', outcomes: always(refused(500, 'InternalServerError')) },
];
/** Real seconds pass: one in so many runs. */
const HANG_MS = 60_000;
const ONE_HANGS_IN = 60;
const hangs = [
  { name: 'no answer for 60 s', ends: 'done', outcomes: () => [{ is: 'hangs', ms: HANG_MS }] },
  {
    name: 'no answer for 60 s after the grant',
    ends: 'done',
    outcomes: () => [{ is: 'hangs', ms: HANG_MS, after: true }],
  },
] as const satisfies Answer[];

const EXISTS = refused(400, 'RoleAssignmentExists');
/** The connection was cut: Steward does not know what became of its call. */
const unknownAnswers: readonly Answer[] = [
  { name: 'granted', ends: 'done', outcomes: several({ is: 'cut', after: true }) },
  { name: 'granted, then that it exists', ends: 'done', outcomes: () => [{ is: 'cut', after: true }, EXISTS] },
  { name: 'not granted', ends: 'done', outcomes: several({ is: 'cut' }) },
  {
    name: 'granted, then 429',
    ends: 'done',
    outcomes: () => [{ is: 'cut', after: true }, refused(429, 'TooManyRequests', { retryAfter: 2 })],
  },
  {
    name: 'granted, then 500',
    ends: 'done',
    outcomes: () => [{ is: 'cut', after: true }, refused(500, 'InternalServerError')],
  },
  {
    ...{
      name: 'not granted, then somebody else grants it',
      ends: 'failed',
      says: 'RoleAssignmentExists',
      isTaken: true,
    },
    outcomes: (dice) => [...several({ is: 'cut' })(dice), { is: 'taken' }],
  },
  {
    ...{ name: 'somebody else grants it first', ends: 'failed', says: 'RoleAssignmentExists', isTaken: true },
    outcomes: () => [{ is: 'taken' }],
  },
];

type Schedule = (run: number) => Answer;

const anyUnknown: Schedule = (run) => unknownAnswers[(run - 1) % unknownAnswers.length] as Answer;

const anyAnswer: Schedule = (run) =>
  run % ONE_HANGS_IN === 0
    ? (hangs[(run / ONE_HANGS_IN) % hangs.length] as Answer)
    : (answers[(run - 1) % answers.length] as Answer);

const ends: Readonly<Record<End, string>> = {
  done: shown('access.status.until'),
  failed: shown('access.grant.state.failed'),
  unconfirmed: shown('access.grant.state.unconfirmed'),
};
/** What says that it is granted, in a card, a text or the line of a notification. */
const GRANTED = /Eligible until|is eligible|"Done: |(?<!being |[Nn]ot |was |or )granted\b/;

/** Roles that the story names, so that the vendor's own record can be looked at. */
const storyWants = anasWants.filter(({ role }) => role in cloud.roles);

interface Plan {
  readonly dice: Dice;
  readonly run: number;
  readonly answer: Answer;
  /** What names the request among all. */
  readonly reason: string;
}

/** One approval, whatever the vendor answers. @returns what does not hold, in words */
const play = async ({ front, ...ground }: TroubledGround, { dice, run, answer, reason }: Plan): Promise<string[]> => {
  const { steward } = ground;
  const wanted = storyWants[run % storyWants.length];
  if (!wanted) throw new Error('Ana wants nothing');
  front.next([]);
  const asked = await ground.ask(wanted, reason);
  const wrong: string[] = [];
  /** How much Teams had been told when the vendor confirmed. */
  let confirmedAt = Number.POSITIVE_INFINITY;
  front.next(answer.outcomes(dice));
  front.onConfirm(() => {
    confirmedAt = Math.min(confirmedAt, steward.teams.requests().length);
  });
  const before = steward.teams.requests().length;
  const by = dice.pick(approverKeys);
  const where = by === 'gwen' || dice.oneIn(2) ? personalChat(by) : channels.approvals;
  const [card] = await ground.copiesIn(asked, where, by);
  if (!card) throw new Error(`no card in ${where}`);
  const pressed = answerOf(await pressUnoffered(steward, by, card, 'change.approve'));
  if (confirmedAt === Number.POSITIVE_INFINITY && GRANTED.test(pressed))
    wrong.push(`the press was answered “${oneLine(pressed)}”`);
  if (answer.ends === 'unconfirmed') {
    await steward.until('a first call', async () => front.calls.length > 0);
    steward.clock.advance(HOUR);
  }
  await ground.settle();

  const row = await ground.rowOf(asked);
  if (row.state !== answer.ends) wrong.push(`it is ${row.state}, not ${answer.ends}`);
  const told = steward.teams.requests().slice(before);
  for (const [n, { body, path }] of told.entries()) {
    const json = JSON.stringify(body ?? '');
    if (before + n < confirmedAt && json.includes(asked.ref) && GRANTED.test(json))
      wrong.push(`${path} said it is granted before the vendor did: ${GRANTED.exec(json)?.[0]}`);
  }
  const granted = told.some(({ body }) => GRANTED.test(JSON.stringify(body ?? '')));
  if (granted !== (answer.ends === 'done'))
    wrong.push(granted ? 'it was said to be granted' : 'nobody was told of the grant');
  const held = (await listedRole(steward, 'ana', wanted.place as 'payments', wanted.role as 'reader')).length;
  if (held !== (answer.ends === 'done' || answer.isTaken ? 1 : 0)) wrong.push(`the vendor holds ${held}`);
  const names = new Set(front.calls.map(({ name }) => name));
  if (names.size > 1) wrong.push(`${names.size} requests at the vendor`);

  const everywhere = [...places, { where: personalChat('ana'), reader: 'ana' as const }];
  for (const { where: at, reader } of everywhere) {
    const words = (await ground.copiesIn(asked, at, reader)).map(wordsOf).at(-1) ?? 'nothing';
    for (const expected of [ends[answer.ends], ...(answer.says ? [answer.says] : [])])
      if (!words.includes(expected))
        wrong.push(`${everybody[reader].name} reads in ${at} not “${expected}” but ${oneLine(words)}`);
  }
  return wrong;
};

const proofOf = (schedule: Schedule, identity: Pick<Proof, 'name' | 'says' | 'short' | 'runs'>): Proof =>
  defineProof({
    ...identity,
    runsEach: 25,
    plan: (dice, run, seed) => ({ dice, run, answer: schedule(run), reason: `truth ${run} of seed ${seed}.` }),
    at: ({ answer }) => answer.name,
    world: openTroubledGround,
    evidence: play,
    laws: { 'everybody is told what is so': (wrong) => wrong },
  });

/** Nobody is told that a role is granted before the vendor has said so; and of each failure everybody is told. */
export const truthProof: Proof = proofOf(anyAnswer, {
  name: 'access-01',
  says: 'nobody is told of a grant before the vendor is done with it',
  short: { runs: 4, seed: 3, on: 'sqlite' },
  runs: 400,
});

/** Whatever became of a call whose answer was lost: its own grant counts, somebody else's is explained, and none is made twice. */
export const unknownProof: Proof = proofOf(anyUnknown, {
  name: 'access-05',
  says: 'a lost answer makes no second grant',
  short: { runs: 7, seed: 6, on: 'sqlite' },
  runs: 300,
});
