import { readHtml } from '../../../sandbox/cloud/translation/segments.ts';
import { createVendorSandbox } from '../../../sandbox/cloud/vendor-sandbox.ts';
import { createVendorClient } from '../../../src/cloud/client.ts';
import { translateText, writeTranslation } from '../../../src/cloud/operations/translation.ts';
import { toText } from '../../../src/features/translation/message/outline.ts';
import type { Result } from '../../../src/features/translation/translation.ts';
import { translate } from '../../../src/features/translation/translator/translate.ts';
import type { Namespace } from '../../../src/platform/config/vendor-settings.ts';
import { createHttp } from '../../../src/platform/http/http.ts';
import { systemClock } from '../../../src/platform/lib/clock.ts';
import { randomIds } from '../../../src/platform/lib/ids.ts';
import { silentLog } from '../../../src/platform/lib/logger.ts';
import { Secret } from '../../../src/platform/lib/secret.ts';
import { asker, createTranslating } from '../../../test/support/translating.ts';
import { defineCheck, thrown } from '../../lib/define-check.ts';
import { type Plan, type PlannedTerm, planOf } from './plan.ts';

/** A request as it went over the wire. */
interface Sent {
  readonly texts: readonly string[];
  readonly to: readonly string[];
  readonly from: string | undefined;
  readonly html: boolean;
}

