import { readTokens } from './html-tokens.ts';

/** What the translator sent back. */
export type AnswerNode =
  | { readonly is: 'text'; readonly text: string }
  | { readonly is: 'element'; readonly name: string; readonly id: string; readonly nodes: readonly AnswerNode[] };

interface Open {
  readonly name: string;
  readonly id: string;
  readonly nodes: AnswerNode[];
}

/** Deeper than any block of ours. */
const DEEPEST = 200;

/** An answer as it nests; undefined where a tag lacks its other half, and for comments, declarations and torn tags. */
export const readAnswer = (html: string): readonly AnswerNode[] | undefined => {
  const stack: Open[] = [{ name: '', id: '', nodes: [] }];
  const top = (): Open => stack.at(-1) as Open;
  for (const token of readTokens(html)) {
    if (token.is === 'text') top().nodes.push({ is: 'text', text: token.text });
    else if (token.is === 'open' && stack.length <= DEEPEST) {
      stack.push({ name: token.name, id: token.attributes.get('id') ?? '', nodes: [] });
    } else if (token.is === 'close' && stack.length > 1 && token.name === top().name) {
      const element = stack.pop() as Open;
      top().nodes.push({ is: 'element', ...element });
    } else return undefined;
  }
  return stack.length === 1 ? top().nodes : undefined;
};
