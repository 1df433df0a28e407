import { capitalised, escapeMarkdown, NO_TEXT } from '#platform/lib/text.ts';
import type { Words } from '#platform/texts/texts.ts';
import { commandButton } from '#teams/cards/buttons.ts';
import type { CardJson } from '#teams/cards/define-card.ts';
import { listCard } from '#teams/cards/list.ts';
import { type BillingAccount, exampleNames, type FoundInvoice, type UnknownInvoice } from '../policy.ts';
import { billingVerbs } from '../verbs.ts';

const MOST = 12;

/** The invoices named in the policy, for a command without an invoice. */
export const renderInvoices = (accounts: readonly BillingAccount[], words: Words): CardJson => {
  const named = accounts.flatMap((account) => account.invoices.map((invoice) => ({ account, invoice })));
  return listCard.render({
    title: words.markdown('billing.invoices.title'),
    intro: words.markdown(named.length === 0 ? 'billing.invoices.none' : 'billing.invoices.intro', {
      example: exampleNames.invoice,
    }),
    rows: named.slice(0, MOST).map(({ account, invoice }) => ({
      title: escapeMarkdown(capitalised(invoice.title)),
      detail: escapeMarkdown(`${account.title} · ${invoice.id}`),
      note: NO_TEXT,
      tone: 'Default',
      opens: { verb: billingVerbs.open, data: { account: account.key, invoice: invoice.id } },
    })),
    more: named.length > MOST ? words.markdown('billing.invoices.more', { count: named.length - MOST }) : NO_TEXT,
    buttons: [],
  });
};

/** The known invoices, each opened by a press, for a person who named an unknown one. @param command what opens one, by its name */
export const renderKnownInvoices = (
  { known, isNear, values, written }: UnknownInvoice,
  command: (found: FoundInvoice, written: string) => string,
  words: Words,
): CardJson =>
  listCard.render({
    title: words.markdown('billing.invoices.unknown', { said: String(values['said']) }),
    intro: words.markdown(
      known.length === 0 ? 'billing.invoices.none' : isNear ? 'billing.invoices.nearest' : 'billing.invoices.known',
      {
        example: exampleNames.invoice,
      },
    ),
    rows: known.slice(0, MOST).map(({ account, invoice }) => ({
      title: escapeMarkdown(capitalised(invoice.title)),
      detail: escapeMarkdown(`${account.title} · ${invoice.id}`),
      note: NO_TEXT,
      tone: 'Default',
      opens: commandButton(words.plain('billing.button.open'), command({ account, invoice }, written)),
    })),
    more: known.length > MOST ? words.markdown('billing.invoices.more', { count: known.length - MOST }) : NO_TEXT,
    buttons: [],
  });
