import type { Message } from '../../../src/features/translation/message/document.ts';
import type { Dice } from '../../lib/dice.ts';
import words from './words.json' with { type: 'json' };

/** A message, and what of it must come back once and byte for byte. */
export interface GeneratedMessage {
  readonly message: Message;
  /** Sources of what is kept and of the tags of marks, each only once in the message. */
  readonly plants: readonly string[];
  /** Its tags do not pair: readers mend it, and elements that they have to close they may repeat. */
  readonly damaged: boolean;
  /** Where its links lead. */
  readonly urls: readonly string[];
}

const EMOJI = ['😀', '👍🏽', '👩‍👩‍👧', '🇩🇪', '❤️', '1️⃣'];

export const randomMessage = (dice: Dice): GeneratedMessage => (dice.oneIn(4) ? randomText(dice) : randomHtml(dice));

/** Numbers each plant, so that none is twice in a message. */
const planter = (dice: Dice) => {
  const plants: string[] = [];
  const urls: string[] = [];
  const plant = (make: (n: string) => string): string => {
    const source = make(`${plants.length + 1}x${dice.below(1e6).toString(36)}`);
    plants.push(source);
    return source;
  };
  const url = (): string => {
    const address = `https://docs.example/${urls.length + 1}/${dice.below(1e6).toString(36)}?a=1`;
    urls.push(address);
    return address;
  };
  return { plants, urls, plant, url };
};

const randomText = (dice: Dice): GeneratedMessage => {
  const { plants, urls, plant, url } = planter(dice);
  const word = (): string =>
    dice
      .pick(words)
      .replace(/<at.*at>/, 'Eve')
      .replaceAll('`', '');
  const piece = (): string =>
    dice.pick([
      word,
      word,
      () => plant((n) => `\`run ${n} <b>\``),
      () => ` ${plant(() => url())} `,
      () => plant((n) => `<at>Ana ${n}</at>`),
      () => plant((n) => `INC-${n}`),
      () => plant((n) => `ana.${n}@mail.example`),
    ])();
  const line = (): string =>
    dice.pick(['', '- ', '2. ', '> ', '# ', '  ']) + many(dice, 6, piece).join(dice.pick([' ', '  ', ', ']));
  const code = (): string => plant((n) => `\`\`\`\nconst x = ${n}; // <at>Eve</at>\n\`\`\``);
  const content = many(dice, 5, () => (dice.oneIn(6) ? code() : line())).join(dice.pick(['\n', '\n\n', '\r\n']));
  return { message: { kind: 'text', content }, plants, damaged: false, urls };
};

