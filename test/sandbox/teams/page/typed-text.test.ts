import { typedText } from '../../../../src/sandbox/teams/page/text/mentions.ts';

it('gives every mention back as it was typed', () => {
  const text = '<at>Steward</at> and <at>Bo Lind</at>, <at>Steward</at> again';
  const mentions = ['Steward', 'Bo Lind'].map((name) => ({ text: `<at>${name}</at>`, name }));
  expect(typedText({ text, mentions })).toBe('@Steward and @Bo Lind, @Steward again');
});

it('leaves typed angle brackets alone', () => {
  expect(typedText({ text: 'a <at>b</at>' })).toBe('a <at>b</at>');
});
