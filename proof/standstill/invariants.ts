import { SECOND } from '../../src/platform/lib/clock.ts';
import type { Db } from '../../src/platform/storage/database.ts';
import { personalChat, wordsOf } from '../../test/support/steward.ts';
import { isIdle, isWorking, pendingWork, violations } from '../../test/support/store-invariants.ts';
import type { Cluster } from '../cluster/cluster.ts';
import type { Backends, BotFaults } from './faults.ts';
import type { Answer, ReferenceBot } from './requests.ts';

export interface Measured {
  readonly answers: readonly Answer[];
  readonly botFaults: Pick<BotFaults, 'wasOut' | 'hadWrongClock'>;
  readonly referenceBot: Pick<ReferenceBot, 'slowest'>;
}

const ANSWERS_WITHIN_MS = 5 * SECOND;
/** What a turn may take where the reference bot's, with which nobody interferes, takes one. */
const TIMES = 3;

/** A write whose end was told is seen by everybody from then on. */
export const lostWrites = async (backends: Pick<Backends, 'missing'>, ids: readonly string[]): Promise<string[]> =>
  (await backends.missing(ids)).map((id) => `row ${id} of the ledger was acknowledged and is not there`);

/** Whoever does not stand still answers in time; a clock that is wrong may refuse, and that in time too. */
export const lateAnswers = ({ answers, botFaults, referenceBot }: Measured): string[] =>
  answers.flatMap(({ bot, what, from, to, status }) => {
    if (botFaults.wasOut(bot, from, to)) return [];
    const allowedMs = ANSWERS_WITHIN_MS + TIMES * referenceBot.slowest(from, to);
    const ms = Math.round(to - from);
    if (to - from > allowedMs) return [`${what} was answered after ${ms} ms, not ${Math.round(allowedMs)}`];
    const refused = status === 403 && botFaults.hadWrongClock(bot, from, to);
    return status === 200 || refused ? [] : [`${what} was answered with ${status} after ${ms} ms`];
  });

const NUDGE_MS = 700;

/**
 * With everything in order again all that was begun comes to its end, and all that was told is so.
 * @param patienceMs for what the machine's slowness must not be taken for being stuck
 */
export const violationsAtRest = async (
  cluster: Cluster,
  answers: readonly Answer[],
  patienceMs: number,
): Promise<string[]> => {
  const look = async (): Promise<boolean> => {
    if (await cluster.inStore(isIdle)) return true;
    // A call in hand would grow too old by our haste alone, again and again.
    if (!(await cluster.inStore((db) => isWorking(db, cluster.now())))) await cluster.advance(NUDGE_MS);
    return false;
  };
  const stuck = await cluster.until('rest', look, patienceMs).then(
    () => [],
    async () => (await cluster.inStore(pendingWork)).map((words) => `stuck: ${words}`),
  );
  return [...stuck, ...(await cluster.inStore(violations)), ...(await lostAcknowledgements(cluster, answers))];
};

const REF = /R-[0-9A-Z]{5,6}\b/;

const lostAcknowledgements = async (cluster: Cluster, answers: readonly Answer[]): Promise<string[]> => {
  const told = new Set<string>();
  for (const key of ['ana', 'bo', 'cy', 'di', 'fi'] as const) {
    for (const message of await cluster.teams.messages(personalChat(key))) {
      const [ref] = (message.from.kind === 'bot' && REF.exec(wordsOf(message))) || [];
      if (ref) told.add(ref);
    }
  }
  const decided = answers.flatMap((answer) => answer.decided ?? []);
  const { refs, decisions } = await cluster.inStore(async (db: Db) => ({
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
