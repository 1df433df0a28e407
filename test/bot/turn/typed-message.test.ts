import { readActivity } from '#bot/gate/activity.ts';
import type { Mention } from '#bot/turn/mentions.ts';
import { readTyped } from '#bot/turn/typed-message.ts';

const BOT = '28:bot';
const STEWARD = { id: BOT, isBot: true, names: ['Steward'] };
const BO = { id: '29:bo', isBot: false, names: ['Steward'] };

const read = (said: object, mentions: readonly Mention[] = []) => {
  const activity = readActivity({
    type: 'message',
    id: '17',
    timestamp: '2026-03-02T09:00:00Z',
    channelId: 'msteams',
    serviceUrl: 'https://smba.example/emea/',
    from: { id: '29:ana' },
    recipient: { id: BOT },
    conversation: { id: 'a:ana', conversationType: 'personal', tenantId: 't' },
    channelData: { tenant: { id: 't' } },
    ...said,
  });
  if (!activity) throw new Error('the sample is no activity');
  return readTyped(activity, mentions);
};
const html = (content: unknown) => ({ attachments: [{ contentType: 'text/html', content }] });
const mention = (name: string, index: number): string =>
  `<span itemscope itemtype="http://schema.skype.com/Mention" itemid="${index}">${name}</span>`;
const quote = (preview: string, author = 'Bo Lind'): string =>
  `<blockquote itemscope itemtype="http://schema.skype.com/Reply" itemid="17"><strong itemprop="mri" itemid="8:orgid:bo">${author}</strong><span itemprop="time" itemid="17"></span><p itemprop="preview">${preview}</p></blockquote>`;

it.each([
  [
    'a file in a personal chat',
    [{ contentType: 'application/vnd.microsoft.teams.file.download.info', content: {} }],
    true,
  ],
  ['a picture', [{ contentType: 'image/*', contentUrl: 'https://smba.example/x' }], true],
  [
    'the mark of a file in a channel',
    [{ contentType: 'text/html', content: '<p>x</p><attachment id="1"></attachment>' }],
    true,
  ],
  ['nothing but text', [{ contentType: 'text/html', content: '<p>&lt;attachment</p>' }], undefined],
  ['no attachment', undefined, undefined],
])('%s is recognised as a file or not', (_what, attachments, attached) => {
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

describe('a reply to a message', () => {
  const ask = `${quote('Die Zahlung &amp; mehr <emoji alt="😀"></emoji>')}<p>translate to English</p>`;

  it.each([
    ['is left out of the text', 'translate to English'],
    ['stands in the text', 'Bo Lind\r\nDie Zahlung & mehr\r\n\r\ntranslate to English'],
  ])('whose quote %s is told apart from it', (_how, text) => {
    expect(read({ text, ...html(ask) })).toEqual({
      text: 'translate to English',
      typed: { kind: 'html', content: '<p>translate to English</p>' },
      quoted: { author: 'Bo Lind', text: 'Die Zahlung & mehr 😀', shortened: true },
      quotes: ['17'],
    });
  });

  it('is without the bot’s mention, in a group chat', () => {
    const content = `${quote('Guten Tag')}<p>${mention('Steward', 0)} translate</p>`;
    expect(read({ text: '<at>Steward</at> translate', ...html(content) }, [STEWARD]).text).toBe('translate');
  });

  it('is read from the entity that newer clients send', () => {
    const entities = [{ type: 'quotedReply', quotedReply: { messageId: '17', senderName: 'Bo', preview: 'Hallo' } }];
    const { text, quoted } = read({ text: '<quoted messageId="17"/> translate', entities });
    expect([text, quoted]).toEqual(['translate', { author: 'Bo', text: 'Hallo', shortened: true }]);
  });

  it('may reply to a reply', () => {
    const inner = '<blockquote itemtype="http://schema.skype.com/Reply"><p>first</p></blockquote>';
    const content = `<blockquote itemtype="http://schema.skype.com/Reply">${inner}<p itemprop="copy">second</p></blockquote><p>third</p>`;
    const { text, quoted } = read({ text: '', ...html(content) });
    expect([text, quoted?.text]).toEqual(['third', 'second']);
  });

  it.each([
    ['a card', quote(''), undefined],
    ['an ordinary quotation', '<blockquote><p itemprop="preview">said</p></blockquote>', 'said'],
    ['a quote that never ends', '<blockquote><p>said</p>', 'said'],
  ])('that holds nothing but %s has no word of its author', (_what, content, quoted) => {
    const said = read({ text: 'help', ...html(content) });
    expect([said.text, said.quoted?.text, said.quotes === undefined]).toEqual(['', quoted, false]);
  });

  it('shows an author without a name as “?”', () => {
    expect(read({ ...html(quote('Hallo', '')) }).quoted?.author).toBe('?');
  });

  it.each([
    ['openings of quotes', '<blockquote itemtype="schema.skype.com/Reply">'.repeat(2_000)],
    ['previews', `${quote('<p itemprop="preview">'.repeat(4_000))}`],
    ['mentions', '<span '.repeat(16_000)],
  ])('is quick with a long run of %s', (_what, content) => {
    expect(read({ text: 'help', ...html(content) }).text.length).toBeLessThan(100_000);
  });
});
