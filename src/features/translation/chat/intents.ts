import type { Suggest } from '#bot/commands/registry.ts';
import { acts, asks, choice, named, shows, type Taking, takesAway, taking } from '#bot/understanding/intent.ts';
import type { Name } from '#bot/understanding/vocabulary.ts';
import type { Policy } from '#policy/policy.ts';
import { languageCodes, languageName } from '../languages/names.ts';
import { categoriesOf, mayTranslate, offeredLanguages } from '../policy.ts';

const from: Taking = { ...named('language', 'from', 'from'), lead: 'from' };
const languages: Taking = { argument: 'to', by: 'names', kind: 'language', word: 'to', lead: 'into' };

export const intents = [
  shows('translate', from, languages, { ...named('category', 'with', 'with'), lead: 'category' }, taking('text', ':')),
  acts('my language', { ...named('language'), lead: 'own' }),
  shows('glossary', taking('quoted', undefined, 'text')),
  asks('glossary add', { ...taking('term'), pair: true }, named('language', 'in'), choice('scope', 'for the', 'scope')),
  asks('glossary import', named('language', 'to'), taking('lines', '\n', 'terms')),
  takesAway(acts('glossary remove', taking('term'), named('language', 'in'))),
  shows('translation usage'),
];

/** The offered languages by their names in all of them, others by their English one; and the systems with terms of their own. */
export const vocabulary = (policy: Policy): readonly Name[] => {
  const offered = offeredLanguages(policy);
  return [
    ...offered.map((key) => ({
      kind: 'language',
      key,
      titles: [
        ...new Set([...offered.map((locale) => languageName(key, locale)), languageName(key, 'en'), plainName(key)]),
      ],
      fixed: true as const,
    })),
    ...languageCodes
      .filter((key) => !offered.includes(key))
      .map((key) => ({ kind: 'language', key: languageName(key, 'en'), titles: [], fixed: true as const })),
    ...[...categoriesOf(policy)].map(([key, { title }]) => ({ kind: 'category', key, titles: [title] })),
  ];
};

/** Serbian, whatever it is written in. */
const plainName = (code: string): string => languageName(code.split('-')[0] ?? code, 'en');

export const suggest: Suggest = ({ who }, { policy }) =>
  mayTranslate(policy.current(), who.objectId) ? ['translate'] : [];
