import type { Words } from '../../texts/texts.ts';
import type { Feature, FirstCommand, Services, Setting, SettingsOf } from '../feature.ts';
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
import { breakDown, compare, exportInvoice, refundsOf, transactionsCommand } from './chat/commands.ts';
import { answerFileConsent } from './chat/file-actions.ts';
import { fileEndJob, fileRenderer } from './export/export-file.ts';
import { billingAccounts, billingSection, mayBeShownIn, maySee } from './policy.ts';
import { filterJob } from './report/filter-job.ts';
import { hideReports, readJob, reportPruning, reportRenderer, reports } from './report/reports.ts';
import { billingMigrations } from './store.ts';

/** The accounts whose amounts may be shown in the conversation; others go to the personal chat. */
export const amountSettings = async (
  { policy }: Services,
  { conversationId, kind }: SettingsOf,
  words: Words,
): Promise<readonly Setting[]> => {
  const current = policy.current();
  const at = kind === 'personal' ? undefined : conversationId;
  const here = billingAccounts(current).filter((account) => mayBeShownIn(current, account, at));
  const names = new Intl.ListFormat(words.spoken).format(here.map(({ title }) => title));
  return [
    {
      title: words.markdown('billing.settings.title'),
      state: words.markdown('billing.settings.state', { count: here.length, names, kind }),
    },
  ];
};

/** The transactions of the first invoice that has a name. */
const firstInvoice = ({ policy }: Services, objectId: string): readonly FirstCommand[] =>
  billingAccounts(policy.current())
    .filter((account) => maySee(policy.current(), account, objectId))
    .flatMap(({ invoices }) => invoices)
    .slice(0, 1)
    .map(({ title }) => ({ button: 'transactions', name: `transactions ${title}` }));

/** Totals, transactions and reports of invoices. */
export const billing: Feature = {
  name: 'billing',
  commands: [transactionsCommand, compare, breakDown, refundsOf, exportInvoice],
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
  ],
  renderers: (services) => [reportRenderer(services), fileRenderer(services)],
  jobs: (services) => [readJob(services), filterJob(services), reportPruning.job(services), fileEndJob(services)],
  start(services) {
    services.jobs.onFailed(reports.onFailed(services));
    hideReports(services);
  },
  sections: [billingSection],
  settings: amountSettings,
  firstCommands: firstInvoice,
  migrations: billingMigrations,
};
