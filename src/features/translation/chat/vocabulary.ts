import type { Suggest } from '#bot/commands/registry.ts';
import type { Name } from '#bot/understanding/vocabulary.ts';
import type { Policy } from '#policy/policy.ts';
import { languageCodes, languageName } from '../languages/names.ts';
import { categoriesOf, mayTranslate, offeredLanguages } from '../policy.ts';

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
