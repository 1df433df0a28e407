import type { MessageView } from '../../sandbox/teams/api.ts';
import { buttonsOf, isNode, type Node } from './card-view.ts';
import { plain } from './story.ts';

/** A question of a form as a person sees it. */
export interface QuestionView {
  readonly id: string;
  readonly value: string;
  /** The titles of what can be chosen, by what stands for each. */
  readonly choices: ReadonlyMap<string, string>;
  /** What stands above it: that a typed answer goes to it, or that it was skipped. */
  readonly mark: 'next' | 'nextOptional' | 'skipped' | undefined;
}

/** One page of a form. */
export interface PageView {
  readonly questions: readonly QuestionView[];
  readonly hasBack: boolean;
}

const nodesOf = (value: unknown): Node[] =>
  Array.isArray(value)
    ? value.flatMap(nodesOf)
    : isNode(value)
      ? [value, ...Object.entries(value).flatMap(([name, child]) => (name === 'fallback' ? [] : nodesOf(child)))]
      : [];

const kinds = ['personal', 'channel', 'group'] as const;
const marks = new Map<string, QuestionView['mark']>([
  ...kinds.flatMap((kind) => [
    [plain('bot.form.nextHere', { kind }), 'next'] as const,
    [plain('bot.form.nextOptional', { kind }), 'nextOptional'] as const,
  ]),
  [plain('bot.form.skipped'), 'skipped'],
]);

/** @returns undefined for a message that is no open form */
export const pageIn = ({ cards }: Pick<MessageView, 'cards'>): PageView | undefined => {
  const buttons = buttonsOf({ cards });
  if (!buttons.some(({ verb }) => verb === 'form.submit')) return undefined;
  const questions: QuestionView[] = [];
  let mark: QuestionView['mark'];
  for (const node of nodesOf(cards)) {
    if (node['type'] === 'TextRun') mark = marks.get(String(node['text'])) ?? mark;
    if (!String(node['type']).startsWith('Input.')) continue;
    const choices = nodesOf(node['choices']).map(({ title, value }) => [String(value), String(title)] as const);
    questions.push({ id: String(node['id']), value: String(node['value'] ?? ''), choices: new Map(choices), mark });
    mark = undefined;
  }
  return { questions, hasBack: buttons.some(({ verb }) => verb === 'form.back') };
};
