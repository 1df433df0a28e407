import { DateTime } from 'luxon';
import { type Answered, readAnswer } from '../direct-client.ts';
import type { Clicker } from './plan.ts';

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
export interface RaceTally {
  deadline: number;
  people: number;
}

export const count = (clock: RaceTally, { state }: Pick<RaceHistory, 'state'>): void => {
  if (state === 'expired') clock.deadline += 1;
  else clock.people += 1;
};

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
