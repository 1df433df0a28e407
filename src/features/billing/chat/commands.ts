import { z } from 'zod';
import { cardAnswer } from '../../../bot/turn/turn.ts';
import { defineCommand } from '../../feature.ts';
import { renderInvoices } from '../cards/invoices-card.ts';
import { accountsFor, findInvoice } from '../find-invoice.ts';
import { accountWords, readAsked, readListQuestion } from '../question.ts';
import { mayStandIn } from '../rights.ts';
import { transactions } from '../transactions.ts';
import { openReport, placeOf } from './start-report.ts';

export const transactionsCommand = defineCommand({
  name: 'transactions',
  aliases: ['invoice', 'billing transactions', 'invoice transactions'],
  area: 'billing',
  lead: 'asked',
  // What people filter by holds the words of the filters: the question reads itself.
  slots: [],
  arguments: z.object({ asked: z.string().default('') }),
  example: 'transactions november family Compute over 100 sort by amount',
  words: ['of', 'family', 'over', 'under', 'sort', 'search'],
  says: 'example',
  async handle(turn, { asked }, services) {
    const policy = services.policy.current();
    const { objectId } = turn.who;
    if (asked.trim() === '') {
      const accounts = accountsFor(policy, objectId).filter((account) => mayStandIn(policy, account, placeOf(turn)));
      const card = renderInvoices(accounts, turn.words);
      return cardAnswer(card, turn.words.plain('billing.invoices.title'));
    }
    const { invoice, account, said } = readAsked(asked);
    const found = findInvoice(policy, objectId, invoice, account && accountWords(account));
    const question = readListQuestion(said, services.clock.now());
    return openReport(turn, services, transactions, { account: found.account, invoices: [found.invoice], question });
  },
});
