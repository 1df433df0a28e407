import { renderEvent } from '../src/features/health/cards/event-card.ts';
import { toItem } from '../src/features/health/item.ts';
import type { Link } from '../src/features/health/vendor-text.ts';
import { escapeMarkdown, NO_TEXT } from '../src/platform/lib/text.ts';
import { loadTexts } from '../src/platform/texts/texts.ts';
import { randomEvent } from './health/size/event.ts';
import { brokenCountLaws, brokenTextLaws } from './health/size/laws.ts';
import { diceOf } from './lib/dice.ts';

describe('the invariants find', () => {
  it.each([
    ['nothing wrong with whole letters', 'Key Vault 👩‍👩‍👧 fails …', 0],
    ['a part of a letter', 'Key Vault 👩‍👩', 1],
    ['a skin without its hand', 'Key Vault 🏽', 1],
    ['half a surrogate pair', 'Key Vault \ud83d', 2],
    ['a whole address', escapeMarkdown('see https://status.example/pp/1/end'), 0],
    ['a part of an address', escapeMarkdown('see https://status.example/pp/1/e…'), 1],
    ['markup of the vendor’s', 'see &lt;p&gt;this', 1],
    ['a link that nobody made', '[here](https://status.example/p/1/end)', 2],
  ])('%s', (_what, text, wrong) => expect(brokenTextLaws('a text', text)).toHaveLength(wrong));

  it('a card that counts another number than there is', () => {
    const words = loadTexts().for('en');
    const drawn = Array.from({ length: 40 }, (_, run) => randomEvent(diceOf(5, run))).find(
      ({ faqs = [], impact = [] }) => faqs.length > 12 && impact.length > 2,
    );
    if (!drawn) throw new Error('no event of these has so many questions');
    const item = toItem(drawn, '', () => undefined);
    const frame = {
      note: NO_TEXT,
      buttons: [],
      openable: (links: readonly Link[]) => links,
      titleOfSubscription: () => undefined,
    };
    const card = renderEvent(drawn, item, frame, words);
    expect(brokenCountLaws(drawn, item, card, words)).toEqual([]);
    const fewer = { ...drawn, faqs: drawn.faqs?.slice(1), impact: drawn.impact?.slice(0, -1) };
    expect(brokenCountLaws(fewer, item, card, words).length).toBeGreaterThan(1);
  });
});
