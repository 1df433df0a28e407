import type { MessageView } from '../../sandbox/teams/api.ts';
import type { PersonKey } from '../../sandbox/world.ts';
import { askInvoice, rowsOf } from '../support/billing.ts';
import { buttonsOf } from '../support/card-view.ts';
import { pressAsIf } from '../support/own-views.ts';
import { channels, personalChat, wordsOf } from '../support/steward.ts';
import { isSending } from '../support/store-invariants.ts';
import { answerOf, plain, shown } from '../support/story.ts';
import { steward } from '../support/story-steward.ts';

const s = steward();

const COUNT = '131 transactions';
const OF = 'of 131';
const REFUSED = plain('billing.refused.press');

const listOf = (words = '', says = words === '' ? COUNT : OF): Promise<MessageView> =>
  askInvoice(s, 'di', `transactions november ${words}`, says);
const titles = (card: Pick<MessageView, 'cards'>): string[] =>
  rowsOf(card).map(({ words }) => words.trim().split('\n')[0] ?? '');
const billingCalls = (): string[] =>
  s.vendor.faults
    .seen()
    .map(({ path }) => path)
    .filter((path) => path.includes('/invoices/'));
const inPersonal = (words: string): Promise<MessageView> => s.message(personalChat('di'), words, 'di');

describe('an invoice', () => {
  it('shows a total for each currency and that it is provisional', async () => {
    const words = wordsOf(await listOf());
    expect(words).toContain(shown('billing.card.count', { count: 131, state: 'provisional' }));
    for (const currency of ['BRL', 'EUR', 'INR', 'JPY', 'KWD']) expect(words).toContain(`Net ${currency}`);
    expect(words).toMatch(/KWD\s12\.345/);
    for (const name of ['charged', 'tax', 'credits', 'refunded', 'requested', 'paid', 'unbilled'] as const) {
      expect(words).toContain(shown(`billing.totals.${name}`));
    }
  });

  it('shows the progress of the reading, then the totals', async () => {
    s.vendor.faults.set({ kind: 'slow', ms: 1_500, operation: 'listInvoiceTransactions' });
    const card = await askInvoice(s, 'di', 'transactions november', 'Reading the whole invoice');
    s.vendor.faults.clear();
    await s.says('di', card, COUNT);
  });

  it('that cannot be read shows the error and is read again on a press', async () => {
    s.vendor.faults.set({ kind: 'refuse', status: 404, code: 'InvoiceNotFound', operation: 'listInvoiceTransactions' });
    const card = await askInvoice(
      s,
      'di',
      'transactions november',
      shown('billing.empty.unknownInvoice', { invoice: 'november' }),
    );
    s.vendor.faults.clear();
    await s.pressTitled('di', card, plain('billing.button.again'));
    await s.says('di', card, COUNT);
  });

  it('without a name is answered with the list of invoices', async () => {
    const list = await s.ask('di', 'transactions', { where: personalChat('di') });
    expect(wordsOf(list)).toContain('November');
    await s.press('di', list, 'billing.open');
    await inPersonal(COUNT);
  });

  it('is read to its end after a restart', async () => {
    s.vendor.faults.set({ kind: 'slow', ms: 1_000, operation: 'listInvoiceTransactions' });
    const before = billingCalls().length;
    const card = await askInvoice(s, 'di', 'transactions november', 'Reading');
    await s.until('the vendor asked for a page', async () => billingCalls().length > before);
    // A post whose answer dies with the bot is posted again, and this card would be nobody's.
    await s.until('the card to be written down', () => s.inStore(async (db) => !(await isSending(db, s.clock.now()))));
    await s.kill();
    s.vendor.faults.clear();
    await s.restart();
    s.clock.advance(120_000);
    await s.says('di', card, COUNT);
  });
});

describe('its list', () => {
  it('shows twenty rows and turns its pages in place, for everybody', async () => {
    const card = await listOf('sort oldest first');
    expect(rowsOf(card)).toHaveLength(20);
    const answer = await s.pressTitled('di', card, plain('billing.button.next'));
    expect(answer).toContain('21 to 40 of 131');
    expect(wordsOf(await s.says('fi', card, '21 to 40 of 131'))).toContain('Oldest first');
  });

  it('shows the same page after a restart', async () => {
    const card = await listOf('charges sort largest first', 'of 124');
    await s.pressTitled('di', card, plain('billing.button.next'));
    const before = titles(await s.says('di', card, '21 to 40'));
    await s.restart();
    expect(await s.pressTitled('di', card, plain('billing.button.previous'))).toContain('1 to 20');
    await s.pressTitled('di', await s.says('di', card, '1 to 20'), plain('billing.button.next'));
    expect(titles(await s.says('di', card, '21 to 40'))).toEqual(before);
  });

  it('is sorted and filtered by the boxes of its card', async () => {
    const card = await listOf('sort oldest first');
    const fields = { sort: 'largest', filter: 'family Compute or Reservations over 100 EUR' };
    await s.pressTitled('di', card, plain('billing.button.apply'), fields);
    const seen = await s.says('di', card, 'over 100 EUR');
    expect(titles(seen)[0]).toContain('Reservation of eight virtual cores');
  });

  it('opens a transaction with all its fields and leads back', async () => {
    const card = await askInvoice(s, 'di', 'transactions november refunds', 'Refund');
    const [row] = rowsOf(card);
    if (!row) throw new Error('there is no refund');
    const details = answerOf(await s.teams.act('di', card.id, row.verb, row.data));
    for (const name of [
      'amountRequested',
      'amountRefunded',
      'refundOperationId',
      'effectivePrice',
      'servicePeriodEndDate',
    ] as const) {
      expect(details).toContain(plain(`billing.field.${name}`));
    }
    await s.says('fi', card, plain('billing.field.amountRequested'));
    const back = await s.pressTitled('di', card, plain('billing.button.back'));
    expect(back).toContain('Filter: refunds');
  });
});

