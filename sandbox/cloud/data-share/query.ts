import { type Comparison, fitsOperator, holds, orderOf, parseCondition, parseOrder } from '../odata.ts';
import { type Call, Refusal } from '../operation.ts';
import { queryValue } from '../paging.ts';
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

/** Texts are compared in any case. */
const comparable = (field: Field, value: string | number | undefined): string | number | undefined => {
  if (value === undefined) return undefined;
  if (kinds[field] === 'text') return String(value).toLowerCase();
  return kinds[field] === 'moment' ? Date.parse(String(value)) : Number(value);
};

/** The call's $filter over the fields of a synchronization. @throws Refusal 400 */
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
  return left !== undefined && right !== undefined && fitsOperator[operator](orderOf(left, right));
};

/** The call's $orderby, `field` or `field asc|desc`, comma-separated; undefined for none. @throws Refusal 400 */
export const orderByOf = (
  call: Call,
): ((left: SynchronizationRecord, right: SynchronizationRecord) => number) | undefined => {
  const text = queryValue(call.query, '$orderby')?.trim() ?? '';
  if (text === '') return undefined;
  return parseOrder<Field, SynchronizationRecord>(
    text,
    fields,
    (name, one, other) => orderOf(comparable(name, one[name]) ?? '', comparable(name, other[name]) ?? ''),
    () => refused('InvalidOrderBy', '$orderby', `The order '${text}' is not valid here.`),
  );
};

const refused = (code: string, target: string, message: string): Refusal => {
  const help = { code: 'KnownFields', message: `Its fields are ${fields.join(', ')}.`, target, details: [] };
  return new Refusal(400, code, message, {}, { target, details: [help] });
};
