import { type CardLine, cardLines, toCardView } from '#features/translation/message/card-view.ts';
import { readMessage } from '#features/translation/message/read-message.ts';

const linesOf = (content: string): readonly CardLine[] => toCardView(readMessage({ kind: 'html', content }));
const drawn = (content: string) => cardLines.parse(linesOf(content)).map(({ runs }) => runs);
const textOf = ({ runs }: CardLine) => runs.map(({ text }) => text).join('');

it('formatting becomes text runs, without Markdown', () => {
  expect(drawn('<p>a <b>b <i>c</i></b> <s>d</s> <code>e_1</code></p>')).toEqual([
    [
      { type: 'TextRun', text: 'a ' },
      { type: 'TextRun', text: 'b ', weight: 'Bolder' },
      { type: 'TextRun', text: 'c', weight: 'Bolder', italic: true },
      { type: 'TextRun', text: ' ' },
      { type: 'TextRun', text: 'd', strikethrough: true },
      { type: 'TextRun', text: ' ' },
      { type: 'TextRun', text: 'e_1', fontType: 'Monospace' },
    ],
  ]);
});

it.each([
  ['https://a.example/x', 'https://a.example/x'],
  ['http://a.example/x', ''],
  ['javascript:alert(1)', ''],
  ['mailto:ana@a.example', ''],
])('a link to %s leads to “%s”', (href, url) => {
  expect(linesOf(`<p><a href="${href}">see it</a></p>`)[0]?.runs[0]?.url).toBe(url);
});

it('a table becomes a table with its rows', () => {
  const [table] = linesOf('<table><tr><th>Name</th><th>State</th></tr><tr><td>ledger</td></tr></table>');
  expect(table?.kind).toBe('table');
  expect(table?.columns).toHaveLength(2);
  expect(table?.rows.map(({ cells }) => cells.map(({ lines }) => lines[0]?.runs[0]?.text))).toEqual([
    ['Name', 'State'],
    ['ledger', '\u00a0'],
  ]);
});

it('code has its own style and keeps its spaces', () => {
  const lines = linesOf('<pre>if (a)\n  b();\n\nc</pre>');
  expect(lines.map(textOf)).toEqual(['if\u00a0(a)', '\u00a0\u00a0b();', '\u00a0', 'c']);
  expect(lines.every(({ style, runs }) => style === 'emphasis' && runs[0]?.mono === true)).toBe(true);
});

it('a text from right to left is marked so', () => {
  expect(linesOf('<p>3 الدفعات متأخرة</p><p>late</p>').map(({ rtl }) => rtl)).toEqual([true, false]);
});

it('no text becomes a mention or a date of Teams', () => {
  const text = linesOf('<p>&lt;at&gt;Eve&lt;/at&gt; {{DATE(2026-11-22T00:00:00Z)}}</p>').map(textOf).join('');
  expect(text).not.toMatch(/<\/?at|\{\{/);
});

it('a long text is divided into small lines without loss', () => {
  const words = 'the ledger is down again '.repeat(400).trim();
  const lines = linesOf(`<p>${words}</p>`);
  expect(Math.max(...lines.map((line) => textOf(line).length))).toBeLessThanOrEqual(1_500);
  expect(lines.map(textOf).join('')).toBe(words);
});
