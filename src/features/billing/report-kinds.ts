import { exportCsv } from './export/export-report.ts';
import { breakdown } from './figures/breakdown-report.ts';
import { comparison } from './figures/compare-report.ts';
import { refundsReport } from './figures/refunds-report.ts';
import type { AnyReportKind } from './report.ts';
import { transactions } from './transactions.ts';

/** The only list of what is made of whole invoices. */
export const reportKinds: readonly AnyReportKind[] = [transactions, comparison, breakdown, refundsReport, exportCsv];
