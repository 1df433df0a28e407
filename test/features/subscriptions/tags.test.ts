import { formatTags, parseTags } from '#features/subscriptions/tags.ts';
import { fc } from '../../support/fast-check.ts';

describe('typed tags', () => {
  test.each([
    ['team=payments', { team: 'payments' }],
    [' team = payments , stage=test; cost = 12 ', { team: 'payments', stage: 'test', cost: '12' }],
    ['a=1\nb=2', { a: '1', b: '2' }],
    ['query=x=y', { query: 'x=y' }],
    ['a=1,,;', { a: '1' }],
    ['', {}],
    ['te\u200bam=pay\u200dments\u202e', { team: 'pay\u200dments' }],
    ['Kostenstelle=Zürich 4711', { Kostenstelle: 'Zürich 4711' }],
    ['__proto__=x', Object.fromEntries([['__proto__', 'x']])],
  ])('%j is parsed', (text, tags) => {
    expect(parseTags(text)).toEqual({ tags });
  });

  test.each([
    ['urgent', 'noPair', 'urgent'],
    ['team=payments, urgent', 'noPair', 'urgent'],
    ['=payments', 'noName', '=payments'],
    ['team=', 'noValue', 'team='],
    ['team=\u200b', 'noValue', 'team='],
    ['\u2060=x', 'noName', '=x'],
    ['a/b=c', 'letters', 'a/b=c'],
    ['a<b=c', 'letters', 'a<b=c'],
    ['team=a, Team=b', 'twice', 'Team=b'],
    [`${'n'.repeat(257)}=x`, 'tooLong', `${'n'.repeat(257)}=x`],
    [`x=${'v'.repeat(257)}`, 'tooLong', `x=${'v'.repeat(257)}`],
    [Array.from({ length: 51 }, (_none, n) => `t${n}=v`).join(), 'tooMany', 't50=v'],
  ])('%.30j is refused: %s, with the wrong piece', (text, rule, piece) => {
    expect(parseTags(text)).toEqual({ problem: { rule, piece } });
  });

  test('parsed and formatted tags are parsed the same again', () => {
    const names = fc.stringMatching(/^[abÄ._:-][abÄ.\-_ :]{0,5}x$/);
    const values = fc.stringMatching(/^[ab=1:<>][ab=1: <>]{0,5}y$/);
    const pairs = fc.uniqueArray(fc.tuple(names, values), { maxLength: 4, selector: ([name]) => name.toLowerCase() });
    const isReadSame = (entries: [string, string][]): void => {
      const tags = Object.fromEntries(entries);
      expect(parseTags(formatTags(tags))).toEqual({ tags });
    };
    fc.assert(fc.property(pairs, isReadSame), { numRuns: 300 });
  });
});
