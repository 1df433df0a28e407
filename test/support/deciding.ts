import { createOwnWords } from '#bot/commands/own-words.ts';
import { route } from '#bot/commands/router.ts';
import type { Services } from '#bot/services.ts';
import { silentLog } from '#platform/lib/logger.ts';
import { policyWith } from './shipped-policy.ts';
import { turnOf } from './turn.ts';
import { newUnderstanding, registry } from './understanding.ts';

/** What the bot makes of a text. */
export interface Decision {
  /** The command that is carried out at once, or whose form opens. */
  readonly runs: string | undefined;
  readonly arguments: Readonly<Record<string, string>>;
  /** The whole commands on buttons. */
  readonly offers: readonly string[];
}

/** Monday 2026-11-23, 10:00. */
const NOW = Date.UTC(2026, 10, 23, 10);
const policy = policyWith();

const ownWords = createOwnWords({
  understanding: newUnderstanding(),
  registry: { ...registry, suggestions: () => [] },
  // A decision reads nothing else of the services.
  services: { policy: { current: () => policy }, clock: { now: () => NOW } } as unknown as Services,
  log: silentLog,
});

/** Decides as the dispatcher does where no form is open. */
export const decide = (text: string): Decision => {
  const turn = turnOf({ text });
  const typed = route(registry, text);
  const meant = typed.kind === 'command' ? (ownWords.correct(turn, typed) ?? { found: typed }) : ownWords.read(turn);
  if (!('kind' in meant)) return { runs: meant.found.command.name, arguments: meant.found.arguments, offers: [] };
  return { runs: undefined, arguments: {}, offers: meant.kind === 'card' ? sentencesIn(meant.card) : [] };
};

/** The commands on the buttons of a card, wherever they stand. */
const sentencesIn = (part: unknown): readonly string[] => {
  if (typeof part !== 'object' || part === null) return [];
  if ('verb' in part && part.verb === 'say' && 'data' in part) {
    const { data } = part;
    return typeof data === 'object' && data !== null && 'text' in data ? [String(data.text)] : [];
  }
  return Object.values(part).flatMap(sentencesIn);
};
