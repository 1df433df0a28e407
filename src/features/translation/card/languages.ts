import type { Words } from '../../../texts/texts.ts';
import { languageName, scriptName } from '../languages/names.ts';
import type { Order, Outcome, Target } from '../order.ts';

/** "German and Japanese (Latin)", in the reader's words. */
export const listOf = (targets: readonly Target[], words: Words): string =>
  listed(
    targets.map((target) => targetName(target, words)),
    words,
  );

const targetName = ({ language, script }: Target, words: Words): string => {
  const name = languageName(language, words.spoken);
  return script === undefined ? name : `${name} (${scriptName(script, words.spoken)})`;
};

const listed = (names: readonly string[], words: Words): string => new Intl.ListFormat(words.spoken).format(names);

/** The languages that a message turned out to be in; what was said of it where nothing had to be found out. */
export const sourcesOf = ({ sources }: Outcome, { from }: Order, words: Words): string => {
  const codes = sources.length > 0 ? sources.map(({ language }) => language) : from === undefined ? [] : [from];
  return listed(
    codes.map((code) => languageName(code, words.spoken)),
    words,
  );
};

/** Whether a language is written from right to left. */
export const isRightToLeft = (code: string): boolean => {
  const locale = new Intl.Locale(code);
  return RIGHT_TO_LEFT.has(locale.maximize().script ?? '');
};

const RIGHT_TO_LEFT: ReadonlySet<string> = new Set(['Arab', 'Hebr', 'Thaa', 'Syrc', 'Nkoo', 'Adlm']);
