import type { Feature } from '../feature.ts';
import { askAnew, openInvoice, openRow, pressAgain, showSummary, turnPage } from './actions.ts';
import { transactionsCommand } from './commands.ts';
import { answerFile } from './export/actions.ts';
import { fileMigrations } from './export/file-rows.ts';
import { fileEndJob, fileRenderer } from './export/offered-file.ts';
import { breakDownBy, compareBy, makeReport } from './figures/actions.ts';
import { breakDown, compare, exportInvoice, refundsOf } from './figures/commands.ts';
import { hideReports } from './hide-reports.ts';
import { pruneJob } from './prune.ts';
import { failedReading, readJob } from './read-report.ts';
import { reportKinds } from './report-kinds.ts';
import { reportRenderer } from './report-renderer.ts';
import { reportMigrations } from './report-rows.ts';
import { billingSection } from './section.ts';
import { amountSettings } from './settings.ts';

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
  renderers: (services) => [reportRenderer(services, reportKinds), fileRenderer(services)],
  jobs: (services) => [readJob(services, reportKinds), pruneJob(services), fileEndJob(services)],
  start(services) {
    services.jobs.onFailed(failedReading(services));
    hideReports(services);
  },
  sections: [billingSection],
  settings: amountSettings,
  migrations: { ...reportMigrations, ...fileMigrations },
};
