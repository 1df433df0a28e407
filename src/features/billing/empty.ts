import type { Markdown } from '../../lib/text.ts';
import type { Words } from '../../texts/texts.ts';
import { isNarrowed, type ListQuestion } from './question.ts';
import type { Report } from './report.ts';
import type { Totals } from './totals.ts';

/** Accounts by a number or a PCN name are of the older kinds, whose invoices the vendor lists without their transactions. */
const isOlder = (account: string): boolean => /^(\d+|pcn\..*)$/i.test(account);

/** How many transactions the whole invoice has, where that is known. */
const wholeCount = ({ state }: Report<ListQuestion, Totals>): number | undefined => {
  if (state.is !== 'read') return state.is === 'reading' ? state.of : undefined;
  return state.result.count;
};

/** Why there is nothing to show, and what to do next: another answer for each reason. */
export const emptyLine = (report: Report<ListQuestion, Totals>, words: Words): Markdown => {
  const count = wholeCount(report);
  const invoice = report.invoices[0]?.title ?? '';
  if (isNarrowed(report.question) && count !== 0) {
    return words.markdown('billing.empty.narrow', { count: count ?? 0 });
  }
  if (isOlder(report.account.account)) {
    return words.markdown('billing.empty.olderAccount', { account: report.account.title });
  }
  return words.markdown('billing.empty.pending', { invoice });
};
