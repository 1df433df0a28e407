import { NO_TEXT } from '#platform/lib/text.ts';
import type { Words } from '#platform/texts/texts.ts';
import type { CardJson } from '#teams/cards/define-card.ts';
import { listCard } from '#teams/cards/list.ts';
import type { BillingAccount } from '../policy.ts';
import type { SummaryRow } from '../summary-store.ts';
import { billingVerbs } from '../verbs.ts';

/** A summary with its account, if the policy still lets it be posted. */
interface ListedSummary {
  readonly row: SummaryRow;
  readonly account: BillingAccount | undefined;
}

/** Hours and minutes as the reader writes them. */
const formatTime = ({ minute }: Pick<SummaryRow, 'minute'>, words: Words): string =>
  new Intl.DateTimeFormat(words.formatLocale, { timeStyle: 'short', timeZone: 'UTC' }).format(minute * 60_000);

/** The values of a sentence about when a summary is posted. */
export const timeValues = (row: SummaryRow, words: Words) => ({
  day: row.day,
  time: formatTime(row, words),
  zone: row.zone,
});

/** The monthly summaries of a conversation; its people end them here. */
export const renderSummaries = (summaries: readonly ListedSummary[], words: Words): CardJson =>
  listCard.render({
    title: words.markdown('monthly.list.title'),
    intro: words.markdown(summaries.length === 0 ? 'monthly.list.none' : 'monthly.list.intro'),
    rows: summaries.map(({ row, account }) => ({
      title: words.markdown('monthly.list.account', { account: account?.title ?? row.account }),
      detail: words.markdown('monthly.list.time', timeValues(row, words)),
      note: words.markdown(account ? 'monthly.list.by' : 'monthly.list.notAllowed', { name: row.created_by_name }),
      tone: account ? 'Default' : 'Warning',
      buttons: [{ title: words.plain('monthly.list.stop'), verb: billingVerbs.stop, data: { id: row.id } }],
    })),
    more: NO_TEXT,
    buttons: [],
  });
