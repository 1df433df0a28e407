import { codeBlock, plainText } from '#bot/turn/html.ts';

it.each([
  [
    '<p>because <a href="https://t.example/1?a=1&amp;b=2" title="x">Payouts hang</a>.</p>',
    'because Payouts hang (https://t.example/1?a=1&b=2).',
  ],
  ['<a href="https://t.example/1/" rel="x">t.example/1</a>', 't.example/1'],
  ['<a href="http://payments.example">payments.example</a> <a name="x">here</a>', 'payments.example here'],
  [
    '<a href=\'https://t.example/1\'><b>See</b> INC-1</a> <a href="https://t.example/2">never ends',
    'See INC-1 (https://t.example/1) never ends',
  ],
  [
    '<a href="https://eu.safelinks.protection.outlook.com/?url=https%3A%2F%2Ft.example%2F1&amp;data=x">https://t.example/1</a>',
    'https://t.example/1',
  ],
  ['<a href="javascript:alert(1)">Press</a>', 'Press'],
  ['MORAN Tess &lt;<a href="mailto:t+w@c.example">t+w@c.example</a>&gt;', 'MORAN Tess <t+w@c.example>'],
  ['<a href="mailto:t@c.example?subject=x">MORAN Tess</a>', 'MORAN Tess <t@c.example>'],
  ['MORAN Tess <t@c.example> from wallet', 'MORAN Tess <t@c.example> from wallet'],
  ['down <img src="x" alt="🔥" itemtype="http://schema.skype.com/Emoji"> since', 'down 🔥 since'],
  [`<span type="(fire)"><img itemscope itemtype='http://schema.skype.com/Emoji' alt='&#x1f525;'></span>`, '🔥'],
  ['<customemoji id="x" alt="party" source="y"></customemoji><emoji alt="😀">', 'party😀'],
  ['<img alt="a picture" src="https://t.example/1.png">', ''],
])('%s is read as %j', (html, text) => expect(plainText(html).trim()).toBe(text));

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
