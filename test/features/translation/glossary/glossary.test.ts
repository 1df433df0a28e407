import { createTerms } from '#features/translation/glossary/term-store.ts';
import { createGlossaryChat, places, texts } from './chat.ts';

let chat: Awaited<ReturnType<typeof createGlossaryChat>>;
beforeEach(async () => {
  chat = await createGlossaryChat();
});
afterEach(() => chat.database.close());

const termsAt = async (where: keyof typeof places, to = 'de', from?: string) => {
  const asker = { objectId: 'ana', tenantId: 'tenant', ...places[where] };
  const terms = await createTerms(chat)(asker, from, to);
  return terms.map(({ phrase, translation }) => `${phrase} → ${translation}`);
};

describe('a term', () => {
  it('a term of a team applies in all its channels and nowhere else', async () => {
    const { words } = await chat.say('bo', 'general', 'glossary add Ledger = Hauptbuch in German for the team');
    expect(words).toContain('Added: Ledger → Hauptbuch.');
    expect(words).toContain('German · whole team');
    expect(await termsAt('finance')).toEqual(['Ledger → Hauptbuch']);
    expect(await termsAt('elsewhere')).toEqual([]);
    expect(await termsAt('general', 'fr')).toEqual([]);
  });

  it('a term of the channel comes before one of the team, one for the language before one for all', async () => {
    for (const said of [
      'Gate = Team, jede in all languages for the team',
      'Gate = Team in German for the team',
      'Gate = Kanal, jede in all languages for this channel',
      'Gate = Kanal in German for this channel',
    ]) {
      await chat.say('bo', 'general', `glossary add ${said}`);
    }
    expect(await termsAt('general')).toEqual(
      ['Kanal', 'Kanal, jede', 'Team', 'Team, jede'].map((said) => `Gate → ${said}`),
    );
    expect(await termsAt('finance', 'fr')).toEqual(['Gate → Team, jede']);
  });

  it('a term of one source language does not apply to another', async () => {
    await chat.say('bo', 'general', 'glossary add Gift = poison from German to English for the team');
    expect(await termsAt('general', 'en', 'de-at')).toEqual(['Gift → poison']);
    expect(await termsAt('general', 'en', 'sv')).toEqual([]);
    expect(await termsAt('general', 'en')).toEqual(['Gift → poison']);
  });

  it('a term that is added again gets the new translation', async () => {
    await chat.say('bo', 'general', 'glossary add Gate = Tür in German for the team');
    const { words } = await chat.say('bo', 'general', 'glossary add Gate = Tor in German for the team');
    expect(words).toContain('Changed: Gate → Tor.');
    expect(await termsAt('general')).toEqual(['Gate → Tor']);
  });

  it('a term opens the form for what the command leaves out, with the rest filled in', async () => {
    const { fields } = await chat.say('bo', 'general', 'glossary add Gate = Tor');
    expect(fields).toEqual({ term: 'Gate', translation: 'Tor', into: '', where: 'team' });
    const again = await chat.fill('bo', 'general', { into: 'Germna', where: 'channel' });
    expect(again.words).toContain(texts.plain('translation.glossary.problem.language'));
    await chat.fill('bo', 'general', { into: 'Deutsch' });
    expect(await termsAt('general')).toEqual(['Gate → Tor']);
    expect(await termsAt('finance')).toEqual([]);
  });
});

describe('an import', () => {
  it('an import adds every line and answers with their number', async () => {
    const { words } = await chat.say('bo', 'own', 'glossary import to German:\nGate = Tor\nLedger = Hauptbuch');
    expect(words).toContain('2 new terms, none replaced.');
    expect(await termsAt('own')).toEqual(['Gate → Tor', 'Ledger → Hauptbuch']);
  });

  it('an import names wrong lines, adds nothing and keeps the pasted text in the form', async () => {
    const pasted = 'Gate = Tor\nLedger\nHouse = Haus';
    const wrong = await chat.say('bo', 'own', `glossary import to German:\n${pasted}`);
    expect(wrong.words).toContain('Line 2 (“Ledger”) has no translation.');
    expect(wrong.fields).toEqual({ terms: pasted, into: 'German' });
    expect(await termsAt('own')).toEqual([]);
    await chat.fill('bo', 'own', { terms: pasted.replace('Ledger', 'Ledger = Hauptbuch') });
    expect(await termsAt('own')).toHaveLength(3);
  });

  it('an import with languages in its first line asks for none', async () => {
    await chat.say('bo', 'own', 'glossary import\nTerm;German;French\nGate;Tor;Porte');
    expect(await termsAt('own')).toEqual(['Gate → Tor']);
    expect(await termsAt('own', 'fr-ca')).toEqual(['Gate → Porte']);
  });

  it('an import without a language asks for it and keeps the pasted text', async () => {
    const { fields, words } = await chat.say('bo', 'own', 'glossary import\nGate = Tor');
    expect(words).toContain(texts.plain('translation.glossary.problem.whichLanguage'));
    expect(fields).toEqual({ terms: 'Gate = Tor', into: '' });
  });

  it('longer than a form is added at once', async () => {
    const lines = Array.from({ length: 400 }, (_, n) => `Term ${n} = Wort ${n}`).join('\n');
    const { words } = await chat.say('bo', 'own', `glossary import to German:\n${lines}`);
    expect(words).toContain('400 new terms, none replaced.');
    expect(words).toContain('Page 1 of 40 · 400 in all');
  });

  it('longer than a form with a wrong line is refused as a whole', async () => {
    const lines = Array.from({ length: 400 }, (_, n) => (n === 7 ? 'Seven' : `Term ${n} = Wort ${n}`)).join('\n');
    const { words } = await chat.say('bo', 'own', `glossary import to German:\n${lines}`);
    expect(words).toContain('Nothing was imported, because some lines are wrong. Line 8 (“Seven”)');
    expect(await termsAt('own')).toEqual([]);
  });

  it('beyond the maximum of a glossary adds nothing', async () => {
    const lines = Array.from({ length: 5_001 }, (_, n) => `T${n} = W${n}`).join('\n');
    const { words } = await chat.say('bo', 'own', `glossary import to German:\n${lines}`);
    expect(words).toContain('the maximum is 5,000');
    expect(await termsAt('own')).toEqual([]);
  });
});

