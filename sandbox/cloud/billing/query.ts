import { type Comparison, fitsOperator, holds, orderOf, parseCondition, parseOrder } from '../odata.ts';
import { type Call, Refusal } from '../operation.ts';
import { queryValue } from '../paging.ts';
import { fieldNames, fieldOf, type TransactionRecord, texts } from './record.ts';

interface TransactionQuery {
  readonly filter: (record: TransactionRecord) => boolean;
  readonly search: (record: TransactionRecord) => boolean;
  readonly order: (one: TransactionRecord, other: TransactionRecord) => number;
  readonly skip: number;
  /** Rows of a page; undefined for the default. */
  readonly top: number | undefined;
  readonly count: boolean;
}

const MOST = 50;

/** Parses the query (spec/1, endpoint 5). @throws Refusal 400 with the parameter as its target */
export const parseQuery = (call: Call): TransactionQuery => {
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

/** A name may begin with `properties/`, as in the record. */
const withoutPrefix = (text: string): string => text.replace(/(^|\s|,)properties\//gi, '$1');

const readFilter = (text: string): TransactionQuery['filter'] => {
  const condition = parseCondition(withoutPrefix(text), fieldNames, undefined, 'filter');
  const fits = (record: TransactionRecord, { name, operator, value, isNull }: Comparison<string>): boolean => {
    const own = fieldOf(record, name);
    // OData: an absent property equals null, and differs from every value.
    if (isNull || own === undefined) return operator === (isNull === (own === undefined) ? 'eq' : 'ne');
    return fitsOperator[operator](compare(own, value));
  };
  return (record) => holds(condition, (comparison) => fits(record, comparison));
};

/** Compares numbers by value, and everything else as text in any case. */
const compare = (own: string, other: string): number => {
  const [left, right] = [Number(own), Number(other)];
  if (own !== '' && other !== '' && !Number.isNaN(left + right)) return left - right;
  return orderOf(own.toLowerCase(), other.toLowerCase());
};

const readSearch = (text: string): TransactionQuery['search'] => {
  const wanted = text.toLowerCase();
  return (record) => wanted === '' || texts(record).some((field) => field.toLowerCase().includes(wanted));
};

const readOrder = (text: string): TransactionQuery['order'] =>
  text === ''
    ? () => 0
    : parseOrder<string, TransactionRecord>(
        withoutPrefix(text),
        fieldNames,
        (name, one, other) => compare(fieldOf(one, name) ?? '', fieldOf(other, name) ?? ''),
        () => refused('InvalidOrderBy', 'orderBy', `The order '${text}' is not valid here.`),
      );

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
