import type { Score } from './classifier.ts';
import type { Reading } from './reading.ts';

/** What a text may mean, the likeliest first. */
export interface Understood {
  /** `certain`: the first reading is meant. `likely`: one of them is. `none`: nothing that the bot can do, or perhaps one of them. */
  readonly kind: 'certain' | 'likely' | 'none';
  readonly readings: readonly Reading[];
  /** Small talk, thanks, or what the bot does not do, where it is that. */
  readonly talk?: string;
  /** The command that the text is about and denies. */
  readonly denied?: string;
}

/** A reading with how likely it is; a difference of 5 is what an example of the training had at least. */
export interface Rated {
  readonly score: number;
  readonly reading: Reading;
}

/** What the bot does not do: it may well be about what has a name here, unlike small talk. */
export const STRANGE = 'beyond';

/** How much likelier than all others a reading must be to be followed at once. */
const CERTAIN = 2;
/** How much less likely than the best one a reading may be to be offered beside it. */
const LIKELY = 6;
const MOST = 3;
const LEAST = 0.6;
/** How much likelier small talk or a strange wish must be than the best command. */
const ELSEWHERE = 0.4;

/** Decides how sure it is. @param all the likeliest first */
export const rankReadings = (all: readonly Rated[], talk: Score | undefined): Understood => {
  const [likeliest] = all;
  const filled = all.filter(({ reading }) => reading.permission !== 'never');
  // Who says no wants nothing like it either: only what shows something is offered.
  if (likeliest?.reading.permission === 'never') {
    const shown = filled.filter(({ reading: { intent } }) => intent.effect === 'shows');
    return { kind: 'none', readings: harmless(shown), denied: likeliest.reading.intent.command };
  }
  const [best] = filled;
  const score = best?.score ?? 0;
  const elsewhere = talk?.score ?? 0;
  if (!best || Math.max(score, elsewhere) < LEAST) return { kind: 'none', readings: harmless(filled) };
  if (elsewhere > score) {
    const margin = elsewhere - score;
    const readings = talk?.intent === STRANGE && margin < CERTAIN ? harmless(filled) : [];
    return margin > ELSEWHERE
      ? { kind: 'none', readings, ...(talk ? { talk: talk.intent } : {}) }
      : { kind: 'likely', readings: offered(filled) };
  }
  const second = Math.max(filled[1]?.score ?? 0, elsewhere);
  return score - second >= CERTAIN
    ? { kind: 'certain', readings: [best.reading] }
    : { kind: 'likely', readings: offered(filled) };
};

/** What does something by itself is offered only where it is nearly as likely as the best. */
const offered = (filled: readonly Rated[]): readonly Reading[] =>
  filled
    .filter(({ score, reading: { intent } }) => {
      const most = intent.takesAway || intent.effect === 'acts' ? CERTAIN : LIKELY;
      return (filled[0]?.score ?? 0) - score < most;
    })
    .slice(0, MOST)
    .map(({ reading }) => reading);

/** What may be offered to somebody who perhaps wants something else altogether: nothing that does anything by itself. */
const harmless = (filled: readonly Rated[]): readonly Reading[] =>
  offered(
    filled.filter(({ reading: { intent }, score }) => !intent.takesAway && intent.effect !== 'acts' && score > 0),
  );
