import { VendorError } from '../../../src/cloud/errors/errors.ts';
import { progressLine } from '../../../src/features/billing/format.ts';
import { type InvoiceEnd, readInvoice } from '../../../src/features/billing/invoice/read-invoice.ts';
import type { Report } from '../../../src/features/billing/report/report.ts';
import { loadTexts } from '../../../src/platform/texts/texts.ts';
import { fc } from '../../../test/support/fast-check.ts';
import { defineCheck } from '../../lib/define-check.ts';
import { type Arrived, openUpstream, type Scripted, type Upstream } from '../../upstream/upstream.ts';
import { type Fault, type Plan, planOf } from './plan.ts';

/** An invoice that answers by a plan, page by page, as its list stands at each moment. */
interface ScriptedInvoice {
  answer(request: Arrived): Scripted | undefined;
  /** The ids as they stood one after another, each once, those that can be read; the last ones stand now. */
  stood(): readonly ReadonlySet<string>[];
  /** How often it was asked. */
  asked(): number;
}

const idOf = (number: number): string => `/invoices/G002548106/transactions/T-${number}`;

const rowOf = (number: number, broken: boolean): unknown => ({
  id: idOf(number),
  name: `T-${number}`,
  properties: broken
    ? { transactionAmount: { currency: 'EUR', value: 'much' } }
    : {
        transactionAmount: { currency: number % 3 === 0 ? 'USD' : 'EUR', value: number / 100 },
        invoice: 'G002548106',
      },
});

const refusals: Readonly<Record<Exclude<Fault, 'broken off'>, Scripted>> = {
  throttled: {
    status: 429,
    headers: { 'retry-after': '7' },
    body: '{"error":{"code":"TooManyRequests","message":"slow"}}',
  },
  failed: { status: 500, body: '{"error":{"code":"InternalServerError","message":"no"}}' },
  unavailable: {
    status: 503,
    headers: { 'retry-after': '2' },
    body: '{"error":{"code":"ServiceUnavailable","message":"no"}}',
  },
  'link refused': { status: 400, body: '{"error":{"code":"InvalidSkipToken","message":"expired"}}' },
};

const scriptInvoice = (plan: Plan, origin: string): ScriptedInvoice => {
  const list = Array.from({ length: plan.rows }, (_, number) => number);
  let [asked, next] = [-1, plan.rows];
  const broken = new Set(plan.broken);
  const ids = (): ReadonlySet<string> => new Set(list.filter((number) => !broken.has(number)).map(idOf));
  const stood = [ids()];

  const change = (): void => {
    const [insert, removal] = [plan.inserts.get(asked), plan.removals.get(asked)];
    if (removal !== undefined && removal < list.length) list.splice(removal, 1);
    if (insert !== undefined) {
      list.splice(Math.min(insert, list.length), 0, next);
      next += 1;
    }
    if (insert !== undefined || removal !== undefined) stood.push(ids());
  };

  const page = (url: URL): Scripted => {
    // A repeated row stands beside itself, so that pages shift behind it.
    const shown = list.flatMap((number) => (number === plan.twice ? [number, number] : [number]));
    const link = url.searchParams.get('$skiptoken');
    const from = Number(link ?? url.searchParams.get('skip') ?? 0);
    const rows = shown.slice(from, from + 50);
    url.searchParams.set('$skiptoken', String(from + 50));
    const body = {
      value: rows.map((number) => rowOf(number, broken.has(number))),
      ...(plan.counts && url.searchParams.get('count') === 'true' ? { count: list.length + plan.counted } : {}),
      ...(from + 50 < shown.length ? { nextLink: url.href } : {}),
    };
    return { status: 200, body: JSON.stringify(body) };
  };

  return {
    answer({ target }) {
      asked += 1;
      change();
      const url = new URL(target, origin);
      const fault = plan.faults.get(asked);
      if (plan.downFrom !== undefined && asked >= plan.downFrom) return refusals.failed;
      if (fault === 'broken off') return undefined;
      if (fault !== undefined && (fault !== 'link refused' || url.searchParams.has('$skiptoken')))
        return refusals[fault];
      return page(url);
    },
    stood: () => stood,
    asked: () => asked + 1,
  };
};