describe('the list', () => {
  beforeEach(async () => {
    const lines = Array.from({ length: 25 }, (_, n) => `Term ${String(n).padStart(2, '0')} = Wort`).join('\n');
    await chat.say('bo', 'general', `glossary import to German:\n${lines}`);
    await chat.fill('bo', 'general', { where: 'team' });
  });

  it('turns its pages on the same card', async () => {
    const first = await chat.say('ana', 'finance', 'glossary');
    expect([first.rows.length, first.rows[0]]).toEqual([10, 'Term 00 → Wort']);
    const second = await chat.press('ana', 'finance', 'translation.glossary.turn');
    expect(second.rows[0]).toBe('Term 10 → Wort');
    expect(second.words).toContain('Page 2 of 3 · 25 in all');
  });

  it('the list stays on its page when a term is removed, and can put it back', async () => {
    await chat.say('bo', 'general', 'glossary');
    await chat.press('bo', 'general', 'translation.glossary.turn');
    const after = await chat.press('bo', 'general', 'translation.glossary.remove');
    expect(after.words).toContain('Removed: Term 10 → Wort.');
    expect([after.rows.length, after.rows[0]]).toEqual([10, 'Term 11 → Wort']);
    const form = await chat.press('bo', 'general', 'translation.glossary.add');
    expect(form.fields).toEqual({ term: 'Term 10', translation: 'Wort', into: 'de', where: 'team' });
    await chat.fill('bo', 'general', {});
    expect(await termsAt('general')).toHaveLength(25);
  });

  it('searches for letters', async () => {
    const { rows } = await chat.say('ana', 'general', 'glossary term 07');
    expect(rows).toEqual(['Term 07 → Wort']);
  });

  it('the list has no edit buttons without the right to edit, and the commands are refused', async () => {
    const { titles } = await chat.say('ana', 'general', 'glossary');
    expect(titles).toEqual(['Next']);
    for (const said of ['add Gate = Tor in German', 'remove Term 01', 'import to German:\nGate = Tor']) {
      expect((await chat.say('ana', 'general', `glossary ${said}`)).words).toContain(
        'the policy does not let you change the one here',
      );
    }
    expect(await termsAt('general')).toHaveLength(25);
  });

  it('the list of another team is neither shown nor changed', async () => {
    await chat.say('bo', 'general', 'glossary');
    const { rows } = await chat.press('bo', 'elsewhere', 'translation.glossary.remove');
    expect(rows).toEqual([]);
    expect(await termsAt('general')).toHaveLength(25);
  });
});

describe('glossary remove', () => {
  beforeEach(async () => {
    await chat.say('bo', 'general', 'glossary add Gate = Tor in German for the team');
    await chat.say('bo', 'general', 'glossary add Gate = Porte in French for the team');
  });

  it('removes the named term', async () => {
    expect((await chat.say('bo', 'general', 'glossary remove Gate in French')).words).toContain(
      'Removed: Gate → Porte.',
    );
    expect(await termsAt('general')).toEqual(['Gate → Tor']);
  });

  it('glossary remove lists several terms to choose from', async () => {
    const { rows } = await chat.say('bo', 'general', 'glossary remove Gate');
    expect(rows).toEqual(['Gate → Tor', 'Gate → Porte']);
  });

  it('glossary remove says that there is no such term', async () => {
    expect((await chat.say('bo', 'general', 'glossary remove gate')).words).toContain('There is no term “gate” here.');
  });
});

it('everybody has a glossary in their own chat', async () => {
  await chat.say('ana', 'own', 'glossary add Gate = Tor in German');
  expect(await termsAt('own')).toEqual(['Gate → Tor']);
});

it.each([
  ['ana', 'No terms yet'],
  ['bo', 'No terms yet'],
  ['cy', 'the policy does not let you see the one here.'],
] as const)('the list of %s says “%s”', async (who, said) => {
  expect((await chat.say(who, 'general', 'glossary')).words).toContain(said);
});
