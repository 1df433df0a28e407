import { type Level, levels } from '../../alerts/feed/source.ts';
import type { Rhythm } from '../../alerts/watch/watch.ts';

const RHYTHMS: readonly (readonly [Rhythm, RegExp])[] = [
  ['prompt', /^(at once|none|no|off|never)$/],
  ['hour', /^((every|each|per|an|once an) )?hour(ly)?$/],
  ['day', /^((every|each|per|a|once a) )?(day|daily)$/],
];

/** How often a digest comes, as people write it: "hour", "daily", "off". */
export const readRhythm = (text: string): Rhythm | undefined => {
  const said = text.trim().toLowerCase().replace(/\s+/g, ' ');
  return RHYTHMS.find(([, pattern]) => pattern.test(said))?.[0];
};

/** The least level, as people write it: "≥ error", "at least error", "error or worse", "error". */
export const readLevel = (text: string): Level | undefined => {
  const said = text
    .trim()
    .toLowerCase()
    .replace(/^(≥|>=|=>|>|from|at least)\s*/, '')
    .replace(/(\+|(and|or) (above|up|worse|higher|more))$/, '')
    .trimEnd();
  return levels.find((level) => level === said);
};

/** "except critical" and the few other words for it. */
export const readException = (text: string): boolean =>
  /^(for )?(the |what is |all )?critical( ones)?$/i.test(text.trim());

/** A language by its tag. @returns the tag as BCP 47 writes it; undefined for what is no language that anybody speaks */
export const readLanguage = (text: string): string | undefined => {
  try {
    const [tag] = Intl.getCanonicalLocales(text.trim().replace('_', '-'));
    const { language = '' } = new Intl.Locale(tag ?? '');
    return new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }).of(language) && tag;
  } catch {
    return undefined;
  }
};