it('a page that the vendor refuses is said to be missing and is read on a press', async () => {
  const card = await listOf('sort oldest first');
  s.vendor.faults.set({ kind: 'refuse', status: 409, code: 'Conflict', operation: 'listInvoiceTransactions' });
  const answer = await s.pressTitled('di', card, plain('billing.button.next'));
  expect(answer).toContain(shown('billing.button.again'));
  s.vendor.faults.clear();
  await s.pressTitled('di', card, plain('billing.button.again'));
  await s.says('di', card, '21 to 40 of 131');
});

describe('what is counted', () => {
  it('a count on the summary opens the transactions that it counts', async () => {
    const card = await listOf();
    const counted = rowsOf(card).find(({ words }) => words.includes(shown('billing.counted.pending', { count: 4 })));
    if (!counted) throw new Error('nothing is counted');
    await s.teams.act('di', card.id, counted.verb, counted.data);
    expect(rowsOf(await s.says('di', card, 'Total: '))).toHaveLength(4);
  });

  it('a row is opened by the number on it too, for clients in which it cannot be pressed', async () => {
    const card = await listOf('sort oldest first');
    const [, second] = titles(card);
    const answer = await s.pressTitled('di', card, plain('billing.button.open'), { number: '2' });
    expect(answer).toContain(second?.split('…')[0]?.trim());
    expect(answer).toContain(plain('billing.section.amounts'));
  });
});

describe('an empty answer is explained', () => {
  it('a name that no invoice can have, before the vendor is asked', async () => {
    const words = await s.reply('di', 'transactions G-12', { where: channels.finance });
    expect(words).toContain('G002548106');
    // A call of the test before, for november's invoice, may still come.
    expect(billingCalls().filter((path) => !path.includes('/invoices/G002548106/'))).toEqual([]);
  });

  it('a misspelt name is answered with the known invoices on buttons, the nearest first', async () => {
    const card = await s.ask('di', 'transactions novmber refunds', { where: channels.finance });
    expect(wordsOf(card)).toContain(shown('billing.invoices.unknown', { said: 'novmber' }));
    const [first] = buttonsOf(card);
    expect(first?.data).toEqual({ text: 'transactions "november" of northwind refunds' });
    await s.press('di', card, first?.verb ?? '');
    await s.message(channels.finance, (message) => wordsOf(message).includes('Filter: refunds'));
  });

  it('the other invoice of a comparison stays where one is misspelt', async () => {
    const card = await s.ask('di', 'compare octobr november', { where: channels.finance });
    expect(buttonsOf(card)[0]?.data).toEqual({ text: 'compare october november of northwind' });
  });
});

describe('who may see', () => {
  it('a person without the right is refused and sees no invoice', async () => {
    const words = await s.reply('ana', 'transactions november', { where: channels.finance });
    expect(words).toContain(shown('billing.refused.nobody'));
    expect(words.replace(/ id \S+/g, '')).not.toMatch(/Northwind|\d{2}/);
  });

  it('amounts from a channel without them go to the person’s own chat', async () => {
    const said = await s.reply('di', 'transactions november', { where: channels.general });
    expect(said).toContain(shown('billing.sent.personal', { account: 'Northwind Payments' }));
    expect(said).not.toMatch(/\d/);
    await inPersonal(COUNT);
  });

  it('a press by a person without the right is refused', async () => {
    const card = await listOf('sort oldest first');
    expect(await s.offeredTo('bo', card)).toEqual([]);
    expect(answerOf(await pressAsIf(s, 'bo', card, { verb: 'billing.page', of: 'di' }))).toBe(REFUSED);
    const [row] = rowsOf(card);
    expect(answerOf(await s.teams.act('bo', card.id, row?.verb ?? '', row?.data ?? {}))).toBe(REFUSED);
  });

  it('a person who loses the right is refused at the next press, and the card hides its amounts', async () => {
    const card = await listOf('sort oldest first');
    const next = buttonsOf(card).find(({ verb }) => verb === 'billing.page');
    const pressNext = async (as: PersonKey) =>
      answerOf(await s.teams.act(as, card.id, 'billing.page', next?.data ?? {}));
    await s.replaceInPolicy('see: [di, auditors]', 'see: [auditors]');
    expect(await pressNext('di')).toBe(REFUSED);
    expect(await pressNext('fi')).toBe(plain('billing.refused.here'));
    expect(wordsOf(await s.says('di', card, shown('billing.hidden')))).not.toMatch(/\d/);
  });

  it('the card of a channel that the policy drops hides its amounts without a press', async () => {
    const card = await listOf();
    await s.writePolicy((text) => text.replaceAll('channels: [finance]', 'channels: []'));
    const hidden = shown('billing.hidden');
    await s.message(channels.finance, (message) => message.id === card.id && wordsOf(message).includes(hidden));
  });

  it('a card in a person’s own chat answers nobody else', async () => {
    await s.ask('di', 'transactions november', { where: personalChat('di') });
    const own = await inPersonal(COUNT);
    const id = /"id":"([^"]{22})"/.exec(JSON.stringify(own.cards))?.[1] ?? '';
    const card = await listOf('sort oldest first');
    expect(answerOf(await s.teams.act('fi', card.id, 'billing.page', { id, page: 0 }))).toBe(REFUSED);
  });
});
