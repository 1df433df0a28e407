import { loadPhrases } from '#bot/phrases/phrases.ts';
import { lazy, memoByObject } from '#platform/lib/cache.ts';
import { lazyCooperative } from '#platform/lib/cooperative-work.ts';
import { localDay } from '#platform/lib/local-time.ts';
import type { Policy } from '#policy/policy.ts';
import type { Intent } from './intent.ts';
import { createInterpreter, type Interpreter } from './interpreter.ts';
import { learn } from './learning.ts';
import { createTimeTest, isOrder, type Known, misreadArguments } from './misread-arguments.ts';
import type { Understood } from './rank-readings.ts';
import { createVocabulary, type Name } from './vocabulary.ts';

/** What is read, and what it is read with. */
interface OwnText {
  /** With a mark (turn/mentions.ts) for each person who is mentioned. */
  readonly text: string;
  /** Directory object ids of these people, in the order of their marks; undefined for one who is not known. */
  readonly people: readonly (string | undefined)[];
  readonly policy: Policy;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** IANA name of the person's time zone. */
  readonly zone: string;
  /** The command in whose own grammar it is typed. */
  readonly typed?: string | undefined;
}

/** Reads what people say in their own words. */
export interface Understanding {
  /** Learns the phrases beside everything else; a text that is read before that waits for the rest. */
  warm(): Promise<void>;
  read(said: OwnText): Understood;
  /** Whether a typed command is an order: no argument denies it, asks or tells something else. */
  orders(command: string, typed: Readonly<Record<string, string>>): boolean;
  /** The arguments of a typed command that are not what they should be. */
  misread(command: string, typed: Readonly<Record<string, string>>, policy: Policy): readonly string[];
}

export interface UnderstandingDeps {
  readonly intents: readonly Intent[];
  /** What help can be asked about. */
  readonly topics: readonly Name[];
  namesIn(policy: Policy): readonly Name[];
}

const LANGUAGE = 'en';

const phrases = lazy(() => loadPhrases(LANGUAGE));
/** Once for all bots of a process. */
const learned = lazyCooperative(() => learn(phrases()));

/** Learns the phrases once, at the latest when the first text in somebody's own words is read: typed commands need none of it. */
export const createUnderstanding = ({ intents, topics, namesIn }: UnderstandingDeps): Understanding => {
  const interpreter = lazy((): Interpreter => createInterpreter(learned.get(), intents, topics));
  const isTime = lazy(() => createTimeTest(phrases().words));
  const vocabularyOf = memoByObject((policy: Policy) => createVocabulary(namesIn(policy), phrases()));
  const knownIn = (policy: Policy): Known => ({
    vocabulary: vocabularyOf(policy),
    topics,
    words: phrases().words,
    isTime: isTime(),
  });
  return {
    warm: () => learned.prepare(),
    read({ text, people, policy, now, zone, typed }) {
      const keys = people.map((objectId) =>
        objectId === undefined ? '' : (policy.personByObjectId(objectId)?.key ?? ''),
      );
      return interpreter().read(text, {
        vocabulary: vocabularyOf(policy),
        today: localDay(zone, now),
        people: keys,
        typed,
      });
    },
    orders(command, typed) {
      const intent = intents.find((one) => one.command === command);
      return intent?.effect === 'shows' || isOrder(intent, typed, { words: phrases().words, isTime: isTime() });
    },
    misread(command, typed, policy) {
      const intent = intents.find((one) => one.command === command);
      return intent && Object.keys(typed).length > 0 ? misreadArguments(intent, typed, knownIn(policy)) : [];
    },
  };
};
