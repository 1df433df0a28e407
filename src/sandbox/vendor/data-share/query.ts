import { type Comparison, holds, type Operator, parseCondition } from '../condition.ts';
import type { Call } from '../operation.ts';
import { queryValue } from '../paging.ts';
import { Refusal } from '../refusal.ts';
import type { SynchronizationRecord } from './records.ts';

type Field = keyof SynchronizationRecord;

const kinds: Readonly<Record<Field, 'text' | 'moment' | 'number'>> = {
  synchronizationId: 'text',
  synchronizationMode: 'text',
  status: 'text',
  message: 'text',
  startTime: 'moment',
  endTime: 'moment',
  durationMs: 'number',
  consumerName: 'text',
  consumerEmail: 'text',
  consumerTenantName: 'text',
};
const fields = Object.keys(kinds) as readonly Field[];

/** Texts compare without case. */
const comparable = (field: Field, value: string | number | undefined): string | number | undefined => {
  if (value === undefined) return undefined;
  if (kinds[field] === 'text') return String(value).toLowerCase();
  return kinds[field] === 'moment' ? Date.parse(String(value)) : Number(value);
};

const tests: Readonly<Record<Operator, (order: number) => boolean>> = {
  eq: (order) => order === 0,
  ne: (order) => order !== 0,
  gt: (order) => order > 0,
  ge: (order) => order >= 0,
  lt: (order) => order < 0,
  le: (order) => order <= 0,
};

const orderOf = (left: string | number, right: string | number): number => (left < right ? -1 : left > right ? 1 : 0);

/** The call's $filter over the fields of a run. @throws Refusal 400 */
export const filterOf = (call: Call): ((record: SynchronizationRecord) => boolean) => {
  const text = queryValue(call.query, '$filter');
  const condition = parseCondition(text, fields);
  const wrong = condition.flat().find(({ name, value }) => Number.isNaN(comparable(name, value)));
  if (wrong)
    throw refused('InvalidFilter', '$filter', `The filter '${text}' compares ${wrong.name} with '${wrong.value}'.`);
  return (record) => holds(condition, (comparison) => fits(record, comparison));
};

const fits = (record: SynchronizationRecord, { name, operator, value }: Comparison<Field>): boolean => {
  const [left, right] = [comparable(name, record[name]), comparable(name, value)];
  return left !== undefined && right !== undefined && tests[operator](orderOf(left, right));
};

/** The call's $orderby, `field` or `field asc|desc`, comma-separated; undefined for none. @throws Refusal 400 */
export const orderByOf = (
  call: Call,
): ((left: SynchronizationRecord, right: SynchronizationRecord) => number) | undefined => {
  const text = queryValue(call.query, '$orderby')?.trim() ?? '';
  if (text === '') return undefined;
  const orders = text.split(',').map((part) => {
    const [, name, direction = 'asc'] = /^\s*(\w+)(?:\s+(asc|desc))?\s*$/i.exec(part) ?? [];
    const field = fields.find((known) => known.toLowerCase() === name?.toLowerCase());
    if (field === undefined) throw refused('InvalidOrderBy', '$orderby', `The order '${text}' is not valid here.`);
    return { field, sign: direction.toLowerCase() === 'desc' ? -1 : 1 };
  });
  return (left, right) => {
    for (const { field, sign } of orders) {
      const [one, other] = [comparable(field, left[field]) ?? '', comparable(field, right[field]) ?? ''];
      const order = sign * orderOf(one, other);
      if (order !== 0) return order;
    }
    return 0;
  };
};

const refused = (code: string, target: string, message: string): Refusal => {
  const help = { code: 'KnownFields', message: `Its fields are ${fields.join(', ')}.`, target, details: [] };
  return new Refusal(400, code, message, {}, { target, details: [help] });
};
