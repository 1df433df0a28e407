import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cpuUsage } from 'node:process';
import { z } from 'zod';
import { route } from '../../src/bot/commands/router.ts';
import type { Understood } from '../../src/bot/understanding/rank-readings.ts';
import type { Understanding } from '../../src/bot/understanding/understanding.ts';
import type { Policy } from '../../src/policy/policy.ts';
import { registry } from '../../test/support/understanding.ts';
import { isMeant } from './compare.ts';

const meaning = z.object({ command: z.string().nullable(), args: z.record(z.string(), z.unknown()).default({}) });

const phrase = z.object({
  id: z.number(),
  text: z.string(),
  style: z.string(),
  meaning,
  alsoRight: z.array(meaning).default([]),
  mentions: z.array(z.string()).default([]),
  vague: z.array(z.string()).default([]),
  neverSuggest: z.boolean().default(false),
});

type Phrase = z.infer<typeof phrase>;

/** The phrases of one file: `built-with` shaped the data, `kept-apart` measures, and is for nobody's eyes. */
export const readCorpus = (name: 'built-with' | 'kept-apart'): readonly Phrase[] =>
  readFileSync(join(import.meta.dirname, `${name}.jsonl`), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => phrase.parse(JSON.parse(line)));

/** How one phrase was understood. */
export interface Result {
  readonly style: string;
  /** Right, without asking anything. */
  readonly once: boolean;
  /** Right at once, or among what is offered. */
  readonly offered: boolean;
  /** At once, and not what was meant. */
  readonly mistaken: boolean;
  /** Offers to take something away that nobody asked for. */
  readonly destructive: boolean;
  /** The router takes each reading as the command that it names. */
  readonly typed: boolean;
  /** Milliseconds of processor time. */
  readonly ms: number;
}

const TAKES_AWAY: ReadonlySet<string> = new Set([
  'remove access',
  'remove app user',
  'cancel request',
  'glossary remove',
  'unwatch',
]);
const GUARDED: ReadonlySet<string> = new Set([...TAKES_AWAY, 'mute', 'pause', 'deploy container']);
const TIMES = 5;
/** Monday 2026-11-23, 10:00. */
const NOW = Date.UTC(2026, 10, 23, 10);
const FIRST_MARK = 0xfdd0;

/** A mention is what the turn makes of it: a mark. */
const markMentions = (text: string): string => {
  let at = 0;
  return text.replace(/<at>[^<]*<\/at>/g, () => String.fromCharCode(FIRST_MARK + at++));
};

/** What acts waits for a press by its nature; what asks was not taken for an order. */
const isFollowed = ({ intent: { effect }, permission }: Understood['readings'][number]): boolean =>
  effect !== 'asks' || permission === 'run';

export const measure = (understanding: Understanding, policy: Policy, phrase: Phrase): Result => {
  const people = phrase.mentions.map((key) => policy.person(key)?.objectId);
  const text = markMentions(phrase.text);
  const said = { text, people, policy, now: NOW, zone: 'UTC', typed: typedCommand(understanding, policy, text) };
  const { understood, ms } = timed(() => understanding.read(said));
  const { kind, readings } = understood;
  const meanings = [phrase.meaning, ...phrase.alsoRight];
  const isRight = (reading: Understood['readings'][number]): boolean =>
    meanings.some((meaning) => isMeant(reading, meaning, phrase.vague));
  const once =
    kind === 'none'
      ? meanings.some(({ command }) => command === null)
      : kind === 'certain' && readings.slice(0, 1).some((reading) => isRight(reading) && isFollowed(reading));
  const commands = readings.map(({ intent }) => intent.command);
  const isWanted = (command: string): boolean => meanings.some((meaning) => meaning.command === command);
  return {
    style: phrase.style,
    once,
    offered: once || readings.some(isRight),
    mistaken: kind === 'certain' && !once,
    destructive: commands.some(
      (command) => !isWanted(command) && (phrase.neverSuggest ? GUARDED : TAKES_AWAY).has(command),
    ),
    typed: readings.every(({ text, intent }) => {
      const found = route(registry, text);
      return found.kind === 'command' && found.command.name === intent.command;
    }),
    ms,
  };
};

/** As the dispatcher has it: what is typed in a command's own grammar is that command. */
const typedCommand = (understanding: Understanding, policy: Policy, text: string): string | undefined => {
  const found = route(registry, text);
  if (
    found.kind === 'unknown' ||
    understanding.misread(found.command.name, found.arguments, policy).length > 0 ||
    !understanding.orders(found.command.name, found.arguments)
  )
    return undefined;
  return found.command.name;
};

/** The least of several times: the others are the machine's. */
const timed = (read: () => Understood): { readonly understood: Understood; readonly ms: number } => {
  const understood = read();
  let least = Number.POSITIVE_INFINITY;
  for (let time = 0; time < TIMES; time += 1) {
    const begun = cpuUsage();
    read();
    least = Math.min(least, cpuUsage(begun).user / 1_000);
  }
  return { understood, ms: least };
};
