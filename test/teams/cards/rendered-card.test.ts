import { loadTexts } from '#platform/texts/texts.ts';
import { withRelativeMoments } from '#teams/cards/rendered-card.ts';
import { dateTime, span, untilMoment } from '#teams/cards/view.ts';
import { createManualClock } from '../../support/manual-clock.ts';

const NOW = Date.parse('2026-03-02T09:00:00Z');
const HOUR = 3_600_000;
const words = loadTexts(createManualClock(NOW)).for('en-GB', 'Europe/Berlin');

const said = (text: string): unknown => withRelativeMoments({ body: [{ type: 'TextBlock', text }] }, words)['body'];
const block = (text: string) => [{ type: 'TextBlock', text }];

describe('a card for one reader', () => {
  it.each([
    ['a moment', `Bo Lind approved · ${dateTime(NOW)}`, 'Bo Lind approved · today 10:00'],
    ['a span of hours', span(NOW, NOW + HOUR), 'today 10:00 to 11:00'],
    ['a span of days', span(NOW, NOW + 48 * HOUR), 'today 10:00 to Wed 4 Mar, 10:00'],
    ['a time alone', `Decide by ${untilMoment(NOW + 4 * HOUR, NOW)}`, 'Decide by today 14:00'],
    ['two moments', `${dateTime(NOW)} · ${dateTime(NOW - 24 * HOUR)}`, 'today 10:00 · yesterday 10:00'],
  ])('says %s in their words', (_what, text, expected) => {
    expect(said(text)).toEqual(block(expected));
  });

  it('keeps what people wrote as they wrote it', () => {
    const card = { body: [{ type: 'RichTextBlock', inlines: [{ type: 'TextRun', text: dateTime(NOW) }] }] };
    expect(withRelativeMoments(card, words)).toEqual(card);
  });
});
