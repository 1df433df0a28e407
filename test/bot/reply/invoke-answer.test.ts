import { dialogBody } from '#bot/reply/replies.ts';
import type { CardJson } from '#teams/cards/define-card.ts';
import { cardSamples } from '../../support/card-samples.ts';
import { turnOf } from '../../support/turn.ts';
import { complaints } from '../../teams/cards/official.ts';

const inDialog = (card: CardJson): CardJson => {
  const { task } = dialogBody({ card, summary: 'x' }, turnOf());
  if (task.type !== 'continue') throw new Error('the dialog closed');
  return task.value.card.content;
};

const nodesOf = (node: unknown): Record<string, unknown>[] =>
  typeof node === 'object' && node !== null
    ? [...('type' in node ? [node as Record<string, unknown>] : []), ...Object.values(node).flatMap(nodesOf)]
    : [];

describe.each(cardSamples.map((sample) => [sample.name, sample.render()] as const))('%s in a dialog', (_name, card) => {
  it('is valid', () => {
    expect(complaints(inDialog(card))).toEqual([]);
  });

  it('has no button that a dialog does not know, and loses none', () => {
    const executes = nodesOf(card).filter(({ type }) => type === 'Action.Execute');
    const submits = nodesOf(inDialog(card)).filter(({ type }) => type === 'Action.Submit');
    expect(nodesOf(inDialog(card)).filter(({ type }) => type === 'Action.Execute')).toEqual([]);
    for (const { title, verb, style } of executes) {
      const looks = { ...(title ? { title } : {}), ...(style ? { style } : {}) };
      expect(submits).toContainEqual(expect.objectContaining({ ...looks, data: expect.objectContaining({ verb }) }));
    }
  });
});
