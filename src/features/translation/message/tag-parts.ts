import type { KeptPart, MarkPart, Part, TermPart, TextPart } from './document.ts';

/** A part with the id that it is sent under, which its place in the block gives. */
export type Tagged =
  | { readonly is: 'text'; readonly part: TextPart }
  | { readonly is: 'term'; readonly part: TermPart }
  | { readonly is: 'kept'; readonly part: KeptPart; readonly id: string }
  | { readonly is: 'mark'; readonly part: MarkPart; readonly id: string; readonly nodes: readonly Tagged[] };

/** The same parts get the same ids, so that nothing but the block is needed to read an answer. */
export const tagParts = (parts: readonly Part[]): readonly Tagged[] => {
  const prefix = prefixFor(allText(parts));
  let count = 0;
  const id = (): string => {
    count += 1;
    return `${prefix}${count}`;
  };
  const tag = (part: Part): Tagged => {
    if (part.is === 'kept') return { is: 'kept', part, id: id() };
    if (part.is === 'mark') return { is: 'mark', part, id: id(), nodes: part.parts.map(tag) };
    return part.is === 'text' ? { is: 'text', part } : { is: 'term', part };
  };
  return parts.map(tag);
};

/** A prefix is never longer than this: a text that held all of them would have millions of characters. */
const PREFIX = /q(?=([\da-z]{1,4})-)/g;

/** Stands nowhere in the text, so that nothing that somebody wrote passes for an id. */
const prefixFor = (text: string): string => {
  const taken = new Set(text.includes('-') ? [...text.matchAll(PREFIX)].map(([, number]) => number) : []);
  let n = 0;
  while (taken.has(n.toString(36))) n += 1;
  return `q${n.toString(36)}-`;
};

const allText = (parts: readonly Part[]): string =>
  parts
    .map((part) => {
      if (part.is === 'mark') return allText(part.parts);
      if (part.is === 'kept') return part.shown;
      return part.is === 'text' ? part.text : part.phrase + part.translation;
    })
    .join('\n');
