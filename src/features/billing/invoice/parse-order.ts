import { refused } from '../errors.ts';
import type { Order } from './filter.ts';
import { AMOUNT, DATE, fieldAt } from './filter.ts';
import { type Token, tokensOf, wordsAt } from './tokens.ts';

const namedOrders: Readonly<Record<string, Order>> = {
  largest: { path: AMOUNT.path, direction: 'desc' },
  biggest: { path: AMOUNT.path, direction: 'desc' },
  highest: { path: AMOUNT.path, direction: 'desc' },
  smallest: { path: AMOUNT.path, direction: 'asc' },
  lowest: { path: AMOUNT.path, direction: 'asc' },
  newest: { path: DATE.path, direction: 'desc' },
  latest: { path: DATE.path, direction: 'desc' },
  oldest: { path: DATE.path, direction: 'asc' },
};

const DIRECTIONS: Readonly<Record<string, Order['direction']>> = {
  asc: 'asc',
  ascending: 'asc',
  up: 'asc',
  desc: 'desc',
  descending: 'desc',
  down: 'desc',
};
const FILLERS: ReadonlySet<string> = new Set([',', 'and', 'then', 'by', 'first']);
const MOST = 4;

/** “largest first”, “newest”: where an order begins without the word sort. */
export const startsOrder = (tokens: readonly Token[], at: number): boolean => {
  const [word = '', next] = wordsAt(tokens, at, 2);
  return word === 'sort' || word === 'sorted' || (Object.hasOwn(namedOrders, word) && next === 'first');
};

/**
 * Reads “family, amount descending”, “by date”, “largest first”. Where no direction is said, texts go up and numbers and days
 * go down: people look for the largest and the newest.
 * @throws AppError for what it does not know
 */
export const parseOrder = (typed: string): readonly Order[] => {
  const tokens = tokensOf(typed);
  const found: Order[] = [];
  for (let at = 0; at < tokens.length; ) {
    const [word = ''] = wordsAt(tokens, at, 1);
    const ready = Object.hasOwn(namedOrders, word) ? namedOrders[word] : undefined;
    if (FILLERS.has(word)) {
      at += 1;
      continue;
    }
    if (ready) {
      found.push(ready);
      at += 1;
      continue;
    }
    const named = fieldAt(wordsAt(tokens, at, 3), 0);
    if (!named) throw refused('order', { said: tokens[at]?.text ?? '' });
    at += named.length;
    const [next = ''] = wordsAt(tokens, at, 1);
    const said = Object.hasOwn(DIRECTIONS, next) ? DIRECTIONS[next] : undefined;
    const { path, type } = named.field;
    found.push({ path, direction: said ?? (type === 'text' ? 'asc' : 'desc') });
    if (said) at += 1;
  }
  if (found.length > MOST) throw refused('tooMuch');
  return found;
};
