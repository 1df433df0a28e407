import { type Comparison, holds, type Operator, parseCondition } from '../condition.ts';
import type { Call } from '../operation.ts';
import { queryValue } from '../paging.ts';
import { Refusal } from '../refusal.ts';
import { type Field, fieldNames, fieldOf, type TransactionRecord, texts } from './record.ts';

export interface Question {
  readonly filter: (record: TransactionRecord) => boolean;
  readonly search: (record: TransactionRecord) => boolean;
  readonly order: (one: TransactionRecord, other: TransactionRecord) => number;
  readonly skip: number;
  /** Rows of a page; undefined for the usual number. */
  readonly top: number | undefined;
  readonly count: boolean;
}

const MOST = 50;

/** What the query asks for (spec/1, endpoint 5). @throws Refusal 400 that names the parameter */
export const questionOf = (call: Call): Question => {
  const text = (name: string): string => queryValue(call.query, name)?.trim() ?? '';
  return {
    filter: readFilter(text('filter')),
    search: readSearch(text('search')),
    order: readOrder(text('orderBy')),
    skip: readNumber('skip', text('skip'), 0) ?? 0,
    top: readNumber('top', text('top'), 1, MOST),
    count: readFlag(text('count')),
  };
};

const tests: Readonly<Record<Operator, (order: number) => boolean>> = {
  eq: (order) => order === 0,
  ne: (order) => order !== 0,
  gt: (order) => order > 0,
  ge: (order) => order >= 0,
  lt: (order) => order < 0,
  le: (order) => order <= 0,
};

/** `properties/` may stand before a name, as the record has it. */
const withoutPrefix = (text: string): string => text.replace(/(^|\s|,)properties\//gi, '$1');

const readFilter = (text: string): Question['filter'] => {
  const condition = parseCondition<Field>(withoutPrefix(text), fieldNames, undefined, 'filter');
  const fits = (record: TransactionRecord, { name, operator, value }: Comparison<Field>): boolean => {
    const own = fieldOf(record, name);
    return own !== undefined && tests[operator](compare(own, value));
  };
  return (record) => holds(condition, (comparison) => fits(record, comparison));
};

/** Numbers by their size, everything else as text without case. */
const compare = (own: string, other: string): number => {
  const [left, right] = [Number(own), Number(other)];
  if (own !== '' && other !== '' && !Number.isNaN(left + right)) return left - right;
  const [one, two] = [own.toLowerCase(), other.toLowerCase()];
  return one < two ? -1 : Number(one > two);
};

const readSearch = (text: string): Question['search'] => {
  const wanted = text.toLowerCase();
  return (record) => wanted === '' || texts(record).some((field) => field.toLowerCase().includes(wanted));
};

const readOrder = (text: string): Question['order'] => {
  const orders =
    text === ''
      ? []
      : withoutPrefix(text)
          .split(',')
          .map((part) => readOneOrder(part, text));
  return (one, other) => {
    for (const { field, sign } of orders) {
      const order = sign * compare(fieldOf(one, field) ?? '', fieldOf(other, field) ?? '');
      if (order !== 0) return order;
    }
    return 0;
  };
};

const readOneOrder = (part: string, text: string): { readonly field: Field; readonly sign: 1 | -1 } => {
  const [, name, direction = 'asc'] = /^\s*([\w/]+)(?:\s+(asc|desc))?\s*$/i.exec(part) ?? [];
  const field = fieldNames.find((known) => known.toLowerCase() === name?.toLowerCase());
  if (field === undefined) throw refused('InvalidOrderBy', 'orderBy', `The order '${text}' is not valid here.`);
  return { field, sign: direction.toLowerCase() === 'desc' ? -1 : 1 };
};

const readNumber = (name: string, text: string, least: number, most?: number): number | undefined => {
  if (text === '') return undefined;
  const value = /^-?\d{1,19}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= (most ?? value)) return value;
  const range = most === undefined ? `from ${least}` : `from ${least} to ${most}`;
  throw refused('InvalidParameter', name, `The value of ${name} must be a whole number ${range}.`, {
    type: 'ParameterRange',
    info: { parameter: name, minimum: least, ...(most === undefined ? {} : { maximum: most }) },
  });
};

const readFlag = (text: string): boolean => {
  if (!/^(true|false|)$/i.test(text)) throw refused('InvalidParameter', 'count', 'count is true or false.');
  return text.toLowerCase() === 'true';
};

const refused = (code: string, target: string, message: string, info?: unknown): Refusal => {
  const detail = { code: 'ParameterRefused', message: `Correct ${target} and send the request again.`, target };
  return new Refusal(
    400,
    code,
    message,
    {},
    {
      target,
      details: [{ ...detail, details: [], additionalInfo: [] }],
      ...(info === undefined ? {} : { additionalInfo: [info] }),
    },
  );
};
