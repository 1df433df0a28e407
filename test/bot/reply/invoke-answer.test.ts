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

describe('every card in a dialog', () => {
  const cards = cardSamples.map(({ name, render }) => ({ name, card: render(), shown: inDialog(render()) }));

  it('is valid', () => {
    expect(cards.flatMap(({ name, shown }) => complaints(shown).map((fault) => `${name}: ${fault}`))).toEqual([]);
  });

  it('has no button that a dialog does not know, and loses none', () => {
    const ofType = (card: CardJson, wanted: string) => nodesOf(card).filter(({ type }) => type === wanted);
    const button = ({ title, verb, style, data }: Record<string, unknown>) =>
      JSON.stringify([title || '', style || '', verb ?? (data as Record<string, unknown> | undefined)?.['verb']]);
    const wrong = cards.filter(({ card, shown }) => {
      const submits = new Set(ofType(shown, 'Action.Submit').map(button));
      const lost = ofType(card, 'Action.Execute').filter((action) => !submits.has(button(action)));
      return lost.length > 0 || ofType(shown, 'Action.Execute').length > 0;
    });
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });
});
