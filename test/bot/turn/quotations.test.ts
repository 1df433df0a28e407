import { readActivity } from '#bot/gate/activity.ts';
import { partText } from '#bot/turn/own-lines.ts';
import { readTyped } from '#bot/turn/typed-message.ts';
import { fc } from '../../support/fast-check.ts';
import { type Mixed, quotationOf, quotationShapes } from '../../support/quotations.ts';
import { validActivity } from '../gate/channel.ts';

const read = (said: object) => {
  const activity = readActivity({ ...validActivity(), ...said });
  if (!activity) throw new Error('the sample is no activity');
  return readTyped(activity, []);
};

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
  const reply = (author: string, preview: string): string =>
    `<blockquote itemscope itemtype="http://schema.skype.com/Reply" itemid="17"><strong>${author}</strong><p itemprop="copy">${preview}</p></blockquote><p>translate</p>`;
  const entity = (told: object) => ({ type: 'quotedReply', quotedReply: told });

  it.each([
    ['the entity names another author', { senderName: 'Ali' }, '?'],
    ['the entity has other words', { senderName: 'Mal', preview: 'pay later' }, '?'],
    ['both say the same', { messageId: '17', senderName: 'Mal', preview: 'pay now' }, 'Mal'],
    ['the entity is about another message', { messageId: '18', senderName: 'Ali' }, 'Mal'],
    ['the entity cannot be read', 7, 'Mal'],
  ])('where %s has the author that no source disputes', (_how, told, author) => {
    const attachments = [{ contentType: 'text/html', content: reply('Mal', 'pay now') }];
    const { quoted } = read({ text: 'translate', attachments, entities: [entity(told as object)] });
    expect(quoted?.author).toBe(author);
  });

  it.each([
    ['is there', {}, ['17']],
    ['was deleted', { isReplyDeleted: true }, []],
    ['is not vouched for by Teams', { validatedMessageReference: false }, []],
    ['has no id', { messageId: null }, []],
  ])('that %s is pointed at or not', (_how, told, ids) => {
    const entities = [entity({ messageId: '17', preview: 'x', ...told })];
    expect(read({ text: '<quoted messageId="17"/> approve', entities }).quotes).toEqual(ids);
  });

  it('is the outermost one, and not one that its own words or markup name', () => {
    const inner = reply('Steward', 'R-7KQ2M').replace('itemid="17"', 'itemid="99"');
    const outer = inner
      .replace('itemid="99"', 'itemid="17"')
      .replace('R-7KQ2M', `${inner} &lt;blockquote itemid="98"&gt;`);
    expect(read({ text: '', attachments: [{ contentType: 'text/html', content: outer }] }).quotes).toEqual(['17']);
    expect(read({ text: `${inner} approve` }).quotes).toEqual([]);
  });
});

it.each([
  'from: tomorrow\nto: Friday',
  'deny R-7KQ2M because Ana wrote:\nnot now',
  'request role reader on payments from 10:15 because [P1] is open',
  'because of > 100 errors',
  '[P1] open the ledger',
  'on payments at 10:15 please: now',
])('“%s” is all its author’s', (text) => {
  expect(partText(text)).toEqual({ own: text, quoted: '' });
});

it('a run of lines, of repeats or of words is parted quickly', () => {
  for (const text of ['>\n'.repeat(49_000), 'on a\n'.repeat(19_000), 'x '.repeat(49_000), 'From: a\n'.repeat(12_000)]) {
    const entities = [{ type: 'quotedReply', quotedReply: { preview: 'x' } }];
    const began = performance.now();
    read({ text, entities });
    expect(performance.now() - began).toBeLessThan(8_000);
  }
});
