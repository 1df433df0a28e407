import {
  cutText,
  linksIn,
  plainLines,
  plainText,
  readLines,
  safeLink,
  toMarkdown,
} from '#features/health/vendor-text.ts';
import cases from '../../fixtures/health/vendor-text.json' with { type: 'json' };
import { hostileText, readMarkdown } from '../../support/markdown.ts';

const markdown = (html: string): string => toMarkdown(readLines(html), 10_000);

describe('the vendor’s markup', () => {
  it.each(cases.markup)('the vendor’s markup is parsed: $what', ({ html, text }) => {
    expect(markdown(html)).toBe(text);
  });

  it('the vendor’s markup is the same after it was stored as plain text', () => {
    const html = '<p>One &lt;b&gt; *two*.</p><ol><li>a</li><li>b</li></ol><ul><li>c</li></ul>';
    expect(toMarkdown(plainLines(plainText(html, 1_000)), 1_000)).toBe(markdown(html));
  });

  it('never becomes Markdown, whatever it contains', () => {
    const strange = Array.from({ length: 400 }, (_, seed) => markdown(`<p>${hostileText(seed)}</p>`)).filter(
      (text) => readMarkdown(text).nodes.length > 0,
    );
    expect(strange).toEqual([]);
  });

  it.each(['<a', '<a "', '<!--', '&', '<p '.repeat(2), '<a href=', '<ul><li>'])(
    'the vendor’s markup is parsed in short time when it repeats %s',
    (piece) => {
      const text = piece.repeat(400_000 / piece.length);
      expect(readLines(text).length + linksIn(text).length).toBeLessThan(20_000);
    },
  );

  it('the vendor’s markup ends with an ellipsis if it is too long', () => {
    expect(readLines('word '.repeat(10_000)).at(-1)?.text).toBe('…');
  });
});

describe('a text that is too long', () => {
  it.each([
    ['within a word', 'some words', 7, 'some w…'],
    ['before an emoji', 'fire 👩‍👩‍👧 out', 8, 'fire …'],
    ['before an address', 'see https://a.example/long/path for more', 20, 'see…'],
    ['behind an address', 'see https://a.example/x for more', 27, 'see https://a.example/x fo…'],
    ['not at all', 'short', 5, 'short'],
  ])('a text that is too long is cut %s', (_where, text, most, cut) => {
    expect(cutText(text, most)).toBe(cut);
  });

  it('a text that is too long is cut in its last paragraph', () => {
    expect(plainText('<p>One.</p><ul><li>Two.</li><li>Three.</li></ul>', 11)).toBe('One.\n- Two.\n- Th…');
  });
});

describe('an address', () => {
  it.each([
    ['http://a.example'],
    ['javascript:alert(1)'],
    ['https://user:pass@a.example'],
    ['//a.example'],
    ['https://'],
    [`https://a.example/${'x'.repeat(700)}`],
  ])('%s is refused', (address) => {
    expect(safeLink('x', address)).toBeUndefined();
  });

  it('an address is found in markup and text once, with its title', () => {
    const html = `<p>See <a class="x" href="https://a.example/one?b=1&amp;c=2">the <b>page</b></a>, <a href='https://b.example'>https://b.example</a>
      or https://c.example/three. Not <a href="http://d.example">this</a>, and again <a href=https://b.example/>that</a>.</p>`;
    expect(linksIn(html)).toEqual([
      { title: 'the', url: 'https://a.example/one?b=1&c=2' },
      { title: 'b.example', url: 'https://b.example/' },
      { title: 'c.example/three', url: 'https://c.example/three' },
    ]);
  });
});
