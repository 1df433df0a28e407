import { DAY } from '#platform/lib/clock.ts';
import { createLogger } from '#platform/lib/logger.ts';
import { people } from '../../sandbox/world.ts';
import { pressAsIf } from '../support/own-views.ts';
import { personalChat, startSteward, wordsOf } from '../support/steward.ts';
import { answerOf, ask, plain, shown } from '../support/story.ts';
import { steward } from '../support/story-steward.ts';
import { translationStory } from '../support/translation-story.ts';

const SAID = 'The ledger is down.';
const GERMAN = 'Das Hauptbuch ist ausgefallen.';

const logged: string[] = [];
const s = steward({ log: createLogger('debug', { write: (line) => void logged.push(line) }) });

const { calls, begin, ended, translate, replying } = translationStory(s);
const buttonIs = (name: 'from' | 'alignment' | 'texts' | 'next' | 'original') => plain(`translation.button.${name}`);

describe('a typed translation', () => {
  it('into three languages in one call, both texts labelled, the machine and the price named', async () => {
    const before = calls().length;
    const words = wordsOf(await translate('ana', `to german, french and japanese: ${SAID}`));
    for (const text of [GERMAN, 'Le grand livre est en panne.', '元帳が停止しています。', SAID])
      expect(words).toContain(text);
    for (const text of ['English → German, French', plain('translation.card.original', { from: 'English' })]) {
      expect(words).toContain(text);
    }
    expect(words).toContain('Machine translation');
    expect(words).toContain('78 characters charged');
    expect(calls().length).toBe(before + 1);
  });

  it('comes in the language that its reader said they read, and in that of their Teams otherwise', async () => {
    await s.teams.setLocale('bo', 'fr-FR');
    expect(wordsOf(await translate('bo', `: ${SAID}`))).toContain('Le grand livre est en panne.');
    await s.ask('bo', 'my language Deutsch', { where: personalChat('bo') });
    expect(wordsOf(await translate('bo', `: ${SAID}`))).toContain(GERMAN);
    await s.ask('bo', 'my language automatic', { where: personalChat('bo') });
    await s.teams.setLocale('bo', 'en-GB');
  });

  it('keeps line breaks, code and links, and stands in the thread where it was asked', async () => {
    const text = `${SAID}\n\`kubectl get pods\` https://status.example/a?b=1\nWho has access to production?`;
    const card = await ended('ana', await s.ask('ana', `translate to de:\n${text}`));
    const lines = wordsOf(card).split('\n');
    expect(lines).toEqual(
      expect.arrayContaining([GERMAN, 'Wer hat Zugriff auf die Produktion?', 'https://status.example/a?b=1']),
    );
    expect(wordsOf(card)).toContain('kubectl get pods');
  });

  it('of a message that is replied to says that Teams hands over its beginning only', async () => {
    const { id } = await s.teams.say('ana', personalChat('ana'), SAID);
    const words = wordsOf(await replying('ana', 'to german', id));
    expect(words).toContain(GERMAN);
    expect(words).toContain(shown('translation.card.shortened.quote'));
  });

  it('without a text asks for one, with the languages that were said, and says how to read a message of somebody else', async () => {
    const form = await translate('ana', 'to german');
    expect(wordsOf(form)).toContain(shown('translation.form.introEmpty'));
    await s.pressTitled('ana', form, plain('translation.form.submit'), { text: SAID, more: '' });
    await s.says('ana', form, GERMAN);
  });

  it.each([
    ['to klingonn: hello', 'translation.refused.languageNear', { said: 'klingonn', near: 'Klingon (Latin)' }],
    ['to quenya: hello', 'translation.refused.language', { said: 'quenya', near: '' }],
    ['to german in runic letters: hello', 'translation.refused.script', { said: 'runic' }],
  ] as const)('%s is answered with what can be written', async (words, text, values) => {
    expect(wordsOf(await translate('ana', words))).toContain(shown(text, values).slice(0, 40));
  });

  it('shows the other script, masks what is profane, and asks the custom system by its name', async () => {
    const latin = wordsOf(await translate('ana', `to japanese in latin letters: ${SAID}`));
    expect(latin).toContain(plain('translation.card.script', { language: 'Japanese', script: 'Japanese (Latin)' }));
    expect(wordsOf(await translate('ana', 'to german masking swear words: He is a jackass.'))).toContain('***');
    const custom = wordsOf(await translate('ana', `to german with ledger terms: ${SAID}`));
    expect(custom).toContain('Das Kassenbuch ist ausgefallen.');
    expect(custom).toContain(shown('translation.card.custom'));
  });
});

