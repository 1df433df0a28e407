import { VendorError } from '../../../src/cloud/errors/errors.ts';
import { progressLine } from '../../../src/features/billing/format.ts';
import { type InvoiceEnd, readInvoice } from '../../../src/features/billing/invoice/read-invoice.ts';
import type { Report } from '../../../src/features/billing/report/report.ts';
import { loadTexts } from '../../../src/platform/texts/texts.ts';
import type { Proof } from '../../proof.ts';
import { openUpstream, type Upstream } from '../../upstream/upstream.ts';
import { type Plan, planOf } from './plan.ts';
import { type ScriptedInvoice, scriptInvoice } from './scripted-invoice.ts';

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
export const whole: Proof = {
  name: 'billing-2',
  says: 'an invoice is read whole, or said to be incomplete',
  short: { runs: 25, seed: 1 },
  runs: 500,
  async prove({ runs, seed, complain }) {
    const upstream = await openUpstream();
    try {
      for (let run = 1; run <= runs; run += 1) {
        // The door's budget of retries is of one minute: each reading has its own.
        upstream.clock.advance(600_000);
        const plan = planOf(seed, run);
        for (const broken of brokenWholeLaws(await readBy(upstream, plan))) {
          complain({ run, at: `${plan.rows} rows`, words: broken });
        }
      }
    } finally {
      await upstream.end();
    }
    return runs;
  },
};
