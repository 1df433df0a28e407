import type { Change } from '../../src/engine/changes/change.ts';
import { DAY, SECOND } from '../../src/platform/lib/clock.ts';
import { AppError } from '../../src/platform/lib/errors.ts';
import { randomIds } from '../../src/platform/lib/ids.ts';
import type { Store } from '../../test/support/database.ts';
import { createManualClock } from '../../test/support/manual-clock.ts';
import { until } from '../../test/support/until.ts';
import { accessPolicy, forgetRequests, grants, startAccess, termsOf } from '../lib/access-engine.ts';
import { createAccessService } from '../lib/access-service.ts';
import { idOf, personOf } from '../lib/policy-text.ts';
import {
  expectedOf,
  expectedOfAccept,
  figuresOf,
  isApprovable,
  maySend,
  type Votes,
  type Wish,
  waitsForReceiver,
  wantedAtFirst,
} from './model.ts';
import type { Press, Schedule, Step, Verdict } from './plan.ts';
import { calm, keys, PLACE, policyText, roleIds, type World } from './policy.ts';

const ENDED: ReadonlySet<string> = new Set(['done', 'failed', 'denied', 'expired', 'cancelled', 'unconfirmed']);
/** More tries and polls than a change has in the hour that the policy gives it. */
const MOST_WAITS = 500;

