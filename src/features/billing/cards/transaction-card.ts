import { z } from 'zod';
import type { InvoiceTransaction } from '#cloud/operations/billing.ts';
import { formatDecimal, type Money, sumMoney } from '#platform/lib/money.ts';
import { cut, escapeMarkdown, type Markdown, oneLine } from '#platform/lib/text.ts';
import type { TextName, Words } from '#platform/texts/texts.ts';
import { type CardJson, defineCard, fitCard, some } from '#teams/cards/define-card.ts';
import type { ListButton } from '#teams/cards/list.ts';
import { button, type Fact, fact, markdown } from '#teams/cards/view.ts';
import { amountText, areBelowZero, dayOf, formatAmounts, formatDay, formatExactAmount } from '../format.ts';
import { amountsOf, natureOf } from '../invoice/totals.ts';
import { titleOf } from './transactions-card.ts';

const transactionView = z.object({
  overline: markdown,
  title: markdown,
  amount: markdown,
  /** Small enough for a phone: an amount on two lines reads as another one. */
  size: z.enum(['ExtraLarge', 'Large', 'Medium']),
  tone: z.string(),
  sections: z.array(z.object({ title: markdown, facts: z.array(fact) })),
  /** Behind a button. */
  ids: z.array(z.object({ label: markdown, value: markdown })),
  idsTitle: z.string(),
  buttons: z.array(button),
});

export const transactionCard = defineCard('billing/transaction.json', transactionView);

const IDS = 'ids';
/** The most characters of a text and of an id, and the most tags. */
const LONGEST = { title: 200, text: 400, id: 260, tags: 20 };

/** The context of a transaction: its invoice, and the way back. */
interface TransactionFrame {
  readonly title: Markdown;
  readonly buttons: readonly ListButton[];
}

/** Every field of a transaction with its label, amounts with all digits. */
export const renderTransaction = (
  transaction: InvoiceTransaction,
  { title, buttons }: TransactionFrame,
  words: Words,
): CardJson =>
  fitCard((share) => transactionCard.render(viewTransaction(transaction, { title, buttons }, words, share)));

/** The card's view, with a share of its most content. */
export const viewTransaction = (
  transaction: InvoiceTransaction,
  { title, buttons }: TransactionFrame,
  words: Words,
  share = 1,
): z.input<typeof transactionView> => {
  const amounts = sumMoney(amountsOf(transaction));
  const sections = sectionsOf(transaction, words, share);
  const { date } = transaction;
  return {
    overline: [
      title,
      words.markdown(`billing.nature.${natureOf(transaction)}`),
      ...(date === undefined ? [] : [formatDay(date, words)]),
    ].join(' · ') as Markdown,
    title: escapeMarkdown(cut(titleOf(transaction), some(LONGEST.title, share))),
    amount: formatAmounts(amounts, words),
    size: sizeOf(amounts.map((amount) => amountText(amount, words))),
    tone: areBelowZero(amounts) ? 'Good' : 'Default',
    sections: sections
      .filter(({ name, facts }) => name !== IDS && facts.length > 0)
      .map(({ name, facts }) => ({ title: words.markdown(`billing.section.${name}`), facts: [...facts] })),
    // Ids are wider than a fact on a phone, and nobody reads them but to copy one.
    ids: sections
      .flatMap(({ name, facts }) => (name === IDS ? facts : []))
      .map(({ title, value }) => ({ label: escapeMarkdown(title), value })),
    idsTitle: words.plain(`billing.section.${IDS}`),
    buttons: [...buttons],
  };
};

const sizeOf = (amounts: readonly string[]) => {
  const longest = Math.max(0, ...amounts.map(({ length }) => length));
  return longest <= 16 ? 'ExtraLarge' : longest <= 22 ? 'Large' : 'Medium';
};

interface Section {
  readonly name: TextName<'billing.section'>;
  readonly facts: readonly Fact[];
}

type FieldName = TextName<'billing.field'>;

