import { dataIn, fieldsIn, menuSource, pressIn } from '../support/dialogs.ts';
import { channels, wordsOf } from '../support/steward.ts';
import { plain } from '../support/story.ts';
import { steward } from '../support/story-steward.ts';
import {
  askFor,
  dialogOf,
  fromTranslateMenu,
  lookAgain,
  MENU,
  saidBy,
  settled,
} from '../support/translation-dialogs.ts';
import { translationStory } from '../support/translation-story.ts';

const SAID = 'The ledger is down.';
const GERMAN = 'Das Hauptbuch ist ausgefallen.';

const s = steward();
const { calls, write, own } = translationStory(s);

describe('“Translate” in the menu of a message', () => {
  it('answers at once in the language of the reader, and nobody else sees it', async () => {
    const said = 'Please approve my request.';
    const id = await write('ana', said);
    await s.teams.setLocale('bo', 'de-DE');
    const before = calls().length;
    const words = saidBy(await fromTranslateMenu(s, 'bo', id));
    for (const text of ['Bitte genehmigen Sie meine Anfrage.', said, plain('translation.button.change')])
      expect(words).toContain(text);
    expect(calls().length).toBe(before + 1);
    const messages = await s.teams.messages(channels.general, 'bo');
    expect(messages.filter((message) => wordsOf(message).includes('Original ·') && message.rootId === id)).toEqual([]);
    await s.teams.setLocale('bo', 'en-GB');
  });

  it('has “Translate differently …”, a form with the same message and the language that was used', async () => {
    const id = await write('bo', SAID);
    const { send } = await askFor(s, 'ana', id, ['de']);
    const words = saidBy(await settled(s, 'ana', id, await send()));
    for (const text of [GERMAN, SAID]) expect(words).toContain(text);
    const again = await pressIn(
      s,
      'ana',
      dialogOf(id, await fromTranslateMenu(s, 'ana', id)),
      {},
      'translation.change',
    );
    expect(fieldsIn(dialogOf(id, again))).toMatchObject({ to: 'en', more: '' });
  });

  it('offers a choice of glossaries as soon as there are terms', async () => {
    const id = await write('bo', SAID);
    const formOf = async () => {
      const shown = dialogOf(id, await fromTranslateMenu(s, 'ana', id));
      return dialogOf(id, await pressIn(s, 'ana', shown, {}, 'translation.change'));
    };
    expect(fieldsIn(await formOf())).not.toHaveProperty('glossary');
    await s.ask('bo', 'glossary add ledger = Kanalbuch in German for this channel');
    const form = await formOf();
    expect(fieldsIn(form)).toMatchObject({ glossary: 'all' });
    const into = async (glossary: string) => {
      const data = { ...dataIn(await formOf(), { to: 'de' }), glossary };
      return saidBy(await settled(s, 'ana', id, await s.teams.submitDialog('ana', form.source, data)));
    };
    expect(await into('all')).toContain('Kanalbuch');
    const without = await into('none');
    expect(without).toContain(GERMAN);
    expect(without).not.toContain('Kanalbuch');
  });

  it('says at once that it is slow, shows it in the dialog when asked, and else sends it to the own chat', async () => {
    s.vendor.faults.set({ kind: 'slow', ms: 2_000, operation: 'translateText' });
    const id = await write('bo', 'All payments are working again.');
    const waiting = await (await askFor(s, 'ana', id, ['de'])).send();
    expect(saidBy(waiting)).toContain(plain('translation.waiting.dialog'));
    expect(dialogOf(id, waiting).title).toBe(plain('translation.waiting.title', { to: 'German' }));
    s.vendor.faults.clear();
    await own('ana', 'Alle Zahlungen funktionieren wieder.');
    expect(saidBy(await lookAgain(s, 'ana', id, waiting))).toContain('Alle Zahlungen funktionieren wieder.');
  });

  it('says so where a message has no text', async () => {
    const cards = [{ type: 'AdaptiveCard', version: '1.5', body: [] }];
    const { id } = await s.teams.say('bo', channels.general, '', { cards });
    const answer = await s.teams.openDialog('ana', menuSource(id, MENU));
    expect(saidBy(answer)).toContain(plain('translation.refused.nothing'));
  });
});
