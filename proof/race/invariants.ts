import { DateTime } from 'luxon';
import type { MessageView } from '../../sandbox/teams/api.ts';
import type { Db } from '../../src/platform/storage/database.ts';
import { asTextKey } from '../../src/platform/texts/texts.ts';
import { wordsOf } from '../../test/support/steward.ts';
import { shown } from '../../test/support/story.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { type Answered, readAnswer } from '../direct-client.ts';
import { sentPuts, type Waiting } from '../requests.ts';
import type { Clicker, RacePlan } from './plan.ts';

/** All that one race left behind. */
export interface RaceHistory {
  readonly state: string;
  readonly guid: string | null;
  readonly decisions: readonly {
    readonly person_id: string;
    readonly person_name: string;
    readonly verdict: string;
    readonly at: string;
  }[];
  /** What the audit tells. */
  readonly events: readonly string[];
  /** What the vendor was sent for it: the name of each request and its bytes. */
  readonly puts: readonly string[];
  readonly answers: readonly { readonly clicker: Clicker; readonly answered: Answered }[];
}

/** How a request ends when this one wins. */
const ends: Readonly<Record<string, { readonly event: string; readonly state: string }>> = {
  approve: { event: 'approved', state: 'done' },
  deny: { event: 'denied', state: 'denied' },
  cancel: { event: 'cancelled', state: 'cancelled' },
  deadline: { event: 'expired', state: 'expired' },
};
const DECIDING: ReadonlySet<string> = new Set(Object.values(ends).map(({ event }) => event));
const TOO_LATE = /\bexpired\b|deadline for deciding/;

/** @returns what does not hold, in words */
export const raceViolations = (race: RaceHistory): string[] => [
  ...winnerViolations(race),
  ...requestViolations(race),
  ...race.answers.flatMap((answer) => answerViolations(race, answer)),
];

const winnerViolations = ({ decisions, events, state }: RaceHistory): string[] => {
  const [winner] = decisions;
  const end = ends[winner?.verdict ?? 'deadline'];
  const deciding = events.filter((event) => DECIDING.has(event));
  return [
    ...(decisions.length > 1 ? [`${decisions.length} winners: ${decisions.map((one) => one.verdict).join(', ')}`] : []),
    ...(state === end?.state ? [] : [`it is ${state}, not ${end?.state}`]),
    ...(deciding.join() === end?.event ? [] : [`the audit tells of ${deciding.join(', ') || 'no end'}`]),
    ...(events.filter((event) => event === 'asked').length === 1 ? [] : ['not asked once by the audit']),
  ];
};

const requestViolations = ({ decisions, guid, puts }: RaceHistory): string[] => {
  const different = new Set(puts);
  if (decisions[0]?.verdict !== 'approve')
    return puts.length === 0 ? [] : ['the vendor was asked for what was not won'];
  return [
    ...(different.size === 1 ? [] : [`${different.size} different requests at the vendor`]),
    ...(puts.every((put) => guid !== null && put.startsWith(`${guid} `)) ? [] : ['a request without its GUID']),
  ];
};

/** How often the deadline won where it raced, and how often a person did. */
interface RaceTally {
  readonly deadline: number;
  readonly people: number;
}

/** Of so many races against the clock one alone cannot win all. */
const ENOUGH = 8;

/** @returns why this was no race, in words */
export const tallyViolations = ({ deadline, people }: RaceTally): string[] =>
  deadline + people >= ENOUGH && (deadline === 0 || people === 0)
    ? [`the deadline won ${deadline} times, people ${people} times: that is no race`]
    : [];

const answerViolations = (
  { decisions }: RaceHistory,
  { clicker, answered }: RaceHistory['answers'][number],
): string[] => {
  const [winner] = decisions;
  const who = `${clicker.person.name} (${clicker.verdict})`;
  const answer = readAnswer(answered);
  if (!answer) return [`${who} got no valid answer: ${answered.status} ${JSON.stringify(answered.body)}`];
  const won = winner?.person_id === clicker.person.objectId && winner.verdict === clicker.verdict;
  if ('card' in answer) return won ? [] : [`${who} was answered as a winner`];
  if (won && !answered.excused) return [`${who} won and was told “${answer.words}”`];
  return namesWinnerAndTime(answer.words, winner) ? [] : [`${who} lost and was told “${answer.words}”`];
};

const namesWinnerAndTime = (words: string, winner: RaceHistory['decisions'][number] | undefined): boolean => {
  if (!winner) return TOO_LATE.test(words);
  const when = DateTime.fromISO(winner.at, { zone: 'Europe/Berlin' });
  return words.includes(winner.person_name) && words.includes(when.toFormat('HH:mm'));
};

/** What came of the clicks on a request. */
export interface Raced extends Waiting<RacePlan> {
  readonly answers: RaceHistory['answers'];
}

export const lastDeadline = async (db: Db, races: readonly Waiting[]): Promise<number> => {
  const ids = races.map(({ id }) => id);
  const rows = await db.selectFrom('changes').select('deadline_at').where('id', 'in', ids).execute();
  return Math.max(...rows.map(({ deadline_at }) => Date.parse(deadline_at)));
};

/** All that these races left in the store and at the vendor, in their order. */
export const historiesOf = async (cluster: Cluster, races: readonly Raced[]): Promise<RaceHistory[]> => {
  const ids = races.map(({ id }) => id);
  const [changes, decisions, audit, puts] = await Promise.all([
    cluster.inStore((db) => db.selectFrom('changes').selectAll().where('id', 'in', ids).execute()),
    cluster.inStore((db) => db.selectFrom('decisions').selectAll().where('change_id', 'in', ids).execute()),
    cluster.inStore((db) => db.selectFrom('audit').selectAll().where('change_id', 'in', ids).orderBy('seq').execute()),
    sentPuts(cluster),
  ]);
  return races.map(({ id, wish, answers }) => {
    const change = changes.find((one) => one.id === id);
    return {
      state: change?.state ?? 'gone',
      guid: change?.guid ?? null,
      decisions: decisions.filter(({ change_id }) => change_id === id),
      events: audit.filter(({ change_id }) => change_id === id).map(({ event }) => event),
      puts: puts.flatMap(({ properties, put }) => (properties.Justification === wish.reason ? [put] : [])),
      answers,
    };
  });
};

/** What the card of this race says at the end that is not so. */
export const falseCard = (messages: readonly MessageView[], { card }: Waiting, history: RaceHistory): string[] => {
  const message = messages.find(({ id }) => id === card);
  if (!message) return ['its card is gone'];
  const by = history.decisions[0]?.person_name ?? '';
  const says =
    history.state === 'done'
      ? shown('access.status.until')
      : shown(asTextKey(`changes.state.${history.state}`), { by });
  const words = wordsOf(message);
  return words.includes(says)
    ? []
    : [`its card does not say “${says}”: ${words.replaceAll('\n', ' · ').slice(0, 200)}`];
};
