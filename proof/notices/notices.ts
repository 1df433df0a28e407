import type { Change } from '../../src/engine/changes/change.ts';
import { listNotices } from '../../src/engine/changes/notices/store.ts';
import { HOUR, SECOND } from '../../src/platform/lib/clock.ts';
import { AppError } from '../../src/platform/lib/errors.ts';
import { randomIds } from '../../src/platform/lib/ids.ts';
import type { Store } from '../../test/support/database.ts';
import { createManualClock } from '../../test/support/manual-clock.ts';
import { defineProof } from '../lib/define-proof.ts';
import { type Dice, diceOf } from '../lib/dice.ts';
import { idOf, personOf } from '../lib/policy-text.ts';
import { createListener, startEngine } from './engine.ts';
import { createModel } from './model.ts';
import { type Action, type Choice, type Decider, deciders, drawPlan, policyText } from './plan.ts';

/** A reply waits so long for the card above it. */
const ROOT_MS = 3 * SECOND;

const keyOf = new Map<string, Decider>(deciders.map((key) => [idOf(key), key]));
const said = (keys: Iterable<string>): string => [...keys].toSorted().join(', ') || 'nobody';

const settingsOf = ({ standIn, ...choice }: Choice) => ({
  ...{ ...choice, language: 'en' },
  standIn: standIn && idOf(standIn),
});