describe('its card', () => {
  it('asks where the language is in doubt, and translates again from the one that is picked', async () => {
    const card = await translate('ana', 'to german: gateway frobnicate zork');
    await s.pressTitled('ana', card, buttonIs('from'), { from: 'fr' });
    await s.says('ana', card, 'French → German');
  });

  it('shows word alignment on request, and leads back', async () => {
    const card = await translate('ana', 'to german: The vendor has confirmed the incident. We are looking into it.');
    await s.pressTitled('ana', card, buttonIs('alignment'));
    await s.says('ana', card, 'vendor → Anbieter');
    expect(await s.pressTitled('ana', card, buttonIs('texts'))).toContain('Machine translation');
  });

  it('turns the pages of a long message in place, and leads to the original', async () => {
    const card = await translate('ana', `to de: ${`${SAID} Please approve my request.\n`.repeat(200)}`);
    expect(wordsOf(await s.says('ana', card, 'page 1 of'))).toContain(GERMAN);
    const second = await s.pressTitled('ana', card, buttonIs('next'));
    expect(second).toContain('page 2 of');
    expect(await s.pressTitled('ana', card, buttonIs('original'))).toContain(SAID);
  });

  it('is turned by its asker only', async () => {
    const card = await ended('ana', await s.ask('ana', `translate to german: ${SAID}`));
    expect(await s.offeredTo('bo', card)).toEqual([]);
    const pressed = await pressAsIf(s, 'bo', card, { verb: 'translation.curious', of: 'ana' });
    expect(answerOf(pressed)).toBe(plain('translation.refused.notYours'));
  });

  it('is forgotten when the policy says so', async () => {
    const card = await translate('ana', `to german: ${SAID}`);
    s.clock.advance(8 * DAY);
    await translate('ana', 'to german: Can somebody look at the gateway?');
    expect(await s.pressTitled('ana', card, buttonIs('alignment'))).toBe(plain('translation.gone'));
  });
});

it('takes the team’s terms, which stand in a list and go at a press', async () => {
  await s.ask('bo', 'glossary add ledger = Kontenbuch in German for the team');
  await s.says('ana', await s.ask('ana', `translate to german: ${SAID}`), 'Kontenbuch');
  const list = await s.ask('bo', 'glossary');
  expect(wordsOf(list)).toContain('ledger → Kontenbuch');
  await s.pressTitled('bo', list, plain('translation.glossary.takeOut'));
  await s.says('bo', list, 'Removed: ledger → Kontenbuch.');
});

it('shows the usage against the budgets', async () => {
  const words = await s.reply('ana', 'translation usage');
  expect(words).toMatch(/\d of 50,000 characters today.*\d of 5,000,000 characters this month/s);
});

describe('a problem', () => {
  it('too many requests: the card says that it waits, and then it is there', async () => {
    s.vendor.faults.set({ kind: 'throttle', retryAfter: 300, operation: 'translateText' });
    const card = await begin('ana', 'to de: Who has access to production?');
    await s.says('ana', card, plain('translation.fault.throttled'));
    s.vendor.faults.clear();
    s.clock.advance(305_000);
    await s.fast(() => s.says('ana', card, 'Wer hat Zugriff'));
  });

  it('a custom system that is being prepared: the card says so, and is there a minute later', async () => {
    const card = await begin('ana', 'to german with treasury terms: Who has access to production?');
    await s.says('ana', card, plain('translation.fault.preparing'));
    s.clock.advance(65_000);
    await s.fast(() => s.says('ana', card, shown('translation.card.custom')));
  });

  it('a refusal that quotes the message is told in our own words', async () => {
    const message = `cannot read: ${SAID}`;
    s.vendor.faults.set({ kind: 'refuse', status: 400, code: '400000', message, operation: 'translateText' });
    const card = await begin('ana', `to swedish: ${SAID}`);
    await s.says('ana', card, 'This is an error in Steward');
    s.vendor.faults.clear();
  });

  it('a translation without a translator is refused', async () => {
    const other = await startSteward({ vendor: ({ translator: _none, ...rest }) => rest });
    try {
      const answer = await ask(other, 'ana', `translate to german: ${SAID}`);
      expect(wordsOf(answer)).toContain(shown('vendor.error.notSetUp'));
    } finally {
      await other.end();
    }
  });
});

it('no line of the log holds a message, a translation or the key', () => {
  const log = logged.join('\n');
  expect(log).toContain('translated');
  const canaries = [
    SAID,
    GERMAN,
    'ledger is',
    'Hauptbuch',
    'Zahlungen',
    'kubectl',
    'payouts are',
    'Kanalbuch',
    'Teambuch',
    'cannot read',
    s.vendor.keys.translator,
  ];
  expect(canaries.filter((text) => log.includes(text))).toEqual([]);
  expect(log).toContain(people.ana.objectId);
});