const address = { billingAccount: '8608480', invoice: 'G002548106' } as const;
const words = loadTexts().for('en');

/** What one reading came to. */
export interface Reading {
  readonly plan: Plan;
  /** Ids as they were taken. */
  readonly taken: readonly string[];
  readonly end: InvoiceEnd | 'nothing';
  /** Those that there were one after another; the last ones are those at the end. */
  readonly stood: readonly ReadonlySet<string>[];
}

/** The words of a card about how whole its figures are. */
const lineOf = (end: InvoiceEnd): string => {
  const state: Report<unknown, null>['state'] = { is: 'read', ends: [end], result: null };
  return progressLine({ state, invoices: [{ title: 'G002548106', id: 'G002548106' }] }, words).text;
};

/** @returns what does not hold of a reading, in words */
export const brokenWholeLaws = ({ plan, taken, end, stood }: Reading): string[] => {
  const wrong: string[] = [];
  const distinct = new Set(taken);
  if (distinct.size !== taken.length) wrong.push(`${taken.length - distinct.size} rows were taken twice`);
  if (end === 'nothing') {
    if (taken.length > 0) wrong.push('rows were taken, and nothing is told of them');
    if (plan.downFrom === undefined) wrong.push('nothing was read of an invoice that could be');
    return wrong;
  }
  if (end.rows !== taken.length) wrong.push(`${end.rows} rows are told, ${taken.length} were taken`);
  const same = (ids: ReadonlySet<string>): boolean =>
    distinct.size === ids.size && [...ids].every((id) => distinct.has(id));
  const line = lineOf(end);
  if (end.complete) {
    // Whole at one moment: what comes or goes where it was read already is known to nobody, where no count tells it.
    const counted = plan.counts && plan.counted === 0;
    const known = counted ? stood.filter(({ size }) => size === stood.at(-1)?.size) : stood;
    if (!known.some(same)) wrong.push('what is not whole is told as whole');
    if (line !== '') wrong.push(`a whole invoice says “${line}”`);
    return wrong;
  }
  const of = end.of === undefined ? '?' : words.plain('billing.progress.number', { number: end.of });
  const told = `Incomplete: ${words.plain('billing.progress.number', { number: end.rows })} of ${of}. `;
  if (!line.startsWith(told)) wrong.push(`what is not whole says “${line}”, not “${told}”`);
  const passing =
    plan.downFrom === undefined && plan.broken.length === 0 && plan.removals.size === 0 && plan.counted === 0;
  if (passing) wrong.push(`an invoice that could be read is told as incomplete: ${end.why}`);
  return wrong;
};

const readBy = async (upstream: Upstream, plan: Plan): Promise<Reading> => {
  const invoice: ScriptedInvoice = scriptInvoice(plan, upstream.origin);
  upstream.answerBy((_turn, request) => invoice.answer(request));
  const taken: string[] = [];
  const wait = async (ms: number): Promise<void> => upstream.clock.advance(ms);
  const end = await readInvoice(address, {
    vendor: upstream.client.Vendor,
    take: ({ id }) => taken.push(id),
    wait,
  }).catch((error: unknown) => {
    if (error instanceof VendorError) return 'nothing' as const;
    throw error;
  });
  return { plan, taken, end, stood: invoice.stood() };
};

/** An invoice of 1,237 transactions is read whole through whatever goes wrong, or said to be incomplete, with how much. */
export const whole = defineCheck({
  name: 'billing-2',
  says: 'an invoice is read whole, or said to be incomplete',
  short: { runs: 25, seed: 1 },
  runs: 500,
  at: () => 'one invoice',
  ground: openUpstream,
  cases: (run, seed) => fc.constant(planOf(seed, run)),
  async faults(plan, upstream) {
    // The door's budget of retries is of one minute: each reading has its own.
    upstream.clock.advance(600_000);
    return brokenWholeLaws(await readBy(upstream, plan));
  },
});
