import type { Mention } from '#bot/turn/mentions.ts';
import { partText } from '#bot/turn/own-lines.ts';
import { readTyped } from '#bot/turn/typed-message.ts';
import typedMessages from '../../fixtures/bot/typed-messages.json' with { type: 'json' };
import { activityOf } from '../../support/activity.ts';
import { fc } from '../../support/fast-check.ts';
import { type Mixed, quotationOf, quotationShapes } from '../../support/quotations.ts';

const STEWARD = { id: '28:bot', isBot: true, names: ['Steward'] };
const BO = { id: '29:bo', isBot: false, names: ['Steward'] };

const read = (said: object, mentions: readonly Mention[] = []) => readTyped(activityOf(said), mentions);
const html = (content: unknown) => ({ attachments: [{ contentType: 'text/html', content }] });
const mention = (name: string, index: number): string =>
  `<span itemscope itemtype="http://schema.skype.com/Mention" itemid="${index}">${name}</span>`;
/** A reply as Teams marks it in the html. */
const reply = (author: string, preview: string): string =>
  `<blockquote itemscope itemtype="http://schema.skype.com/Reply" itemid="17"><strong itemprop="mri">${author}</strong><p itemprop="copy">${preview}</p></blockquote><p>translate</p>`;

it.each(typedMessages.files)('$what is recognised as a file or not', ({ attachments, attached }) => {
  expect(read({ text: 'x', attachments }).attached).toBe(attached);
});

describe('the typed message', () => {
  it('has its markup where Teams sends it', () => {
    const { typed } = read({ text: 'translate: die Kasse', ...html('<p>translate: <b>die</b> Kasse</p>') });
    expect(typed).toEqual({ kind: 'html', content: '<p>translate: <b>die</b> Kasse</p>' });
  });

  it('is plain text where Teams sends no markup', () => {
    expect(read({ text: ' <b>no</b> markup ' }).typed).toEqual({ kind: 'text', content: '<b>no</b> markup' });
  });

  it('is without the bot’s mention in any form', () => {
    const content = `<p>${mention('Steward', 0)}&nbsp;help <at id="0">Steward</at></p>`;
    expect(read({ text: '<at>Steward</at> help', ...html(content) }, [STEWARD])).toEqual({
      text: 'help',
      typed: { kind: 'html', content: '<p> &nbsp;help  </p>' },
    });
  });

  it('keeps the mention of a person with the bot’s name', () => {
    const content = `<p>${mention('Steward', 0)} ask ${mention('Steward', 1)}</p>`;
    const { typed } = read({ ...html(content) }, [STEWARD, BO]);
    expect(typed.content).toBe(`<p>  ask ${mention('Steward', 1)}</p>`);
  });

  it('is read from its markup where the plain text has lost something, otherwise as it is laid out', () => {
    const linked = '<p>because <a href="https://t.example/1">Payouts hang</a></p>';
    expect(read({ text: 'because Payouts hang', ...html(linked) }).text).toBe(
      'because Payouts hang (https://t.example/1)',
    );
    const mail = '<p>of MORAN Tess &lt;<a href="mailto:t@c.example">t@c.example</a>&gt; now</p>';
    expect(read({ text: 'of MORAN Tess  now', ...html(mail) }).text).toBe('of MORAN Tess <t@c.example> now');
    expect(read({ text: 'a:\n  b: c', ...html('<p>a:<br>&nbsp; b: c</p>') }).text).toBe('a:\n  b: c');
  });

  it.each([undefined, 7, [1, null], [{ contentType: 'text/html', content: {} }]])(
    'is read beside attachments of the shape %j',
    (attachments) => {
      expect(read({ text: 'help', attachments })).toEqual({ text: 'help', typed: { kind: 'text', content: 'help' } });
    },
  );
});

it('a reply has neither the quote nor the bot’s mention in what its author typed', () => {
  const content = `${reply('Bo Lind', 'Guten Tag <emoji alt="😀"></emoji>')}<p>${mention('Steward', 0)} now</p>`;
  expect(read({ text: '<at>Steward</at> translate now', ...html(content) }, [STEWARD])).toMatchObject({
    text: 'translate\nnow',
    typed: { kind: 'html', content: '<p>translate</p><p>  now</p>' },
    quoted: { author: 'Bo Lind', text: 'Guten Tag 😀', shortened: true },
  });
});

it('a reply to a card has no word of its author, though the plain text has one', () => {
  const { text, quoted, quotes } = read({ text: 'help', ...html(reply('Bo', '').replace('<p>translate</p>', '')) });
  expect([text, quoted, quotes]).toEqual(['', undefined, ['17']]);
});

