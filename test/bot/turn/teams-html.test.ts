import { codeBlock } from '../../../src/bot/turn/html.ts';

it.each([
  ['<p>a</p><PRE class="x">b\n  c&amp;d</pre>', 'b\n  c&d'],
  ['<codeblock>a<br>b</codeblock>', 'a\nb'],
  ['<pre>never ends <codeblock>a</codeblock>', 'a'],
  ['<codeblock><pre>a</pre>', 'a'],
  ['<pre>a<codeblock>b</codeblock></pre>', 'ab'],
  ['<pre>never ends', undefined],
])('the code of %s', (html, code) => expect(codeBlock(html)).toBe(code));

// A million starts without an end: minutes where each start looks for it anew.
it('searches for the end of a block once', () => expect(codeBlock('<pre>'.repeat(1_000_000))).toBeUndefined());