/** One store and its engine; each run is one request from its asking to a day after its end. */
const openWorld = async (store: Store) => {
  const clock = createManualClock(Date.parse('2026-01-05T09:00:00Z'));
  const { heard, connector } = createListener(clock);
  const first = drawPlan(diceOf(1, 0), clock.now());
  let text = policyText(first.rule);
  let engine = await startEngine(store.url, text, clock, connector);

  const restart = async (): Promise<void> => {
    await engine.end();
    engine = await startEngine(store.url, text, clock, connector);
  };

  /** Everything that is due is done; a reply that waits for its card too. */
  const settle = async (): Promise<void> => {
    await engine.rest();
    for (let waits = await engine.postponed(ROOT_MS); waits; waits = await engine.postponed(ROOT_MS)) {
      clock.advance(ROOT_MS);
      await engine.rest();
    }
  };

  const play = async (dice: Dice): Promise<readonly string[]> => {
    const wrong: string[] = [];
    const plan = drawPlan(dice, clock.now());
    clock.advance(plan.begin - clock.now());
    await settle();
    text = policyText(plan.rule);
    engine.write(text);
    for (const key of deciders) await engine.changes.notices.save(idOf(key), settingsOf(plan.choices[key]));
    const model = createModel(plan, clock.now());
    const createdAt = clock.now();
    let hearing = heard.length;

    /** Whom the bot notified since the last question. */
    const newlyHeard = (): Set<Decider> => {
      const keys = heard.slice(hearing).flatMap(({ people }) => people.flatMap((id) => keyOf.get(id) ?? []));
      hearing = heard.length;
      if (new Set(keys).size < keys.length) wrong.push(`notified twice at once: ${said(keys)}`);
      return new Set(keys);
    };

    const terms = { whose: idOf('ana'), role: 'reader', days: 5 };
    const draft = { kind: 'access.grant', terms, requester: personOf('ana'), source: randomIds.opaque() };
    const submitted = await engine.changes.submit(draft).catch((error: unknown) => {
      if (error instanceof AppError) return undefined;
      throw error;
    });
    const came =
      submitted === undefined ? 'refused' : submitted.change.escalatedAt === undefined ? 'taken' : 'escalated';
    if (came !== model.expected()) wrong.push(`the request was ${came} instead of ${model.expected()}`);
    if (!submitted || wrong.length > 0) return wrong;
    const { id } = submitted.change;
    const find = async (): Promise<Change> => (await engine.changes.find(id)) as Change;
    model.begin(came === 'escalated');

    /** @param isRace a press came at the same moment: either order is right */
    const compare = async (expected: ReadonlySet<Decider>, also: ReadonlySet<Decider> = expected): Promise<void> => {
      await settle();
      const notified = newlyHeard();
      const notices = await listNotices(engine.database.db, id);
      for (const key of notified) {
        const at = notices.findLast(({ person }) => person === idOf(key))?.at;
        if (at === undefined) wrong.push(`${key} was notified, and the request does not say so`);
        else model.notified(key, at);
      }
      const when = new Date(clock.now()).toISOString();
      const missing = [...expected].filter((key) => also.has(key) && !notified.has(key));
      const extra = [...notified].filter((key) => !expected.has(key) && !also.has(key));
      if (missing.length > 0) wrong.push(`at ${when} not notified: ${said(missing)}`);
      if (extra.length > 0) wrong.push(`at ${when} notified without need: ${said(extra)}`);
    };

    const isOver = async (): Promise<boolean> => {
      const { state } = await find();
      if (state !== 'waiting') model.over();
      return state !== 'waiting';
    };

    /** @param isRace an escalation may come at the same moment: whether `by` can claim already depends on the order */
    const act = async ({ does, by, choice }: Action, isRace: boolean): Promise<void> => {
      const person = personOf(by);
      const now = clock.now();
      if (does === 'restart') return restart();
      if (does === 'cancel') return void (await engine.changes.cancel(id, personOf('ana')));
      if (does === 'choose') {
        await engine.changes.notices.save(idOf(by), settingsOf(choice));
        return model.chose(by, choice, now);
      }
      if (does === 'claim') {
        const { refused } = await engine.changes.claim(id, person);
        if (!isRace && (refused === undefined) !== model.awaited().includes(by))
          wrong.push(`${by}’s claim was taken or refused`);
        return refused ? undefined : model.claimed(by, now);
      }
      const deciding = { change: id, terms: 1, person, verdict: does, reason: 'because', narrowed: {} };
      const { refused } = await engine.changes.decide(deciding);
      if (!refused) model.voted(by, does === 'approve', now);
    };

    /** The clock stands at a moment at which something is due, or somebody does something. */
    const pass = async (action: Action | undefined): Promise<void> => {
      const before = model.at(clock.now());
      // Every other press comes in the middle of what is due.
      const isRace = action !== undefined && action.afterMs % (2 * HOUR) === 0;
      if (!isRace) await compare(before);
      const escalated = model.escalatedAt();
      if (clock.now() < model.deadlineAt && !(await isOver()) && escalated !== (await find()).escalatedAt && !isRace) {
        wrong.push(`it escalated at ${(await find()).escalatedAt}, not at ${escalated}`);
      }
      if (!action) return;
      if (isRace && action.does === 'restart') await settle();
      await act(action, isRace);
      await isOver();
      const after = model.at(clock.now());
      await compare(isRace ? new Set([...before, ...after]) : after, isRace ? after : undefined);
    };

    await pass(undefined);
    const actions = [...plan.actions];
    while (wrong.length === 0 && !(await isOver())) {
      const action =
        actions[0] && createdAt + actions[0].afterMs <= clock.now() + ROOT_MS ? actions.shift() : undefined;
      if (!action) {
        const at = Math.min(
          model.next(clock.now()),
          actions[0] ? createdAt + actions[0].afterMs : Number.POSITIVE_INFINITY,
        );
        clock.advance(Math.max(0, at - clock.now()));
      }
      const now =
        action ?? (actions[0] && createdAt + actions[0].afterMs === clock.now() ? actions.shift() : undefined);
      await pass(now);
      if (clock.now() >= model.deadlineAt && (await find()).state === 'waiting')
        wrong.push('it did not expire in time');
    }
    const { state, endedAt } = await find();
    if (state === 'expired' && endedAt !== undefined && endedAt - model.deadlineAt > ROOT_MS)
      wrong.push('it expired late');
    await settle();
    hearing = heard.length;
    clock.advance(30 * HOUR);
    await settle();
    const late = newlyHeard();
    if (late.size > 0) wrong.push(`notified after its end: ${said(late)}`);
    if (wrong.length === 0) return [];
    return wrong.map(
      (words) =>
        `${words} · ${JSON.stringify(plan.rule)} ${JSON.stringify(plan.actions.map(({ does, by, afterMs }) => `${does} ${by} ${afterMs / HOUR}`))}`,
    );
  };

  return { play, end: () => engine.end() };
};

/**
 * Requests over weekends and changes of the clock, with people in quiet hours, away, represented, reminded and escalated to,
 * against a model of whom Steward notifies and when.
 */
export const notices = defineProof({
  name: 'access-13',
  says: 'people who still have to decide are notified in time, and no others',
  short: { runs: 24, seed: 13 },
  runs: 5_000,
  // Its clock goes on by weeks with each run.
  runsEach: 50,
  workers: 3,
  // A plan begins after the one before it.
  plan: (dice) => dice,
  world: openWorld,
  evidence: (world, dice) => world.play(dice),
  laws: { 'as a model of docs/policy.md has it': (wrong) => wrong },
});
