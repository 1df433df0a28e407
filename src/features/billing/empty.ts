import type { Markdown } from '../../lib/text.ts';
import type { Words } from '../../texts/texts.ts';
import { isNarrowed, type ListQuestion } from './invoice/list-query.ts';
import type { Totals } from './invoice/totals.ts';
import type { BillingAccount } from './policy.ts';
import type { Report } from './report/report.ts';

/** Accounts by a PCN name are of an older kind, whose invoices the vendor lists without their transactions; a number may be one. */
const kindOf = (account: string): 'older' | 'perhapsOlder' | 'newer' => {
  if (/^pcn\./i.test(account)) return 'older';
  return /^\d+$/.test(account) ? 'perhapsOlder' : 'newer';
};

/** How many transactions the whole invoice has, where that is known. */
const wholeCount = ({ state }: Report<ListQuestion, Totals>): number | undefined => {
  if (state.is !== 'read') return state.is === 'reading' ? state.of : undefined;
  return state.result.count;
};

/** Why nothing is on an invoice that was read to its end. */
export const emptyInvoice = (
  { account, title }: Pick<BillingAccount, 'account' | 'title'>,
  invoice: string,
  words: Words,
): Markdown => {
  const kind = kindOf(account);
  if (kind === 'older') return words.markdown('billing.empty.olderAccount', { account: title });
  if (kind === 'perhapsOlder') return words.markdown('billing.empty.perhapsOlder', { account: title, invoice });
  return words.markdown('billing.empty.pending', { invoice });
};

/** Why there is nothing to show, and what to do next: another answer for each reason. */
export const emptyLine = (report: Report<ListQuestion, Totals>, words: Words): Markdown => {
  const count = wholeCount(report);
  if (isNarrowed(report.question) && count !== 0) {
    return words.markdown('billing.empty.narrow', { count: count ?? 0 });
  }
  return emptyInvoice(report.account, report.invoices[0]?.title ?? '', words);
};
