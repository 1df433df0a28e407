import { codeBlock, plainText } from '#bot/turn/html.ts';
import rows from '../../fixtures/bot/teams-html.json' with { type: 'json' };

it.each(rows.plain)('$html is read as $text', ({ html, text }) => expect(plainText(html).trim()).toBe(text));

it.each(rows.code)('the code of $html', ({ html, code }) => expect(codeBlock(html)).toBe(code));

// A million starts without an end: minutes where each start looks for it anew.
it('searches for the end of a block once', () => expect(codeBlock('<pre>'.repeat(1_000_000))).toBeUndefined());
