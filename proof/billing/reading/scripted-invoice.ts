import type { Arrived, Scripted } from '../../upstream/upstream.ts';
import type { Fault, Plan } from './plan.ts';

/** An invoice that answers by a plan, page by page, as its list stands at each moment. */
export interface ScriptedInvoice {
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

export const scriptInvoice = (plan: Plan, origin: string): ScriptedInvoice => {
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
