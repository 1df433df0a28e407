import {
  markCardMentions,
  markMentions,
  mentionClose,
  mentionOpen,
  typedText,
} from '../../../teams/page/text/markdown.ts';

const at = '<at>Bo Lind</at>';
const bo = { text: at, name: 'Bo Lind' };
const marked = `${mentionOpen}Bo Lind${mentionClose}`;

const card = (body: unknown[], mentions = [bo]) => ({
  type: 'AdaptiveCard',
  body,
  msteams: { entities: mentions.map(({ text, name }) => ({ type: 'mention', text, mentioned: { id: 'x', name } })) },
});

it('every place of a mention is marked', () => {
  expect(markMentions(`${at} and ${at}`, [bo])).toBe(`${marked} and ${marked}`);
});

it('a text like a mention without its entity is not marked', () => {
  expect(markMentions(at, [])).toBe(at);
});

it('marks that are typed in a text are removed', () => {
  expect(markMentions(marked, [])).not.toContain(mentionClose);
});

it('a name with patterns of `replace` is marked literally', () => {
  expect(markMentions('<at>$&</at>', [{ text: '<at>$&</at>', name: '$& $1' }])).toContain('$& $1');
});

it('mentions in texts and facts of a card are marked, those in inputs are not', () => {
  const body = [
    { type: 'TextBlock', text: at },
    { type: 'FactSet', facts: [{ title: at, value: at }] },
    { type: 'Input.Text', id: 'x', value: at },
  ];
  expect(markCardMentions(card(body))).toMatchObject({
    body: [{ text: marked }, { facts: [{ title: at, value: marked }] }, { value: at }],
  });
});

it('a card without mentions is the same object', () => {
  const plain = { type: 'AdaptiveCard', body: [{ type: 'TextBlock', text: at }] };
  expect(markCardMentions(plain)).toBe(plain);
});

it('the text of a message as its author typed it has an @ for every mention', () => {
  const text = '<at>Steward</at> and <at>Bo Lind</at>, <at>Steward</at> again, a <at>b</at>';
  const mentions = ['Steward', 'Bo Lind'].map((name) => ({ text: `<at>${name}</at>`, name }));
  expect(typedText({ text, mentions })).toBe('@Steward and @Bo Lind, @Steward again, a <at>b</at>');
});