const randomHtml = (dice: Dice): GeneratedMessage => {
  const { plants, urls, plant, url } = planter(dice);
  const spelling = dice.pick(['usual', 'usual', 'numbers', 'careless'] as const);
  const text = (): string => spelt(dice.pick(words), spelling);

  const mark = (depth: number): string => {
    const inside = inline(depth + 1);
    const name = dice.pick(['strong', 'em', 'b', 'i', 'u', 's', 'span', 'mstrans:dictionary']);
    return dice.oneIn(3)
      ? `${plant((n) => `<a href="${spelt(url(), 'usual')}" title="${n}">`)}see ${inside.replace(/<\/?a\b[^>]*>/g, '')}</a>`
      : `${plant((n) => `<${name} data-n="${n}" translation="z">`)}so ${inside}</${name}>`;
  };
  const inline = (depth: number): string =>
    many(dice, depth === 0 ? 7 : 3, () =>
      dice.pick([
        text,
        text,
        text,
        () => plant((n) => `<code>f(${n}) &amp;&amp; &lt;at&gt;</code>`),
        () => plant((n) => `<at id="${n}">Ana &amp; Co</at>`),
        () => plant((n) => `<span itemscope itemtype="http://schema.skype.com/Mention" itemid="${n}">Bo</span>`),
        () => plant((n) => `<emoji id="${n}" alt="${dice.pick(EMOJI)}" title="Smile"></emoji>`),
        () => plant((n) => `<img itemtype="http://schema.skype.com/Emoji" alt="${dice.pick(EMOJI)}" data-n='${n}'>`),
        () => plant((n) => `v${n}`),
        () => ` ${plant(() => spelt(url(), 'usual'))} `,
        () => plant((n) => `<a href="${spelt(url(), 'usual')}">${`www.docs.example/${n}`}</a>`),
        () => dice.pick(EMOJI),
        () => (depth < 4 ? mark(depth) : text()),
        () => (depth > 0 ? plant((n) => `<br data-n="${n}">`) : '<br>'),
        () => `<!-- ${dice.pick(['note', '<at id="7">'])} -->`,
      ])(),
    ).join(dice.pick([' ', ' ', '']));
  const block = (depth: number): string =>
    dice.pick([
      () => `<p>${inline(0)}</p>`,
      () => `<div>${depth < 3 ? blocks(depth + 1) : inline(0)}</div>\n`,
      () => `<h${1 + dice.below(3)}>${inline(0)}</h1>`.replace(/<h(\d)>(.*)<\/h1>/s, '<h$1>$2</h$1>'),
      () => `<ul>\n<li>${inline(0)}</li><li>${inline(0)}${depth < 2 ? `<ol><li>${inline(0)}</li></ol>` : ''}</li></ul>`,
      () => `<blockquote itemtype="http://schema.skype.com/Reply">${inline(0)}<p>${inline(0)}</p></blockquote>`,
      () =>
        `<table><tbody><tr><td>${inline(0)}</td><td><p>${inline(0)}</p></td></tr><tr><td></td></tr></tbody></table>`,
      () => plant((n) => `<pre data-n="${n}">a &lt; ${n}<at id="3">Eve</at>\n  b</pre>`),
      () => plant((n) => `<codeblock class="c"><code>x = ${n}<br>y</code></codeblock>`),
      () => plant((n) => `<attachment id="${n}"></attachment>`),
      () => `<hr>${inline(0)}`,
    ])();
  const blocks = (depth: number): string => many(dice, 4, () => block(depth)).join('');
  const harm = dice.oneIn(8);
  const whole = !harm && dice.oneIn(8) ? inline(0) : blocks(0);
  const content = harm ? damaged(whole, dice) : whole;
  const once = plants.filter((source) => occurs(content, source) === 1);
  return { message: { kind: 'html', content }, plants: once, damaged: harm, urls };
};

export const occurs = (text: string, part: string): number => text.split(part).length - 1;

const many = (dice: Dice, most: number, make: () => string): string[] =>
  Array.from({ length: 1 + dice.below(most) }, make);

const spelt = (text: string, way: 'usual' | 'numbers' | 'careless'): string => {
  if (way === 'careless') return text.replace(/<(?=[a-z/])/gi, '&lt').replace(/&(?=\w+;)/g, '&#38;');
  const usual = text.replace(/[&<>\u00a0]/g, (mark) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[mark] ?? '&nbsp;');
  return way === 'usual'
    ? usual
    : usual.replace(/["']/g, (mark) => `&#${mark.charCodeAt(0)};`).replaceAll('&amp;', '&#x26;');
};

/** A tag is lost, left open, or text ends inside of one. */
const damaged = (html: string, dice: Dice): string => {
  const tags = [...html.matchAll(/<[^>]*>/g)].map(({ 0: tag, index }) => ({ tag, index }));
  const { tag, index: at } = dice.pick(tags.length > 0 ? tags : [{ tag: '', index: 0 }]);
  const end = at + tag.length;
  return dice.pick([
    () => html.slice(0, at) + html.slice(end),
    () => html.slice(0, at) + tag + html.slice(at),
    () => html.slice(0, end - 1),
    () => html.slice(0, at) + tag.replace(/^<\/?/, '</') + html.slice(at),
  ])();
};
