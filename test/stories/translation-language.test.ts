import { fieldsIn, fromCard, wordsIn } from '../support/dialogs.ts';
import { channels, personalChat, wordsOf } from '../support/steward.ts';
import { plain, shown } from '../support/story.ts';
import { steward } from '../support/story-steward.ts';
import { fromTranslateMenu, saidBy } from '../support/translation-dialogs.ts';
import { translationStory } from '../support/translation-story.ts';

const SAID = 'The ledger is down.';
const GERMAN = 'Das Hauptbuch ist ausgefallen.';

const s = steward();
const { calls, ended, translate, replying, write } = translationStory(s);
const rememberGerman = plain('translation.button.remember', { language: 'German' });

describe('a person whose language nobody knows', () => {
  beforeAll(() => s.teams.setLocale('bo', ''));

  it('is asked once, with nothing preset, and can have it remembered', async () => {
    const form = await translate('bo', `: ${SAID}`);
    expect(wordsOf(form)).toContain(SAID);
    const card = await s.sendForm('bo', form, { to: 'de' });
    await s.says('bo', card, GERMAN);
    await s.pressTitled('bo', await ended('bo', card), rememberGerman);
    const after = wordsOf(await s.says('bo', card, shown('translation.mine.kept', { language: 'German' })));
    expect(after).not.toContain(rememberGerman);
    expect(wordsOf(await translate('bo', `: ${SAID}`))).toContain(GERMAN);
  });

  it('reads the language of the conversation until they set one', async () => {
    await s.ask('bo', 'my language automatic', { where: personalChat('bo') });
    const own = await s.ask('bo', 'my language', { where: personalChat('bo') });
    expect(wordsOf(own)).toContain(shown('translation.mine.unknown'));
    const id = await write('ana', 'Das Hauptbuch ist ausgefallen. Bitte genehmigen Sie meine Anfrage.');
    expect(saidBy(await fromTranslateMenu(s, 'bo', id))).toContain('The ledger is down. Please approve my request.');
  });
});

describe('“translate” in words', () => {
  it('as a reply answers at once in the language of the reader', async () => {
    await s.teams.setLocale('cy', 'de-DE');
    const { id } = await s.teams.say('cy', personalChat('cy'), SAID);
    for (const words of ['', 'it', 'this message']) {
      expect(wordsOf(await replying('cy', words, id))).toContain(GERMAN);
    }
  });

  it.each([`${SAID} to german`, `${SAID} into German.`])('“translate %s” knows its target', async (words) => {
    const card = wordsOf(await translate('ana', words));
    expect(card).toContain(GERMAN);
    expect(card).not.toContain('to german');
  });

  it.each(['channel', 'this channel to german', 'everything here to german', 'the whole conversation'])(
    '“translate %s” is no text to translate',
    async (words) => {
      const before = calls().length;
      expect(wordsOf(await translate('ana', words))).toContain(shown('translation.refused.everything').slice(0, 30));
      expect(calls().length).toBe(before);
    },
  );
});

it('“Translate” on a card answers at once in a dialog, and the card stays', async () => {
  await s.teams.setLocale('bo', 'de-DE');
  await s.ask('bo', 'my language automatic', { where: personalChat('bo') });
  const asked = await s.requestRole('ana', 'owner on ledger for 1 day because The payouts are late again.');
  const card = await s.cardOf(asked, 'The payouts are late again.', channels.approvals);
  const dialog = await fromCard(s, 'bo', card, 'change.offer');
  expect(fieldsIn(dialog)).toEqual({});
  expect(wordsIn(dialog)).toContain('Die Auszahlungen sind wieder verspätet.');
  expect(await s.cardOf(asked, 'The payouts are late again.', channels.approvals)).toEqual(card);
});
