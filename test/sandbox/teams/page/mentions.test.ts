import {
  markCardMentions,
  markMentions,
  mentionClose,
  mentionOpen,
} from '../../../../src/sandbox/teams/page/text/mentions.ts';

const at = '<at>Bo Lind</at>';
const bo = { text: at, name: 'Bo Lind' };
const marked = `${mentionOpen}Bo Lind${mentionClose}`;

const card = (body: unknown[], mentions = [bo]) => ({
  type: 'AdaptiveCard',
  body,
  msteams: { entities: mentions.map(({ text, name }) => ({ type: 'mention', text, mentioned: { id: 'x', name } })) },
});

it('marks every place where a real mention stands', () => {
  expect(markMentions(`${at} and ${at}`, [bo])).toBe(`${marked} and ${marked}`);
});

it('leaves what only looks like a mention as it is', () => {
  expect(markMentions(at, [])).toBe(at);
});

it('nobody forges a mark: those in the text itself are dropped', () => {
  expect(markMentions(marked, [])).not.toContain(mentionClose);
});

it('takes a name as letters, whatever `replace` would make of it', () => {
  expect(markMentions('<at>$&</at>', [{ text: '<at>$&</at>', name: '$& $1' }])).toContain('$& $1');
});

it('marks texts and facts of a card, and nothing else', () => {
  const body = [
    { type: 'TextBlock', text: at },
    { type: 'FactSet', facts: [{ title: at, value: at }] },
    { type: 'Input.Text', id: 'x', value: at },
  ];
  expect(markCardMentions(card(body))).toMatchObject({
    body: [{ text: marked }, { facts: [{ title: at, value: marked }] }, { value: at }],
  });
});

it('gives a card without mentions back untouched', () => {
  const plain = { type: 'AdaptiveCard', body: [{ type: 'TextBlock', text: at }] };
  expect(markCardMentions(plain)).toBe(plain);
});
