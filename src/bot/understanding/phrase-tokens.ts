import type { Phrase, Phrases } from '#bot/phrases/phrases.ts';
import { type CooperativeWork, mapCooperatively } from '#platform/lib/cooperative-work.ts';
import { type Token, tokensOf } from './tokens.ts';

/** A placeholder of a phrase, as `{role}`. */
const SLOT = /\{(\w+)\}/g;

/** A phrase taken apart: the name of a placeholder stands for what people name there. */
export interface ReadPhrase {
  readonly intent: string;
  readonly parts: readonly (Token | string)[];
}

export const readPhrases = ({
  phrases,
  words,
}: Pick<Phrases, 'phrases' | 'words'>): CooperativeWork<readonly ReadPhrase[]> =>
  mapCooperatively(phrases, ({ intent, text }: Phrase) => {
    const parts: (Token | string)[] = [];
    let from = 0;
    for (const match of text.matchAll(SLOT)) {
      parts.push(...tokensOf(text.slice(from, match.index), words), match[1] ?? '');
      from = match.index + match[0].length;
    }
    parts.push(...tokensOf(text.slice(from), words));
    return { intent, parts };
  });
