import { SECOND } from '../../../src/lib/clock.ts';
import type { Db } from '../../../src/storage/database.ts';
import { personalChat, wordsOf } from '../../support/steward.ts';
import { breaches, isQuiet, unfinished } from '../../support/store-laws.ts';
import type { Fleet } from '../fleet/fleet.ts';
import type { Answer } from './asking.ts';
import type { Backends } from './backends.ts';
import type { Ground } from './ground.ts';
import type { Yardstick } from './yardstick.ts';

export interface Measured {
  readonly answers: readonly Answer[];
  readonly ground: Pick<Ground, 'wasOut' | 'wasAstray'>;
  readonly yardstick: Pick<Yardstick, 'slowest'>;
}

const ANSWERS_WITHIN_MS = 5 * SECOND;
/** What a turn may take where the yardstick's, with which nobody interferes, takes one. */
const TIMES = 3;

/** A write whose end was told is seen by everybody from then on. */
export const lostWrites = async (backends: Pick<Backends, 'missing'>, ids: readonly string[]): Promise<string[]> =>
  (await backends.missing(ids)).map((id) => `row ${id} of the ledger was acknowledged and is not there`);

/** Whoever does not stand still answers in time; a clock that is wrong may refuse, and that in time too. */
export const lateAnswers = ({ answers, ground, yardstick }: Measured): string[] =>
  answers.flatMap(({ bot, what, from, to, status }) => {
    if (ground.wasOut(bot, from, to)) return [];
    const allowedMs = ANSWERS_WITHIN_MS + TIMES * yardstick.slowest(from, to);
    const ms = Math.round(to - from);
    if (to - from > allowedMs) return [`${what} was answered after ${ms} ms, not ${Math.round(allowedMs)}`];
    const refused = status === 403 && ground.wasAstray(bot, from, to);
    return status === 200 || refused ? [] : [`${what} was answered with ${status} after ${ms} ms`];
  });

const NUDGE_MS = 700;

/**
 * With everything in order again all that was begun comes to its end, and all that was told is so.
 * @param patienceMs for what the machine's slowness must not be taken for being stuck
 */
export const atRest = async (fleet: Fleet, answers: readonly Answer[], patienceMs: number): Promise<string[]> => {
  const look = async (): Promise<boolean> => {
    if (await fleet.inStore(isQuiet)) return true;
    await fleet.advance(NUDGE_MS);
    return false;
  };
  const stuck = await fleet.until('rest', look, patienceMs).then(
    () => [],
    async () => (await fleet.inStore(unfinished)).map((words) => `stuck: ${words}`),
  );
  return [...stuck, ...(await fleet.inStore(breaches)), ...(await toldAndGone(fleet, answers))];
};

const REF = /R-[0-9A-Z]{5,6}\b/;

const toldAndGone = async (fleet: Fleet, answers: readonly Answer[]): Promise<string[]> => {
  const told = new Set<string>();
  for (const key of ['ana', 'bo', 'cy', 'di', 'fi'] as const) {
    for (const message of await fleet.teams.messages(personalChat(key))) {
      const [ref] = (message.from.kind === 'bot' && REF.exec(wordsOf(message))) || [];
      if (ref) told.add(ref);
    }
  }
  const decided = answers.flatMap((answer) => answer.decided ?? []);
  const { refs, decisions } = await fleet.inStore(async (db: Db) => ({
    refs: new Set((await db.selectFrom('changes').select('ref').execute()).map(({ ref }) => ref)),
    decisions: new Set(
      (await db.selectFrom('decisions').select(['change_id', 'person_id']).execute()).map(
        ({ change_id, person_id }) => `${change_id} ${person_id}`,
      ),
    ),
  }));
  return [
    ...[...told].filter((ref) => !refs.has(ref)).map((ref) => `${ref} was told and is not there`),
    ...decided
      .filter(({ change, person }) => !decisions.has(`${change} ${person}`))
      .map(({ change, person }) => `the approval of ${change} by ${person} was told and is not there`),
  ];
};
