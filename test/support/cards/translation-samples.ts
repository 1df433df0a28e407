import { resultCard, stateCard, viewOfResult } from '#features/translation/cards/translation-card.ts';
import { languageName } from '#features/translation/languages/names.ts';
import { readMessage } from '#features/translation/message/read-message.ts';
import {
  type AlignedText,
  firstView,
  type Order,
  type Result,
  type TargetResult,
  type Translation,
  translationVerbs,
} from '#features/translation/translation.ts';
import { NO_TEXT } from '#platform/lib/text.ts';
import { type CardSample, sample, words } from './sample.ts';

const ID = 'Iu3jL7xWUtiPTXNfMIwPKg';

const html = (content: string) => readMessage({ kind: 'html', content });

const SAID =
  '<p><at id="0">Ana Rossi</at> <b>the ledger</b> is down since 9:02. Please run <code>kubectl get pods -n ledger</code> and read <a href="https://runbooks.northwind.example/ledger">the runbook</a>.</p><ul><li>payments fail</li><li>payouts wait</li></ul><pre>POST /payments 503\nretry-after: 30</pre>';
const GERMAN =
  '<p><at id="0">Ana Rossi</at> <b>das Hauptbuch</b> ist seit 9:02 ausgefallen. Bitte führe <code>kubectl get pods -n ledger</code> aus und lies <a href="https://runbooks.northwind.example/ledger">das Runbook</a>.</p><ul><li>Zahlungen scheitern</li><li>Auszahlungen warten</li></ul><pre>POST /payments 503\nretry-after: 30</pre>';

const order = (to: Order['to'], content = SAID): Order => ({
  ...{ message: { kind: 'html', content }, to, profanity: 'NoAction', allowFallback: true, alignment: false },
});
const translation = (asked: Order, more: Partial<Translation> = {}): Translation => ({
  ...{ id: ID, askedBy: 'ana', asker: { objectId: 'ana', tenantId: 't', conversationId: 'c' }, order: asked },
  ...{ view: firstView, version: 1, parked: {}, state: { is: 'waiting', done: 0, of: 0 } },
  ...more,
});
const into = (language: string, content: string, more: Partial<TargetResult> = {}): TargetResult => ({
  ...{ target: { language }, document: html(content), untouched: 0, custom: false },
  ...more,
});
const outcome = (targets: readonly TargetResult[], more: Partial<Result> = {}): Result => ({
  ...{ sources: [{ language: 'en', blocks: 4 }], doubtful: false, targets, charged: 214 },
  ...more,
});
const choices = () => ['de', 'en', 'fr', 'nl', 'pt'].map((value) => ({ title: languageName(value, 'en'), value }));
const shown = (name: string, one: Translation, came: Result) =>
  sample(`translation: ${name}`, resultCard, viewOfResult(one, came, { words, choices }));

const aligned: AlignedText = {
  source: 'The vendor has confirmed the incident. We are looking into it.',
  target: 'Der Anbieter hat den Vorfall bestätigt. Wir sehen es uns an.',
  words: [
    [0, 2, 0, 2],
    [4, 9, 4, 11],
    [11, 13, 13, 15],
    [15, 23, 29, 37],
    [25, 36, 17, 27],
  ],
  sourceSentences: [39, 23],
  targetSentences: [40, 20],
};

const long = Array.from(
  { length: 160 },
  (_, index) => `<p>${index + 1}. The payouts are late again, and the gateway answers slowly.</p>`,
).join('');
const lange = Array.from(
  { length: 160 },
  (_, index) => `<p>${index + 1}. Die Auszahlungen sind wieder verspätet, und das Gateway antwortet langsam.</p>`,
).join('');

const button = (name: 'show' | 'change') => ({
  title: words.plain(`translation.button.${name}`),
  verb: translationVerbs[name],
  data: { id: ID },
});

export const translationSamples: readonly CardSample[] = [
  shown('one language', translation(order([{ language: 'de' }])), outcome([into('de', GERMAN)])),
  shown(
    'three languages, one of them from right to left, one in other letters too',
    translation(
      order([{ language: 'de' }, { language: 'ar' }, { language: 'ja', script: 'Latn' }], '<p>The ledger is down.</p>'),
    ),
    outcome([
      into('de', '<p>Das Hauptbuch ist ausgefallen.</p>', { custom: true }),
      into('ar', '<p>دفتر الأستاذ معطل.</p>'),
      into('ja', '<p>元帳が停止しています。</p>', {
        target: { language: 'ja', script: 'Latn' },
        transliterated: 'Motochō ga teishi shite imasu.',
      }),
    ]),
  ),
  shown(
    'in doubt, and a part that did not come back whole',
    translation(order([{ language: 'en' }], '<p>Status do gateway: ok</p><p>Ver <code>a</code>.</p>'), {
      view: { ...firstView, shortened: 'quote' },
    }),
    outcome([into('en', '<p>Status of the gateway: ok</p><p>Ver <code>a</code>.</p>', { untouched: 1 })], {
      ...{ sources: [{ language: 'pt', score: 0.46, blocks: 2 }], doubtful: true, charged: 0 },
    }),
  ),
  shown(
    'a page of a long one',
    translation(order([{ language: 'de' }], long), { view: { ...firstView, page: 1 } }),
    outcome([into('de', lange)]),
  ),
  shown(
    'word alignment',
    translation(order([{ language: 'de' }]), { view: { page: 0, face: 'alignment' } }),
    outcome([into('de', GERMAN, { aligned: [aligned] })]),
  ),
  shown(
    'asked for once more in vain',
    translation(order([{ language: 'de' }], '<p>The ledger is down.</p>'), {
      state: {
        is: 'done',
        outcome: outcome([into('de', '<p>Das Hauptbuch ist ausgefallen.</p>')]),
        note: { why: 'translation.fault.malformed', values: {} },
      },
    }),
    outcome([into('de', '<p>Das Hauptbuch ist ausgefallen.</p>')]),
  ),
  sample('translation: on its way, in a dialog', stateCard, {
    title: words.markdown('translation.waiting.title', { to: 'German' }),
    text: words.markdown('translation.waiting.dialog'),
    tone: 'Default',
    progress: words.markdown('translation.waiting.progress', { done: 12_400, of: 48_000 }),
    buttons: [button('show')],
  }),
  sample('translation: not made', stateCard, {
    title: words.markdown('translation.failed.title', { to: 'German' }),
    text: words.markdown('translation.refused.notAllowed'),
    tone: 'Attention',
    progress: NO_TEXT,
    buttons: [button('change')],
  }),
];
