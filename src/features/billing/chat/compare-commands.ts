import { list } from '#bot/arguments/types.ts';
import { type Answer, cardAnswer, type Turn } from '#bot/turn/turn.ts';
import { defineCommand, type Services } from '#features/feature.ts';
import { capitalised, normalise, oneLine } from '#platform/lib/text.ts';
import { commandButton } from '#teams/cards/buttons.ts';
import { choicesCard } from '#teams/cards/notice-card.ts';
import { tokensOf } from '../invoice/filter.ts';
import { successiveInvoices } from '../newest-invoice.ts';
import { accountsFor, exampleNames, type FoundInvoice, findAccount, thresholdsOf, UnknownInvoice } from '../policy.ts';
import { comparedBy } from '../report/comparison.ts';
import { comparison } from '../report/comparison-report.ts';
import {
  account,
  division,
  findNamed,
  orKnownInvoices,
  type ReportCommand,
  refuseCommand,
  wordOf,
} from './commands.ts';
import { openReport } from './report-actions.ts';

const BETWEEN = /^(and|with|to|against|vs\.?|,|→|-)$/i;
const MOST = 6;
const LONGEST = 60;

/** Two invoices of one account, one after the other. */
interface Pair {
  readonly text: string;
  readonly title: string;
  /** The account's key. */
  readonly account: string;
  /** Their names. */
  readonly invoices: readonly [string, string];
}

/** What this person can compare, the newest first in each account. @throws AppError for a person without an account */
const pairsFor = ({ who }: Turn, { policy, clock }: Services, account: string | undefined): readonly Pair[] => {
  const current = policy.current();
  const accounts =
    account === undefined ? accountsFor(current, who.objectId) : [findAccount(current, who.objectId, account)];
  return accounts.flatMap((one) =>
    successiveInvoices(one, clock.now())
      .toReversed()
      .map(([before, after]) => ({
        text: `compare "${before.title}" "${after.title}" of ${one.key}`,
        title: `${capitalised(before.title)} → ${capitalised(after.title)}${accounts.length > 1 ? ` · ${one.title}` : ''}`,
        account: one.key,
        invoices: [before.title, after.title] as const,
      })),
  );
};

/** Those with one of the names, or all where no pair has it. */
const pairsWith = (pairs: readonly Pair[], names: readonly string[]): readonly Pair[] => {
  const wanted = new Set(names.map(normalise));
  const some = pairs.filter(({ invoices }) => invoices.some((title) => wanted.has(normalise(title))));
  return (some.length > 0 ? some : pairs).slice(0, MOST);
};

/** Asks which two, on buttons. @throws AppError where there are no two */
const askWhich = (turn: Turn, pairs: readonly Pair[], unknown?: string): Answer => {
  if (pairs.length === 0) throw refuseCommand('two', { example: exampleNames.invoice });
  const { words } = turn;
  const values = { said: oneLine(unknown ?? '', LONGEST), known: unknown === undefined };
  const card = choicesCard.render({
    text: words.markdown('reports.compare.which', values),
    buttons: pairs.map(({ title, text }) => commandButton(title, text)),
  });
  return cardAnswer(card, words.plain('reports.compare.which', values));
};

export const compare = defineCommand({
  name: 'compare',
  aliases: ['compare invoices'],
  area: 'billing',
  effect: 'shows',
  takes: { invoice: list('invoice').first(), by: division, account },
  menu: ['personal'],
  example: 'compare october november',
  says: 'example',
  async run(turn, wanted, services) {
    const named = tokensOf(wanted.invoice ?? '')
      .filter(({ text, quoted }) => quoted || !BETWEEN.test(text))
      .map(({ text }) => text);
    const [before, after, third] = named;
    if (before !== undefined && after !== undefined && third === undefined) {
      const command = (known: FoundInvoice, written: string): string =>
        `compare ${[before, after].map((name) => (name === written ? known.invoice.title : name)).join(' ')} of ${known.account.key}`;
      const open = () => openPair(turn, services, wanted, [before, after]);
      return orKnownInvoices(turn, command, () => orWhich(turn, services, wanted.account, open));
    }
    const pairs = pairsWith(pairsFor(turn, services, wanted.account), named);
    const [only, ...others] = pairs;
    return only && others.length === 0 && named.length < 2
      ? openPair(turn, services, { ...wanted, account: only.account }, only.invoices)
      : askWhich(turn, pairs);
  },
});

const openPair = async (
  turn: Turn,
  services: Services,
  wanted: ReportCommand,
  [before, after]: Pair['invoices'],
): Promise<Answer> => {
  const { account, invoice: one } = findNamed(turn, services, { ...wanted, invoice: before });
  const { invoice: other } = findNamed(turn, services, { invoice: after, account: account.key });
  if (one.id === other.id) throw refuseCommand('same', { invoice: one.title });
  const question = {
    by: wordOf(wanted.by, comparedBy) ?? 'product',
    all: false,
    ...thresholdsOf(services.policy.current()),
  };
  return openReport(turn, services, comparison, { account, invoices: [one, other], question });
};

/** A month that no invoice is of is answered with the months that can be compared; a misspelt name with the names alone. */
const orWhich = async (
  turn: Turn,
  services: Services,
  account: string | undefined,
  open: () => Promise<Answer>,
): Promise<Answer> => {
  try {
    return await open();
  } catch (error) {
    if (!(error instanceof UnknownInvoice && error.isMonth)) throw error;
    const pairs = pairsFor(turn, services, account);
    if (pairs.length === 0) throw error;
    return askWhich(turn, pairs.slice(0, MOST), error.written);
  }
};
