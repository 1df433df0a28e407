import { createHash } from 'node:crypto';
import { type Answer, type Call, Refusal } from './operation.ts';

const PAGE_SIZE = 5;
const TOKEN = '$skipToken';

/** A row with an ascending number that is not reused, so that pages stay correct while rows change. */
export interface Numbered {
  readonly seq: number;
}

/** A query parameter by its name in any case. */
export const queryValue = (query: URLSearchParams, name: string): string | undefined =>
  [...query].find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];

/**
 * One page of the rows, each formatted by `show`, with an absolute nextLink while there are more.
 * @param size rows of a page
 */
export const page = <T extends Numbered>(
  call: Call,
  rows: readonly T[],
  show: (row: T) => unknown,
  size = PAGE_SIZE,
): Answer => {
  const after = startOf(call);
  const rest = rows.filter((row) => row.seq > after);
  const shown = rest.slice(0, size);
  const last = shown.at(-1);
  const nextLink =
    rest.length > size && last ? { nextLink: nextAddress(call, TOKEN, `after:${last.seq}:${listOf(call)}`) } : {};
  return { status: 200, body: { value: shown.map(show), ...nextLink } };
};

const startOf = (call: Call): number => {
  const token = queryValue(call.query, TOKEN);
  if (token === undefined) return 0;
  if (call.world.faults.take('skip-token-expired', call.operation))
    throw new Refusal(400, 'InvalidSkipToken', 'The $skiptoken has expired. Read the list from its beginning.');
  const after = Buffer.from(token, 'base64url').toString('utf8');
  const [, seq, list] = /^after:(\d{1,15}):(\w+)$/.exec(after) ?? [];
  if (list !== listOf(call)) throw new Refusal(400, 'InvalidSkipToken', 'The $skiptoken is not valid.');
  return Number(seq);
};

/** A token belongs to the list that gave it. */
const listOf = ({ target }: Call): string => {
  const [path = ''] = target.split('?', 1);
  const list = decodeURIComponent(path).replace(/^\/+/, '').toLowerCase();
  return createHash('sha256').update(list).digest('hex').slice(0, 12);
};

/** The same address with a token of this text, under this name; the rest of the query is unchanged. */
export const nextAddress = ({ target, origin }: Call, name: string, text: string): string => {
  const [path = '', query = ''] = target.split('?', 2);
  const kept = query.split('&').filter((part) => part !== '' && !/^(\$|%24)skiptoken=/i.test(part));
  const token = `${name}=${Buffer.from(text).toString('base64url')}`;
  return `${origin}/${path.replace(/^\/+/, '')}?${[...kept, token].join('&')}`;
};
