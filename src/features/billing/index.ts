import type { Feature } from '../feature.ts';
import {
  askAnew,
  breakDownBy,
  compareBy,
  makeReport,
  openInvoice,
  openRow,
  pressAgain,
  showSummary,
  turnPage,
} from './chat/actions.ts';
import { breakDown, compare, exportInvoice, refundsOf, transactionsCommand } from './chat/commands.ts';
import { answerFile } from './chat/file-actions.ts';
import { fileEndJob, fileRenderer } from './export/export-file.ts';
import { billingSection } from './policy.ts';
import { readJob } from './report/read-report.ts';
import { hideReports, reportPruning, reportRenderer, reports } from './report/reports.ts';
import { amountSettings } from './settings.ts';
import { billingMigrations } from './store.ts';

/** What invoices come to, and what is on them. */
export const billing: Feature = {
  name: 'billing',
  commands: [transactionsCommand, compare, breakDown, refundsOf, exportInvoice],
  actions: [
    turnPage,
    showSummary,
    askAnew,
    openRow,
    pressAgain,
    openInvoice,
    compareBy,
    breakDownBy,
    makeReport,
    answerFile,
  ],
  renderers: (services) => [reportRenderer(services), fileRenderer(services)],
  jobs: (services) => [readJob(services), reportPruning.job(services), fileEndJob(services)],
  start(services) {
    services.jobs.onFailed(reports.onFailed(services));
    hideReports(services);
  },
  sections: [billingSection],
  settings: amountSettings,
  migrations: billingMigrations,
};
