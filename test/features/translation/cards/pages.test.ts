import { pagesOf } from '#features/translation/cards/pages.ts';
import { drawResult } from '#features/translation/cards/translation-card.ts';
import { toCardView } from '#features/translation/message/card-view.ts';
import { readMessage } from '#features/translation/message/read-message.ts';
import { firstView, type Result, type Translation } from '#features/translation/translation.ts';
import { loadTexts } from '#platform/texts/texts.ts';
import { payloadBytes } from '#teams/cards/define-card.ts';
import { fc } from '../../../support/fast-check.ts';

const words = loadTexts().for('en');

const contents: Readonly<Record<string, string>> = {
  'one word': '<p>ok</p>',
  'nothing but an empty line': '<p>&nbsp;</p>',
  'a thousand short lines': '<p>a</p>'.repeat(400),
  'one line without a break': `<p>${'ab'.repeat(8_000)}</p>`,
  code: `<pre>${'x = 1;\n'.repeat(500)}</pre>`,
  'a wide table': `<table>${`<tr>${'<td>cell</td>'.repeat(8)}</tr>`.repeat(40)}</table>`,
  'marks everywhere': `<p>${'<b>a</b><i>b</i> <a href="https://x.example/a/long/path?with=a&amp;query=1">c</a>'.repeat(150)}</p>`,
};

const cardsOf = (content: string): unknown[] => {
  const message = { kind: 'html', content } as const;
  const document = readMessage(message);
  const to = [{ language: 'de' }, { language: 'ar', script: 'Latn' }];
  const outcome: Result = {
    ...{ sources: [{ language: 'en', blocks: 1, score: 0.2 }], doubtful: true, charged: 123_456 },
    targets: to.map((target) => ({ target, document, untouched: 3, custom: true, transliterated: 'a b '.repeat(100) })),
  };
  const translation = {
    ...{ id: 'Iu3jL7xWUtiPTXNfMIwPKg', askedBy: 'a', version: 1, parked: {}, state: { is: 'done' as const, outcome } },
    ...{ asker: { objectId: 'a', tenantId: 't', conversationId: 'c' } },
    order: { message, to, profanity: 'NoAction', allowFallback: true, alignment: false },
  } as const;
  const choices = () =>
    Array.from({ length: 40 }, (_, index) => ({ title: `Language number ${index}`, value: `l${index}` }));
  const draw = (page: number) => {
    const one: Translation = { ...translation, view: { ...firstView, page, shortened: 'length' } };
    return drawResult(one, outcome, { words, choices }).card;
  };
  const pages = Number(/page 1 of (\d+)/.exec(JSON.stringify(draw(0)))?.[1] ?? 1);
  return Array.from({ length: pages }, (_, page) => draw(page));
};

it.each(Object.keys(contents))('every page of %s fits the size limit, and the pages have all texts', (name) => {
  const cards = cardsOf(contents[name] ?? '');
  expect(cards.filter((card) => payloadBytes(card) > 26 * 1_024)).toEqual([]);
  const all = JSON.stringify(cards);
  for (const label of ['German', 'Arabic', 'Original']) expect(all).toContain(label);
});

it('the pages have every line once and in order, each part under its heading', () => {
  const hold = (lengths: number[]): void => {
    const parts = lengths.map((length, heading) => ({
      heading,
      lines: toCardView(readMessage({ kind: 'text', content: 'a line of some length\n'.repeat(length) })),
    }));
    const pages = pagesOf(parts);
    const stood = pages.flat();
    expect(stood.flatMap(({ lines }) => lines)).toEqual(parts.flatMap(({ lines }) => lines));
    expect(stood.filter(({ ends }) => ends).map(({ heading }) => heading)).toEqual(parts.map(({ heading }) => heading));
    expect(stood.filter(({ continued }) => !continued)).toHaveLength(parts.length);
    expect(pages.slice(1).filter((page) => page.length === 0)).toEqual([]);
  };
  fc.assert(fc.property(fc.array(fc.nat(120), { minLength: 1, maxLength: 4 }), hold), { numRuns: 20 });
});

