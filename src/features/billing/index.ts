import type { Feature, FirstCommand, Services, Setting, SettingsOf } from '#features/feature.ts';
import { listed, type Words } from '#platform/texts/texts.ts';
import { baseId } from '#teams/connector/conversations/conversation.ts';
import { timeValues } from './cards/summaries-card.ts';
import {
  breakDownBy,
  compareBy,
  filterList,
  openExtraReport,
  openInvoice,
  openLine,
  openRow,
  rereadInvoices,
  showSummary,
  turnPage,
} from './chat/actions.ts';
import { breakDown, exportInvoice, refundsOf, transactionsCommand } from './chat/commands.ts';
import { compare } from './chat/compare-commands.ts';
import { answerFileConsent } from './chat/file-actions.ts';
import { listSummaries, sendSummary, stopSummary } from './chat/monthly-commands.ts';
import { suggest, vocabulary } from './chat/vocabulary.ts';
import { invoiceFiles } from './export/export-file.ts';
import { billingAccounts, billingSection, mayBeShownIn, maySee } from './policy.ts';
import { probes } from './probes.ts';
import { filterJob } from './report/filter-job.ts';
import { monthlyJob } from './report/monthly-job.ts';
import { hideReports, readJob, reportPruning, reportRenderer, reports } from './report/reports.ts';
import { reportUndelivered } from './report/undelivered-reports.ts';
import { billingMigrations } from './store.ts';
import { summariesIn, summaryMigrations } from './summary-store.ts';

/** The accounts whose amounts may be shown in the conversation; others go to the personal chat. */
const amountSettings = async (
  { policy, database }: Services,
  { conversationId, kind }: SettingsOf,
  words: Words,
): Promise<readonly Setting[]> => {
  const current = policy.current();
  const at = kind === 'personal' ? undefined : conversationId;
  const here = billingAccounts(current).filter((account) => mayBeShownIn(current, account, at));
  const names = listed(
    here.map(({ title }) => title),
    words,
  );
  return [
    {
      title: words.markdown('billing.settings.title'),
      state: words.markdown('billing.settings.state', { count: here.length, names, kind }),
    },
    ...(at === undefined ? [] : [await summarySetting(database, baseId(at), words)]),
  ];
};

/** The transactions of the first invoice that has a name. */
const firstInvoice = ({ policy }: Services, objectId: string): readonly FirstCommand[] =>
  billingAccounts(policy.current())
    .filter((account) => maySee(policy.current(), account, objectId))
    .flatMap(({ invoices }) => invoices)
    .slice(0, 1)
    .map(({ title }) => ({ button: 'transactions', name: `transactions ${title}` }));

/** How many summaries the conversation gets every month. */
const summarySetting = async ({ db }: Services['database'], conversationId: string, words: Words): Promise<Setting> => {
  const rows = await summariesIn(db, conversationId);
  const [first] = rows;
  const when = first ? timeValues(first, words) : { day: 0, time: '', zone: '' };
  const says = { title: words.plain('monthly.settings.show'), text: listSummaries.name };
  return {
    title: words.markdown('monthly.settings.title'),
    state: words.markdown('monthly.settings.state', { ...when, count: rows.length }),
    ...(first ? { says } : {}),
  };
};

/** Totals, transactions and reports of invoices. */
export const billing: Feature = {
  name: 'billing',
  commands: [transactionsCommand, compare, breakDown, refundsOf, exportInvoice, sendSummary, listSummaries],
  suggest,
  vocabulary,
  actions: [
    turnPage,
    showSummary,
    filterList,
    openRow,
    rereadInvoices,
    openInvoice,
    openLine,
    compareBy,
    breakDownBy,
    openExtraReport,
    answerFileConsent,
    stopSummary,
  ],
  renderers: (services) => [reportRenderer(services), invoiceFiles.renderer(services)],
  jobs: (services) => [
    readJob(services),
    filterJob(services),
    monthlyJob(services),
    reportPruning.job(services),
    invoiceFiles.end(services),
  ],
  start(services) {
    services.jobs.onFailed(reports.onFailed(services));
    hideReports(services);
    reportUndelivered(services);
  },
  probes,
  sections: [billingSection],
  settings: amountSettings,
  firstCommands: firstInvoice,
  migrations: { ...billingMigrations, ...summaryMigrations },
};
