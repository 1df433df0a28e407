import { tokensOf } from '#bot/understanding/tokens.ts';
import { tokensOf as filterTokens } from '#features/billing/invoice/filter.ts';
import { parseFilter } from '#features/health/filter.ts';
import { readTerm } from '#features/translation/glossary/read-term.ts';
import { unquoted } from '#platform/lib/quotes.ts';

const KINDS = ['""', '“”', '„“', '„”', '””', '«»', '»«', '＂＂', '‘’', '‚‘', '‚’', '‹›', '›‹', "''"];

it.each(KINDS)('a name in the quotes %s is read as in straight ones', ([begin, end] = '') => {
  const quoted = `${begin}Bo’s databases${end}`;
  expect(unquoted(quoted)).toBe('Bo’s databases');
  expect(filterTokens(`family ${quoted}`)[1]).toMatchObject({ text: 'Bo’s databases', quoted: true });
  expect(parseFilter({ service: `${quoted}, Key Vault` }, 'subscription').services).toEqual([
    'Bo’s databases',
    'Key Vault',
  ]);
  expect(readTerm(`${quoted} = ${begin}Datenbank${end}`, undefined)).toEqual({
    term: 'Bo’s databases',
    translation: 'Datenbank',
  });
  expect(tokensOf(`show ${begin}the databases${end}`, { short: {} })[1]).toMatchObject({
    kind: 'quoted',
    word: 'the databases',
  });
});

it.each(['what’s changed', 'the users’ list and Bo’s', '’90s', '5" disks', 'it isn‘t', '“a” and “b”'])(
  '%s is not quoted as a whole',
  (text) => expect(unquoted(text)).toBe(text),
);