/** The document's fields in reading order, without missing ones. */
const sectionsOf = (t: InvoiceTransaction, words: Words, share: number): readonly Section[] => {
  const said = (name: FieldName, value: Markdown | undefined): Fact[] =>
    value === undefined || value === '' ? [] : [{ title: words.plain(`billing.field.${name}`), value }];
  const text = (name: FieldName, value: string | undefined, longest = LONGEST.text): Fact[] =>
    said(
      name,
      value === undefined ? undefined : escapeMarkdown(cut(oneLine(value, value.length), some(longest, share))),
    );
  const money = (name: FieldName, value: Money | undefined): Fact[] =>
    said(name, value && formatExactAmount(value, words));
  const number = (name: FieldName, value: InvoiceTransaction['units']): Fact[] =>
    said(name, value === undefined ? undefined : escapeMarkdown(formatDecimal(value, words.formatLocale)));
  const day = (name: FieldName, value: string | undefined): Fact[] =>
    said(name, value === undefined ? undefined : formatDay(value, words));
  const id = (name: FieldName, value: string | undefined): Fact[] =>
    text(name, value && belowAccount(value), LONGEST.id);
  const each = <Name extends FieldName & keyof InvoiceTransaction>(
    show: (name: Name, value: InvoiceTransaction[Name]) => Fact[],
    ...names: readonly Name[]
  ): Fact[] => names.flatMap((name) => show(name, t[name]));
  const account = /\/billingAccounts\/([^/]+)/i.exec(t.id)?.[1];
  const hand = (at: string | undefined, by: string | undefined, type: string | undefined): string =>
    [...(at === undefined ? [] : [dayOf(at, words)]), by, type].filter((part) => part !== undefined).join(' · ');
  const refund = t.refundTransactionDetails;
  return [
    {
      name: 'amounts',
      facts: [
        ...each(
          money,
          'transactionAmount',
          'subTotal',
          'tax',
          'azureCreditApplied',
          'consumptionCommitmentDecremented',
        ),
        ...each(text, 'billingCurrency'),
        ...each(number, 'exchangeRate'),
        ...each(text, 'specialTaxationType'),
      ],
    },
    {
      name: 'refund',
      facts: [
        ...money('amountRequested', refund?.amountRequested),
        ...money('amountRefunded', refund?.amountRefunded),
        ...id('refundOperationId', refund?.refundOperationId),
      ],
    },
    {
      name: 'price',
      facts: [
        ...each(money, 'effectivePrice', 'marketPrice'),
        ...each(text, 'pricingCurrency'),
        ...each(number, 'discount'),
        ...each(number, 'quantity', 'units'),
        ...each(text, 'unitOfMeasure', 'unitType'),
      ],
    },
    {
      name: 'product',
      facts: [
        ...each(text, 'productDescription', 'productFamily', 'productType', 'productTypeId', 'partNumber', 'azurePlan'),
        ...(t.isThirdParty === undefined
          ? []
          : text('isThirdParty', words.plain('billing.yesNo', { yes: String(t.isThirdParty) }))),
      ],
    },
    {
      name: 'billing',
      facts: [
        ...each(text, 'transactionType', 'creditType', 'kind', 'reasonCode'),
        ...each(day, 'date', 'servicePeriodStartDate', 'servicePeriodEndDate'),
        ...text('leftOut', t.leftOut?.join(', ')),
        ...each(text, 'invoice', 'billingProfileDisplayName', 'invoiceSectionDisplayName', 'customerDisplayName'),
      ],
    },
    {
      name: 'tags',
      facts: Object.entries(t.tags ?? {})
        .slice(0, some(LONGEST.tags, share))
        .map(([name, value]) => ({
          title: cut(oneLine(name), some(LONGEST.text, share)),
          value: escapeMarkdown(cut(oneLine(value, value.length), some(LONGEST.text, share))),
        })),
    },
    {
      name: IDS,
      facts: [
        ...each(id, 'name'),
        ...id('billingAccount', account),
        ...each(id, 'id'),
        ...each(text, 'type'),
        ...each(id, 'invoiceId', 'billingProfileId', 'invoiceSectionId', 'customerId'),
        ...text('created', hand(t.systemData?.createdAt, t.systemData?.createdBy, t.systemData?.createdByType)),
        ...text(
          'modified',
          hand(t.systemData?.lastModifiedAt, t.systemData?.lastModifiedBy, t.systemData?.lastModifiedByType),
        ),
      ],
    },
  ];
};

/** All ids begin with the account's, which is shown once. */
const belowAccount = (id: string): string => id.replace(/^.*\/billingAccounts\/[^/]+(?=\/)/i, '…');