/** One store, its engine and its policy; each run is one request from its asking to its end. */
export const openWorld = async ({ url }: Store) => {
  const clock = createManualClock();
  const vendor = createAccessService(clock);
  const kinds = [grants];
  let policy = accessPolicy(policyText(calm), kinds);
  const start = async () => {
    const started = await startAccess({ url, clock, policy, vendor: vendor.client, kinds });
    started.jobs.start();
    return started;
  };
  let engine = await start();

  /** Waits until nothing is under way for this change. @returns when its job is due next, in milliseconds since 1970 */
  const nextDue = async (id: string): Promise<number | undefined> => {
    let next: number | undefined;
    await until('its job at rest', async () => {
      const job = await engine.db
        .selectFrom('jobs')
        .select(['due_at', 'lease_owner'])
        .where('key', '=', `changes.perform:${id}`)
        .where('state', '=', 'ready')
        .executeTakeFirst();
      next = job && Date.parse(job.due_at);
      return job === undefined || (job.lease_owner === null && Date.parse(job.due_at) > clock.now());
    });
    return next;
  };

  const play = async (schedule: Schedule, wrong: (words: string) => void): Promise<void> => {
    const { asker, receiver, role, days } = schedule;
    let world = calm;
    /** Every state of the policy that was in force since it was approved. */
    let since: World[] = [];
    /** A file with a problem changes nothing. */
    const write = (next: World): void => {
      try {
        policy.replace(policyText(next));
        world = next;
      } catch {
        // The policy from before stays in force.
      }
      since.push(world);
    };
    write(calm);
    write(schedule.first);
    const asked = { asker, receiver, role, days };
    const terms = termsOf({
      person: { objectId: idOf(receiver), name: receiver },
      place: { key: 'payments', title: 'Payments', scope: PLACE },
      role: { key: role, title: role, id: roleIds[role] ?? '' },
      ...{ ms: days * DAY, reason: '' },
    });
    const wanted = wantedAtFirst(world, asked);
    let wish: Wish = { ...asked, accepted: false, wanted: wanted ?? 0 };
    const votes: string[] = [];
    vendor.begin({ tries: schedule.tries });
    vendor.leaving = () => {
      if (!maySend(world, wish, votes)) wrong(`sent without the votes that the policy requires: ${votes.join(', ')}`);
    };

    const submitted = await engine.changes
      .submit({ kind: 'access.grant', terms, requester: personOf(asker), source: randomIds.opaque() })
      .catch((error: unknown) => {
        if (error instanceof AppError) return undefined;
        throw error;
      });
    if ((submitted !== undefined) !== (wanted !== undefined)) {
      wrong(`asking was ${submitted ? 'taken' : 'refused'}, against the model`);
    }
    if (!submitted) return;
    const { id } = submitted.change;
    since = [world];
    const find = async (): Promise<Change> => (await engine.changes.find(id)) as Change;
    const isWaiting = async (): Promise<boolean> => (await find()).state === 'waiting';

    /** Under changing policies only the store knows whether it was taken. */
    const readAccepted = async (): Promise<void> => {
      const accepted = (await engine.changes.decisions(id)).some(({ verdict }) => verdict === 'accept');
      wish = { ...wish, accepted };
    };

    const pressed = async (as: string, verdict: Verdict) => {
      if (verdict === 'accept') return (await engine.changes.accept(id, personOf(as))).refused !== undefined;
      const deciding = { change: id, terms: 1, person: personOf(as), verdict, reason: 'because', narrowed: {} };
      const { refused } = await engine.changes.decide(deciding);
      if (!refused && verdict === 'approve' && !votes.includes(as)) votes.push(as);
      return refused !== undefined;
    };

    /** Alone with one state of the policy the model knows what comes of it. */
    const pressAlone = async (as: string, verdict: Verdict): Promise<void> => {
      if (!(await isWaiting())) return void (await pressed(as, verdict));
      if (verdict === 'accept') return acceptAlone(as);
      const expected = expectedOf(world, wish, votes, as, verdict);
      // A call may leave before the answer to the press is here: its votes count from now on.
      const count = votes.length;
      if (expected === 'approved' && !votes.includes(as)) votes.push(as);
      if (expected === 'approved') since = [world];
      const refused = await pressed(as, verdict);
      const { state } = await find();
      const came = refused ? 'refused' : state === 'waiting' || state === 'denied' ? state : 'approved';
      if (came === expected) return;
      votes.length = refused ? count : votes.length;
      wrong(
        `${as} pressed ${verdict}: ${came} instead of ${expected}, with the votes of ${votes.join(', ') || 'nobody'}`,
      );
    };

    const acceptAlone = async (as: string): Promise<void> => {
      const expected = expectedOfAccept(world, wish, as);
      const isMissing = waitsForReceiver(world, wish);
      // A call may leave before the answer to the press is here.
      if (expected === 'approved') [wish, since] = [{ ...wish, accepted: true }, [world]];
      const refused = await pressed(as, 'accept');
      await readAccepted();
      const came = refused ? 'refused' : (await isWaiting()) ? 'waiting' : 'approved';
      if (came !== expected) wrong(`${as} pressed accept: ${came} instead of ${expected}`);
      if (isMissing && as === receiver && !refused && !wish.accepted) wrong('an acceptance was lost');
    };

    /** In whatever order it comes: what was approved was approvable under one of the states, by those votes at most. */
    const pressTogether = async (presses: readonly Press[], next?: World) => {
      const waited = await isWaiting();
      const [before, possible]: [World, Votes] = [
        world,
        [...votes, ...presses.filter(({ verdict }) => verdict === 'approve').map(({ as }) => as)],
      ];
      const known = [...votes];
      if (waited) votes.push(...possible.filter((key) => !votes.includes(key)));
      const isAccepting = presses.some(({ as, verdict }) => verdict === 'accept' && as === receiver);
      if (waited && isAccepting) wish = { ...wish, accepted: true };
      const coming = presses.map(({ as, verdict }) => pressed(as, verdict));
      if (next) write(next);
      const refusals = await Promise.all(coming);
      const taken = presses.filter(({ verdict }, at) => verdict === 'approve' && !refusals[at]).map(({ as }) => as);
      votes.splice(0, votes.length, ...new Set([...known, ...taken]));
      await readAccepted();
      if (!waited || !['approved', 'doing', 'done', 'failed', 'unconfirmed'].includes((await find()).state)) return;
      since = [before, world];
      if (![before, world].some((one) => isApprovable(one, wish, votes))) {
        wrong(`approved at once by ${votes.join(', ')} under neither policy`);
      }
    };

    const checkCard = async (): Promise<void> => {
      if (!(await isWaiting())) return;
      const figures = figuresOf(world, wish, votes);
      const card = await engine.card(id);
      if (!figures)
        return card.includes('may not request this') ? undefined : wrong('the card hides that nobody may ask');
      const { given, needs, lapsed } = figures;
      if (waitsForReceiver(world, wish))
        return card.includes('to accept') ? undefined : wrong('the card hides whom it waits for');
      if (needs > 1 && !card.includes(`${given} of ${needs}`)) wrong(`the card does not say ${given} of ${needs}`);
      if (lapsed !== /no longer counts?/.test(card))
        wrong(`the card ${lapsed ? 'hides' : 'invents'} a vote that lapsed`);
    };

    const edit = async (next: World): Promise<void> => {
      const waited = await isWaiting();
      write(next);
      await checkCard();
      if (waited && !(await isWaiting())) wrong('the policy alone ended it');
    };

    const restart = async (): Promise<void> => {
      await engine.end();
      policy = accessPolicy(policyText(world), kinds);
      engine = await start();
    };

    const make = async (step: Step): Promise<void> => {
      if (step.kind === 'edit') return edit(step.world);
      if (step.kind === 'restart') return restart();
      if (step.kind === 'wait') return void clock.advance(step.seconds * SECOND);
      if (step.kind === 'before the call') {
        return void vendor.beforeCall.push(() => write(step.world));
      }
      const [first, ...more] = step.presses;
      if (step.kind === 'press' && first && more.length === 0) return pressAlone(first.as, first.verdict);
      return pressTogether(step.presses, step.kind === 'both' ? step.world : undefined);
    };

    const comeToRest = async (): Promise<void> => {
      for (let waits = 0; waits < MOST_WAITS; waits += 1) {
        const next = await nextDue(id);
        if (next === undefined || ENDED.has((await find()).state)) return;
        clock.advance(next - clock.now());
      }
    };

    /** Nobody is stuck: under a policy that lets it be, whoever may decide presses, and it comes to its end. */
    const finishWaiting = async (): Promise<void> => {
      write(schedule.first);
      if (receiver !== asker && (await isWaiting())) await pressAlone(receiver, 'accept');
      for (const key of keys) if (await isWaiting()) await pressAlone(key, 'approve');
      if (!(await isWaiting())) return;
      if (isApprovable(world, wish, [...keys])) wrong('everybody approved, and it still waits');
      const { change, refused } = await engine.changes.cancel(id, personOf(days > 2 ? receiver : asker));
      if (refused || change?.state !== 'cancelled') wrong('it could not be taken back');
    };

    for (const step of schedule.steps) await make(step);
    if (await isWaiting()) await finishWaiting();
    await comeToRest();
    const { state } = await find();
    if (!ENDED.has(state)) wrong(`it is stuck: ${state}`);
    if (state === 'done' && vendor.assignments.length === 0) wrong('it is done, and the vendor knows nothing');
    if (state === 'failed' && since.every((one) => maySend(one, wish, votes)))
      wrong(`it was stopped, and the policy always allowed it: ${JSON.stringify((await find()).failure)}`);
    if (state === 'failed' && vendor.assignments.length > 0) wrong('it has failed, and the vendor has it');
    if (state === 'unconfirmed' && vendor.lost === 0) wrong('it is unconfirmed, and no answer was lost');
  };

  return {
    /** Brings one request to its end. @returns what is not as the model has it, in words */
    async play(schedule: Schedule): Promise<readonly string[]> {
      const wrong: string[] = [];
      const add = (words: string): void => void wrong.push(words);
      await play(schedule, add).catch((error: Error) => add(error.stack ?? error.message));
      // A smaller schedule begins without the request of this one.
      if (wrong.length > 0) await forgetRequests(engine.db);
      return wrong;
    },
    end: () => engine.end(),
  };
};
