import { DAY, MINUTE } from '../../src/platform/lib/clock.ts';
import type { Store } from '../../test/support/database.ts';
import { createManualClock } from '../../test/support/manual-clock.ts';
import { accessPolicy, forgetRequests } from '../lib/access-engine.ts';
import { createAccessService, type Try } from '../lib/access-service.ts';
import { defineProof } from '../lib/define-proof.ts';
import { passTime } from '../lib/pass-time.ts';
import { idOf } from '../lib/policy-text.ts';
import { kinds, startEngine } from './engine.ts';
import { faultsOf } from './invariants.ts';
import { isInOrder, type Model, refusalsOf, reviewersFor, skippedBy, type Taken } from './model.ts';
import { identityOf, policyText, type Schedule, type Step, scheduleBy } from './plan.ts';

/** Longer than an attempt whose answer is lost takes to be settled. */
const SETTLED_MS = 20 * MINUTE;

/** Two processes over a store, of which one works on what is due. */
const openWorld = async ({ url }: Store) => {
  const clock = createManualClock();
  /** What the first attempts of the requests that come now meet: each its trouble once, a refusal always. */
  let meeting: Try = 'ok';
  const met = new Map<string, Try>();
  const service = createAccessService(clock, (name) => {
    const before = met.get(name);
    met.set(name, before ?? meeting);
    return before === undefined ? meeting : before === 'refused' ? before : 'ok';
  });
  const first = { named: ['payments'], maxMinutes: 60, decide: ['platform'], staged: false, review: ['security'] };
  const policy = accessPolicy(policyText(first), kinds);
  const start = () => Promise.all([true, false].map((works) => startEngine({ url, clock, policy, service }, works)));
  let engines = await start();
  const engineAt = (index: number) => engines[index % engines.length] as (typeof engines)[number];
  const pass = passTime({ clock, db: () => engineAt(0).db });
  const end = async (): Promise<void> => {
    for (const engine of engines) await engine.end();
  };
  const restart = async (): Promise<void> => {
    await end();
    engines = await start();
  };

  const useIt = async (model: Model, step: Extract<Step, { kind: 'use' }>): Promise<readonly string[]> => {
    meeting = step.vendor;
    const at = clock.now();
    const wanted = step.uses.map((use) => refusalsOf(model, use, at));
    const results = await Promise.all(step.uses.map((use, index) => engineAt(index).use(use)));
    if (step.restarts) await restart();
    await pass(SETTLED_MS);
    const wrong: string[] = [];
    let isTaken = false;
    const [one, other] = step.uses;
    const isOnePerson = one !== undefined && other !== undefined && identityOf(one.who) === identityOf(other.who);
    const compete = isOnePerson && wanted.every((reasons) => reasons.size === 0);
    for (const [index, use] of step.uses.entries()) {
      const result = results[index];
      const reasons = [...(wanted[index] ?? [])];
      if (!result) continue;
      if ('refused' in result) {
        const isBeaten = compete && results.some((each) => 'id' in each);
        if (!isBeaten && !reasons.some((reason) => reason === result.refused)) {
          wrong.push(`${use.who} was refused as ${result.refused}, not as ${reasons.join(' or ') || 'nothing'}`);
        }
        continue;
      }
      if (reasons.length > 0) wrong.push(`${use.who} was not refused as ${reasons.join(' and ')}`);
      // What the vendor refused at once makes room for another.
      if (compete && isTaken && step.vendor !== 'refused') wrong.push(`${use.who} has two uses without a review`);
      isTaken = true;
      model.taken.push({
        ...{ id: result.id, use, vendor: step.vendor, at, mostMs: model.world.maxMinutes * MINUTE },
        ...{ skipped: skippedBy(model, use.who), reviewers: reviewersFor(model, use.who) },
        ...{ state: step.vendor === 'refused' ? 'void' : 'due', reviewer: undefined },
      });
    }
    return wrong;
  };

  const reviewIt = async (model: Model, step: Extract<Step, { kind: 'review' }>): Promise<readonly string[]> => {
    const one: Taken | undefined = model.taken.at(-1 - step.back);
    if (!one) return [];
    const inOrder = step.reviews.map((review) => isInOrder(model, one, review));
    const results = await Promise.all(step.reviews.map((review, index) => engineAt(index).review(one.id, review)));
    const wrong: string[] = [];
    for (const [index, review] of step.reviews.entries()) {
      const isBeaten = one.state !== 'due' && (one.reviewer !== review.who || one.state !== review.result);
      const wanted = inOrder[index] === true && !isBeaten;
      if (results[index] === true && one.state === 'due') {
        if (!wanted) wrong.push(`${review.who} reviewed what ${one.use.who} used`);
        [one.state, one.reviewer] = [review.result, review.who];
      } else if (results[index] !== wanted && !(wanted && one.state === 'due' && results.includes(true))) {
        wrong.push(`a review by ${review.who} was ${results[index] ? 'taken' : 'refused'}`);
      }
    }
    return wrong;
  };

  const make = async (model: Model, step: Step): Promise<readonly string[]> => {
    switch (step.kind) {
      case 'use':
        return useIt(model, step);
      case 'review':
        return reviewIt(model, step);
      case 'policy':
        policy.replace(policyText(step.world));
        model.world = step.world;
        break;
      case 'own notices': {
        const { who, way, away } = step;
        const always = { quiet: { from: 0, to: 1_439 }, weekends: false, zone: 'UTC', language: '' };
        const absence = away ? { awayUntil: clock.now() + 5 * DAY } : {};
        await engineAt(0).changes.notices.save(idOf(who), { way, ...always, ...absence });
        model.ways.set(who, way);
        break;
      }
      case 'wait':
        await pass(step.minutes * MINUTE);
        break;
      case 'restart':
        await restart();
    }
    return [];
  };

  /** @returns what does not hold of a step or of a use, in words */
  const play = async ({ world, steps }: Schedule): Promise<readonly string[]> => {
    await forgetRequests(engineAt(0).db);
    // The audit too knows of uses that nobody has reviewed.
    await engineAt(0).db.deleteFrom('audit').execute();
    // The caches of the processes are from before.
    clock.advance(DAY);
    service.begin();
    policy.replace(policyText(world));
    const model: Model = { world, ways: new Map(), taken: [] };
    for (const step of steps) {
      const wrong = [...(await make(model, step))];
      for (const one of model.taken) wrong.push(...(await faultsOf(engineAt(0), service, one)));
      if (wrong.length > 0) return wrong;
    }
    return [];
  };

  return { play, end };
};

/** Uses of break-glass by named people and others, alone and two at once, reviews by everybody, lost answers, restarts and other policies. */
export const breakGlassProof = defineProof({
  name: 'access-09',
  says: 'break-glass is used once before its review, by named people, and every skipped approver is told once',
  short: { runs: 24, seed: 9 },
  runs: 3_000,
  runsEach: 150,
  shrinks: true,
  plan: scheduleBy,
  kinds: {
    of: ({ steps }) =>
      steps.flatMap((step) => {
        const [one, other] = step.kind === 'use' ? step.uses : [];
        return [
          step.kind,
          ...(one?.who === 'di' && other?.who === 'dia' ? ['two accounts of one person at once'] : []),
        ];
      }),
    every: [...['own notices', 'policy', 'restart', 'review', 'use', 'wait'], 'two accounts of one person at once'],
  },
  world: openWorld,
  evidence: (world, schedule) => world.play(schedule),
  laws: { 'as a model of docs/policy.md has it': (wrong) => wrong },
});