/** What must be in no text that acts. */
const ORDERS = [
  'approve R-7KQ2M',
  'deny R-7KQ2M because “no” & <never>',
  'withdraw',
  'ok',
  'yes, send',
  'freeze payments',
];
const OWN = [
  '',
  'hello',
  'show R-9WX4T',
  'what waits for me?',
  'request role reader on payments\nbecause > 100 EUR are lost',
];

const mixed: fc.Arbitrary<Mixed> = fc.record({
  own: fc.constantFrom(...OWN),
  foreign: fc.array(fc.constantFrom(...ORDERS), { minLength: 1, maxLength: 3 }).map((said) => said.join(' ')),
  author: fc.constantFrom('Ana Rossi', 'Bo Lind', 'Renée d’Arc'),
  id: fc.constantFrom('1783419459151', '1783419459152'),
});

describe('a message with words of somebody else', () => {
  it.each(quotationShapes)('as %s has the words of its author alone, and knows of the others', (shape) => {
    fc.assert(
      fc.property(mixed, fc.boolean(), (words, asText) => {
        const { text, quotes, quoted, attached } = read(quotationOf(shape, words, asText));
        expect([text, attached]).toEqual([words.own, undefined]);
        expect(quotes?.filter((id) => id !== words.id)).toEqual([]);
        expect(quoted?.text.replaceAll('\n', ' ')).toContain(words.foreign);
      }),
      { numRuns: 40 },
    );
  });

  it('of several kinds at once has the words of its author alone', () => {
    const parts = fc.array(fc.tuple(fc.constantFrom(...quotationShapes), mixed), { minLength: 2, maxLength: 4 });
    fc.assert(
      fc.property(parts, (said) => {
        const all = said.map(([shape, words]) => quotationOf(shape, { ...words, own: 'hello' }));
        const html = all.flatMap(({ attachments: [first] }) =>
          first?.contentType === 'text/html' ? [first.content] : [],
        );
        const { text, quotes } = read({
          text: all.map((one) => one.text).join('\n'),
          entities: all.flatMap(({ entities }) => entities),
          attachments: [
            ...(html.length > 0 ? [{ contentType: 'text/html', content: html.join('\n') }] : []),
            ...all.flatMap(({ attachments }) => attachments.filter(({ contentType }) => contentType !== 'text/html')),
          ],
        });
        expect(text.replace(/hello|Ana Rossi|Bo Lind|Renée d’Arc/g, '').trim()).toBe('');
        expect(quotes).toBeDefined();
      }),
      { numRuns: 400 },
    );
  });
});

describe('a quoted message', () => {
  const entity = (told: object) => ({ type: 'quotedReply', quotedReply: told });

  it.each(typedMessages.authors)('where $how has the author that no source disputes', ({ told, author }) => {
    const { quoted } = read({
      text: 'translate',
      ...html(reply('Mal', 'pay now')),
      entities: [entity(told as object)],
    });
    expect(quoted?.author).toBe(author);
  });

  it.each(typedMessages.pointing)('that $how is pointed at or not', ({ told, ids }) => {
    const entities = [entity({ messageId: '17', preview: 'x', ...told })];
    expect(read({ text: '<quoted messageId="17"/> approve', entities }).quotes).toEqual(ids);
  });

  it('is the outermost one, and not one that its own words or markup name', () => {
    const inner = reply('Steward', 'R-7KQ2M').replace('itemid="17"', 'itemid="99"');
    const outer = inner
      .replace('itemid="99"', 'itemid="17"')
      .replace('R-7KQ2M', `${inner} &lt;blockquote itemid="98"&gt;`);
    expect(read({ text: '', ...html(outer) }).quotes).toEqual(['17']);
    expect(read({ text: `${inner} approve` }).quotes).toEqual([]);
  });
});

it.each(typedMessages.own)('“%s” is all its author’s', (text) => {
  expect(partText(text)).toEqual({ own: text, quoted: '' });
});

it.each([
  ['lines that are quoted', '>\n'.repeat(49_000), ''],
  ['lines that begin as a head does', 'on a\n'.repeat(19_000), ''],
  ['what is quoted elsewhere', 'x '.repeat(49_000), ''],
  ['heads of mails', 'From: a\n'.repeat(12_000), ''],
  ['openings of quotes', '', '<blockquote itemtype="schema.skype.com/Reply">'.repeat(2_000)],
  ['previews', '', reply('', '<p itemprop="preview">'.repeat(4_000))],
  ['mentions', '', '<span '.repeat(16_000)],
])('a message with a long run of %s is read quickly', (_what, text, content) => {
  const began = performance.now();
  read({ text, ...html(content), entities: [{ type: 'quotedReply', quotedReply: { preview: 'x' } }] });
  expect(performance.now() - began).toBeLessThan(8_000);
});
