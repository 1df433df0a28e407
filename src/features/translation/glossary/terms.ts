import type { Services } from '../../feature.ts';
import type { Asker } from '../order.ts';
import type { Term, TranslateDeps } from '../translate-deps.ts';
import { type Spot, type TermRow, termsIn } from './term-rows.ts';

/** The glossaries that hold in a conversation, its own first. */
export const spotsOf = ({ conversationId, teamId }: Pick<Asker, 'conversationId' | 'teamId'>): readonly Spot[] => [
  { scope: 'channel', holder: conversationId.split(';', 1)[0] ?? '' },
  ...(teamId === undefined ? [] : [{ scope: 'team' as const, holder: teamId }]),
];

/** `de` stands for `de-AT` too. */
const covers = (code: string, language: string): boolean =>
  code === '' || `${language.toLowerCase()}-`.startsWith(`${code.toLowerCase()}-`);

/** Of equal phrases the channel's goes before the team's, one for this language before one for every language. */
const rank = ({ scope, target, source }: TermRow): number =>
  (scope === 'channel' ? 0 : 4) + (target === '' ? 2 : 0) + (source === '' ? 1 : 0);

/** For one order: the glossaries are read once, and each list is one and the same however often it is asked for. */
export const createTerms = ({ database }: Pick<Services, 'database'>): TranslateDeps['terms'] => {
  const read = new Map<string, Promise<readonly TermRow[]>>();
  const lists = new Map<string, Promise<readonly Term[]>>();
  const once = <V>(made: Map<string, Promise<V>>, key: string, make: () => Promise<V>): Promise<V> => {
    const value = made.get(key) ?? make();
    made.set(key, value);
    return value;
  };

  return (asker, from, to) => {
    const spots = spotsOf(asker);
    const place = JSON.stringify(spots);
    return once(lists, JSON.stringify([place, from, to]), async () => {
      const rows = await once(read, place, () => termsIn(database.db, spots));
      return rows
        .filter(({ target, source }) => covers(target, to) && (from === undefined || covers(source, from)))
        .sort((a, b) => rank(a) - rank(b))
        .map(({ phrase, translation }) => ({ phrase, translation }));
    });
  };
};
