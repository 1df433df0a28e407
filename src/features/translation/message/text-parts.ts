import type { KeptPart, Part, TextPart } from './document.ts';
import { escapeHtml, type Spelling, spellingOf } from './html-text.ts';
import { type Protected, protectedIn } from './protect.ts';

/** How a kind of message writes a text where nobody wrote it otherwise. */
export type Usual = (text: string) => string;

/**
 * A text as parts: what is protected in it, and what people wrote between.
 * @param spell what stands in the message for a stretch of it
 */
export const textParts = (
  text: string,
  spell: Spelling,
  usual: Usual,
  found: readonly Protected[] = protectedIn(text),
): readonly Part[] => {
  const parts: Part[] = [];
  let at = 0;
  const write = (to: number): void => {
    if (to > at) parts.push(textPart(text.slice(at, to), spell(at, to), usual));
  };
  for (const { from, to, what, shown = text.slice(from, to), url } of found) {
    write(from);
    const kept: KeptPart = { is: 'kept', what, source: spell(from, to), shown };
    parts.push(url === undefined ? kept : { ...kept, url });
    at = to;
  }
  write(text.length);
  return parts;
};

export const textPart = (text: string, source: string, usual: Usual): TextPart =>
  source === usual(text) ? { is: 'text', text } : { is: 'text', text, source };

/** A text cut at places in rising order, each stretch spelt as it was. */
export const divide = ({ text, source }: TextPart, places: readonly number[]): readonly TextPart[] => {
  const spell = source === undefined ? undefined : spellingOf(source, text);
  const borders = [0, ...places, text.length];
  return borders.slice(1).map((to, index): TextPart => {
    const from = borders[index] ?? 0;
    const stretch = text.slice(from, to);
    return spell ? textPart(stretch, spell(from, to), escapeHtml) : { is: 'text', text: stretch };
  });
};