const drawn = (content: string, outcome: Partial<Result>, face: 'texts' | 'alignment' = 'texts') => {
  const message = { kind: 'html', content } as const;
  const document = readMessage(message);
  const targets = [{ target: { language: 'de' }, document, untouched: 0, custom: false }];
  const came: Result = { sources: [{ language: 'en', blocks: 1 }], doubtful: false, charged: 0, targets, ...outcome };
  const translation: Translation = {
    ...{ id: 'i', askedBy: 'a', version: 1, parked: {}, state: { is: 'done', outcome: came }, view: { page: 0, face } },
    ...{ asker: { objectId: 'a', tenantId: 't', conversationId: 'c' } },
    order: { message, to: [], profanity: 'NoAction', allowFallback: true, alignment: false },
  };
  return drawResult(translation, came, { words, choices: () => [] }).card;
};

it('the card of aligned sentences fits the size limit with the longest sentences and words', () => {
  const sentence = '[*_`~漢'.repeat(60);
  const source = sentence.repeat(24);
  const lengths = Array.from({ length: 24 }, () => sentence.length);
  const pairs = Array.from({ length: 120 }, (_, index) => [index, index + 300, index, index + 300] as const);
  const aligned = [{ source, target: source, words: pairs, sourceSentences: lengths, targetSentences: lengths }];
  const document = readMessage({ kind: 'html', content: '<p>a</p>' });
  const targets = [{ target: { language: 'de' }, document, untouched: 0, custom: false, aligned }];
  expect(payloadBytes(drawn('<p>a</p>', { targets }, 'alignment'))).toBeLessThanOrEqual(26 * 1_024);
});

it('the button for word alignment is there only if a part can be sent as plain text', () => {
  const title = words.plain('translation.button.alignment');
  expect(JSON.stringify(drawn('<p>The ledger is down.</p>', {}))).toContain(title);
  expect(JSON.stringify(drawn('<p><b>The ledger</b> is down.</p>', {}))).not.toContain(title);
});

describe('a text in the language of its target, in another spelling of the code too,', () => {
  const sources = [{ language: 'de-DE', blocks: 1 }];
  const document = readMessage({ kind: 'html', content: '<p>ok</p>' });
  const targets = ['de', 'fr'].map((language) => ({ target: { language }, document, untouched: 0, custom: false }));
  const title = (doubtful: boolean): string =>
    words.plain('translation.card.alreadyTitle', { language: 'German', doubtful: String(doubtful) });
  const timesIn = (card: string, text: string): number => card.split(text).length - 1;

  it('a text in the language of its target, in another spelling of the code too, is shown once, with what was charged and a button for another language', () => {
    const card = JSON.stringify(drawn('<p>ok</p>', { sources, charged: 26 }));
    expect(card).toContain(title(false));
    expect(card).toContain(words.plain('translation.card.alreadyFoot', { charged: 26 }));
    expect(card).toContain(words.plain('translation.button.another'));
    expect(card).not.toContain(words.plain('translation.button.alignment'));
    expect(timesIn(card, '"ok"')).toBe(1);
  });

  it('a text in the language of its target, in another spelling of the code too, is marked so among the other languages of the order', () => {
    const card = JSON.stringify(drawn('<p>ok</p>', { sources, targets }));
    expect(card).toContain(words.plain('translation.card.same', { language: 'German' }));
    expect(card).not.toContain(`"${title(false)}"`);
  });

  it('a text in the language of its target, in another spelling of the code too, of which the translator is not sure asks once, and offers another language too', () => {
    const card = JSON.stringify(drawn('<p>ok</p>', { sources, doubtful: true }));
    expect(card).toContain(title(true));
    expect(card).toContain(words.plain('translation.doubt.already', { language: 'German (Germany)', percent: 0 }));
    expect(card).toContain(words.plain('translation.button.another'));
  });

  it('a text in the language of its target, in another spelling of the code too, that came back changed is a translation', () => {
    const changed = readMessage({ kind: 'html', content: '<p>in Ordnung</p>' });
    const card = drawn('<p>ok</p>', {
      sources,
      targets: [{ target: { language: 'de' }, document: changed, untouched: 0, custom: false }],
    });
    expect(JSON.stringify(card)).not.toContain(`"${title(false)}"`);
  });
});
