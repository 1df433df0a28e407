import type { Feature } from '../feature.ts';
import { askAnew, openInvoice, openRow, pressAgain, showSummary, turnPage } from './chat/actions.ts';
import { breakDownBy, compareBy, makeReport } from './chat/analysis-actions.ts';
import { breakDown, compare, exportInvoice, refundsOf } from './chat/analysis-commands.ts';
import { transactionsCommand } from './chat/commands.ts';
import { answerFile } from './chat/export-actions.ts';
import { fileMigrations } from './export/file-rows.ts';
import { fileEndJob, fileRenderer } from './export/offered-file.ts';
import { hideReports } from './hide-reports.ts';
import { billingSection } from './policy.ts';
import { pruneJob } from './prune.ts';
import { failedReading, readJob } from './read-report.ts';
import { reportKinds } from './report-kinds.ts';
import { reportRenderer } from './report-renderer.ts';
import { reportMigrations } from './report-rows.ts';
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