/** The names of the dictionary's element, as the documents have them. */
const TAG = { Vendor: 'vendortrans:dictionary', Microsoft: 'mstrans:dictionary' } as const;

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: '\u00a0', apos: "'" };
const decoded = (text: string): string =>
  text
    .replace(/&(?:#(\d+)|(\w+));/g, (whole, point?: string, name = '') =>
      point === undefined ? (ENTITIES[name] ?? whole) : String.fromCodePoint(Number(point)),
    )
    .replaceAll('\u00a0', ' ');

interface Entry {
  readonly phrase: string;
  readonly translation: string;
}

/** @returns undefined where something that looks like the element is no whole one */
const entriesOf = (text: string, tag: string): readonly Entry[] | undefined => {
  const whole = new RegExp(`<${tag} translation="([^"<>]*)">([^<>]*)</${tag}>`, 'g');
  const entries = [...text.matchAll(whole)].map(([, translation = '', phrase = '']) => ({
    phrase: decoded(phrase),
    translation: decoded(translation),
  }));
  const marks = text.match(/<\/?[a-z]+:[a-z]+/g) ?? [];
  return marks.length === entries.length * 2 ? entries : undefined;
};

const sorted = (words: readonly string[]): string => [...words].sort().join(' | ');
const spaced = (text: string): string => text.replaceAll('\u00a0', ' ');
const timesIn = (text: string, piece: string): number => text.split(piece).length - 1;

/** @returns every invariant that is broken, in words */
const violationsOf = (
  { terms, to, applied }: Plan,
  sent: readonly Sent[],
  outcome: Result,
  tag: string,
): readonly string[] => [
  ...sent.flatMap((request) => wireLaws(request, tag)),
  ...to.flatMap((language) => dictionaryLaws(terms, applied, sent, language, tag)),
  ...outcome.targets.flatMap(({ target, document, untouched }) => [
    ...(untouched > 0 ? [`${untouched} blocks stand in the original`] : []),
    ...resultLaws(terms, applied, spaced(toText(document)), target.language),
  ]),
];

/** Well-formed html, whole entries, and the language named where there are any. */
const wireLaws = ({ texts, from, html }: Sent, tag: string): readonly string[] =>
  texts.flatMap((text) => {
    const entries = entriesOf(text, tag);
    return [
      ...(html && readHtml(text) === undefined ? [`no well-formed element: ${text}`] : []),
      ...(entries === undefined ? [`an entry that is none: ${text}`] : []),
      ...(entries && entries.length > 0 && from === undefined ? ['entries without the language they are from'] : []),
    ];
  });

/** What was sent to a language names each term as often as it stands there, and as that language has it. */
const dictionaryLaws = (
  terms: readonly PlannedTerm[],
  applied: readonly string[],
  sent: readonly Sent[],
  language: string,
  tag: string,
): readonly string[] => {
  const entries = sent
    .filter(({ to }) => to.includes(language))
    .flatMap(({ texts }) => texts.flatMap((text) => entriesOf(text, tag) ?? []));
  const wanted = terms.map(({ phrase, translations }) => `${phrase} = ${translations[language]}`);
  const wrong = entries.filter(({ phrase, translation }) => !wanted.includes(`${phrase} = ${translation}`));
  const [said, meant] = [sorted(entries.map(({ phrase }) => phrase)), sorted(applied)];
  return [
    ...wrong.map(({ phrase, translation }) => `${phrase} as ${translation} in ${language}`),
    ...(said === meant ? [] : [`${language}: ${said} were sent as terms, not ${meant}`]),
  ];
};

/** Each translation of the glossary stands in what came of it, letter for letter. */
const resultLaws = (
  terms: readonly PlannedTerm[],
  applied: readonly string[],
  text: string,
  language: string,
): readonly string[] =>
  terms.flatMap(({ phrase, translations }) => {
    const translation = translations[language] ?? '';
    const times = applied.filter((each) => each === phrase).length;
    const found = timesIn(text, translation);
    return found === times ? [] : [`${language}: “${translation}” stands there ${found} times, not ${times}`];
  });

const namespaceOf = (run: number): Namespace => (run % 2 === 0 ? 'Vendor' : 'Microsoft');

/** A translator of one profile, and the client that asks it. */
const openGround = async (namespace: Namespace) => {
  const sandbox = await createVendorSandbox({
    ...{ port: 0, namespace, store: 'sqlite::memory:', anyPrincipal: false, listLagMs: 0 },
    ...{ clock: systemClock, ids: randomIds, log: silentLog },
  });
  await sandbox.start();
  const http = createHttp({ clock: systemClock, log: silentLog });
  const vendor = createVendorClient({
    ...{ http, clock: systemClock, ids: randomIds, log: silentLog },
    settings: { namespace, translator: { baseUrl: sandbox.url, key: new Secret(sandbox.keys.translator) } },
  });
  return {
    async play(plan: Plan): Promise<readonly string[]> {
      const sent: Sent[] = [];
      const glossary = plan.terms.flatMap(({ phrase, translations }) =>
        Object.entries(translations).map(([to, translation]) => ({ phrase, translation, to })),
      );
      const { deps } = createTranslating(
        (question, options) => {
          const body = writeTranslation(question, vendor.profile).body as readonly { readonly Text: string }[];
          const { to, from, textType } = question;
          sent.push({ texts: body.map(({ Text }) => Text), to, from, html: textType === 'html' });
          return vendor.call(translateText, question, options);
        },
        glossary,
        { profile: vendor.profile, correlation: randomIds.guid(), now: systemClock.now },
      );
      const order = {
        message: { kind: 'html' as const, content: plan.html },
        to: plan.to.map((language) => ({ language })),
        ...(plan.from === undefined ? {} : { from: plan.from }),
        ...{ profanity: 'NoAction' as const, allowFallback: true, alignment: false },
      };
      const outcome = await translate(order, asker, deps);
      return violationsOf(plan, sent, outcome, TAG[namespace]);
    },
    async end(): Promise<void> {
      await http.close();
      await sandbox.stop();
    },
  };
};

/**
 * Terms go out as entries of the dynamic dictionary, in the markup of either profile and escaped as html wants it, with the
 * language they are from; the longest wins, and in code, links and longer words there are none.
 */
export const terms = defineCheck({
  name: 'translation-7',
  says: 'terms are sent escaped, whole and for their language in both profiles, and in no other text',
  short: { runs: 30, seed: 3 },
  runs: 1_000,
  at: (run) => namespaceOf(run),
  async ground() {
    const grounds = { Vendor: await openGround('Vendor'), Microsoft: await openGround('Microsoft') };
    return { ...grounds, end: () => Promise.all([grounds.Vendor.end(), grounds.Microsoft.end()]) };
  },
  cases: thrown<Plan>(planOf),
  faults: (plan, grounds, run) => grounds[namespaceOf(run)].play(plan),
});
