import { parentPort } from 'node:worker_threads';
import { type Attack, attacksOn, textOf } from './attacks.ts';
import type { Message, Question } from './measuring.ts';
import type { Pattern } from './pattern-sources.ts';

/** The slowest answer of a pattern that was seen. */
export interface Reading {
  readonly attack: Attack;
  /** Of the text. */
  readonly letters: number;
  /** Of the thread that ran it, in milliseconds. */
  readonly cpuMs: number;
  /** How many times as long as for half of the text; 0 where that was not measured. */
  readonly growth: number;
}

/** At first all attacks run on so much, and only the slowest go on. */
const FIRST_LETTERS = 8_000;
const GOING_ON = 4;
/** A slow reading is taken again so often, and the quickest of them counts: other work only ever adds. */
const RETAKES = 4;
/** A reading below this part of what is enough says nothing, of growth neither. */
const NOTHING = 0.08;

export interface Measuring {
  /** Of the longest text. */
  readonly letters: number;
  /** Stops at the first text that takes longer. */
  readonly enoughMs: number;
  /** Of the texts that are made by chance. */
  readonly seed: number;
  /** Hears of each attack before it runs. */
  begin(attack: Attack): void;
}

/** Runs a pattern on texts made to slow it down, longer from step to step. */
const slowest = (pattern: Pattern, { letters, enoughMs, seed, begin }: Measuring): Reading => {
  const run = runnerOf(pattern);
  const attacks = attacksOn(pattern, seed);
  const nothingMs = enoughMs * NOTHING;
  const time = (attack: Attack, size: number): number => {
    begin(attack);
    const text = textOf(attack, size);
    let least = run(text);
    for (let retake = 0; retake < RETAKES && least > nothingMs; retake += 1) least = Math.min(least, run(text));
    return least;
  };
  const first = Math.min(FIRST_LETTERS, letters);
  const readings: Reading[] = [];
  for (const attack of attacks) {
    const reading = { attack, letters: first, cpuMs: time(attack, first), growth: 0 };
    const long = reading.cpuMs > nothingMs ? grown(reading, time, letters, enoughMs) : reading;
    if (long.cpuMs > enoughMs) return long;
    readings.push(reading);
  }
  const chosen = readings.sort((a, b) => b.cpuMs - a.cpuMs).slice(0, GOING_ON);
  return chosen
    .map((reading) => grown(reading, time, letters, enoughMs))
    .reduce((worst, one) => (isWorse(one, worst) ? one : worst));
};

const grown = (
  first: Reading,
  time: (attack: Attack, size: number) => number,
  most: number,
  enoughMs: number,
): Reading => {
  let reading = first;
  while (reading.letters < most && reading.cpuMs <= enoughMs) {
    const letters = Math.min(most, reading.letters * 2);
    const cpuMs = time(reading.attack, letters);
    const twice = letters / reading.letters / 2;
    reading = {
      ...reading,
      letters,
      cpuMs,
      growth: cpuMs < enoughMs * NOTHING ? 0 : cpuMs / twice / Math.max(reading.cpuMs, 0.1),
    };
  }
  return reading;
};

const isWorse = (one: Reading, other: Reading): boolean =>
  one.letters === other.letters ? one.cpuMs > other.cpuMs : one.letters < other.letters;

/** A pattern that is for all places takes the whole text; every other one looks for its first place. */
const runnerOf = ({ source, flags }: Pattern): ((text: string) => number) => {
  const pattern = new RegExp(source, flags);
  const use = (text: string): void => {
    if (pattern.global) text.replace(pattern, '');
    else pattern.test(text);
    pattern.lastIndex = 0;
  };
  // Node interprets a pattern at first and compiles it when it comes again.
  for (const text of ['a', 'é漢', 'a', 'é漢']) use(text);
  return (text) => {
    const { user, system } = process.threadCpuUsage();
    use(text);
    const after = process.threadCpuUsage();
    return (after.user - user + after.system - system) / 1_000;
  };
};

const tell = (message: Message): void => parentPort?.postMessage(message);

parentPort?.on('message', ({ pattern, ...how }: Question) => {
  const reading = slowest(pattern, { ...how, begin: (begins) => tell({ begins }) });
  tell({ reading });
});
