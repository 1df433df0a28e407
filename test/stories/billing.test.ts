import type { MessageView } from '../../src/sandbox/teams/api.ts';
import { askInvoice, rowsOf } from '../support/billing.ts';
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
  it('says what it comes to by currency, never mixed, and that it is provisional', async () => {
    const words = wordsOf(await listOf());
    expect(words).toContain(shown('billing.card.count', { count: 131, pending: 4, state: 'provisional' }));
    for (const currency of ['BRL', 'EUR', 'INR', 'JPY', 'KWD']) expect(words).toContain(`Net ${currency}`);
    expect(words).toMatch(/KWD\s12\.345/);
    for (const name of ['charged', 'tax', 'credits', 'refunded', 'requested', 'paid', 'unbilled'] as const) {
      expect(words).toContain(shown(`billing.totals.${name}`));
    }
  });

  it('is named by its id too, in any case, and of an account that is said', async () => {
    const card = await askInvoice(s, 'di', 'transactions e0500hx042 of enterprise', '3 transactions');
    expect(wordsOf(card)).toContain('billed');
  });

  it('says how far its reading is, and then what it comes to', async () => {
    s.vendor.faults.set({ kind: 'slow', ms: 1_500, operation: 'listInvoiceTransactions' });
    const card = await askInvoice(s, 'di', 'transactions november', 'Reading the whole invoice');
    s.vendor.faults.clear();
    await s.says('di', card, COUNT);
  });

  it('that cannot be read is said to be so, and is read again on a press', async () => {
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

  it('is asked for without a name: a list of those that there are', async () => {
    const list = await s.ask('di', 'transactions', { where: personalChat('di') });
    expect(wordsOf(list)).toContain('november');
    await s.pressTitled('di', list, plain('billing.button.open'));
    await inPersonal(COUNT);
  });

  it('goes on being read after a restart in the middle', async () => {
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

  it('stands on the same page of the same question after a restart', async () => {
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

  it('keeps what was typed where it cannot be read, and says what can be written', async () => {
    const card = await listOf('sort oldest first');
    const answer = await s.pressTitled('di', card, plain('billing.button.apply'), { filter: 'colour green' });
    expect(answer).toContain(shown('billing.refused.words', { said: 'colour' }));
    expect(answer).toContain('colour green');
    expect(answer).toContain('1 to 20 of 131');
  });

  it('finds text, and nothing of it becomes a question of its own', async () => {
    const card = await askInvoice(
      s,
      'di',
      "transactions november search it's Key Vault' or 1 eq 1",
      shown('billing.empty.narrow', { count: 131 }).slice(0, 20),
    );
    await s.pressTitled('di', card, plain('billing.button.all'));
    await s.says('di', card, '1 to 20 of 131');
  });

  it('opens a row with every field that it has, and leads back', async () => {
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
    expect(back).toContain('Only refunds');
  });
});

it('a page that the vendor does not give now is said to be missing, and comes on a press', async () => {
  const card = await listOf('sort oldest first');
  s.vendor.faults.set({ kind: 'refuse', status: 409, code: 'Conflict', operation: 'listInvoiceTransactions' });
  const answer = await s.pressTitled('di', card, plain('billing.button.next'));
  expect(answer).toContain(shown('billing.button.again'));
  s.vendor.faults.clear();
  await s.pressTitled('di', card, plain('billing.button.again'));
  await s.says('di', card, '21 to 40 of 131');
});

describe('nothing to show is explained', () => {
  it.each([
    ['an invoice on which nothing is yet', 'december', shown('billing.empty.pending', { invoice: 'december' })],
    ['an account of an older kind', 'retail', shown('billing.empty.olderAccount', { account: 'Northwind Retail' })],
    ['a filter that is too narrow', 'november over 99999999999999999', 'Loosen it, or show all'],
  ])('%s', async (_what, words, answer) => {
    const card = await askInvoice(s, 'di', `transactions ${words}`, answer, personalChat('di'));
    expect(wordsOf(card)).not.toContain('Net EUR');
  });

  it('no right at the vendor', async () => {
    s.vendor.faults.set({
      kind: 'refuse',
      status: 403,
      code: 'AuthorizationFailed',
      operation: 'listInvoiceTransactions',
    });
    await askInvoice(s, 'di', 'transactions november', 'does not let the bot read this account');
  });

  it('a name that no invoice can have, before the vendor is asked', async () => {
    const before = billingCalls().length;
    const words = await s.reply('di', 'transactions G-12', { where: channels.finance });
    expect(words).toContain('G002548106');
    expect(billingCalls()).toHaveLength(before);
  });
});

describe('who may see', () => {
  it('others are refused without a word of what there is', async () => {
    const words = await s.reply('ana', 'transactions november', { where: channels.finance });
    expect(words).toContain(shown('billing.refused.nobody'));
    expect(words.replace(/ id \S+/, '')).not.toMatch(/Northwind|\d{2}/);
  });

  it('amounts that may not stand in a channel go to the person’s own chat', async () => {
    const said = await s.reply('di', 'transactions november', { where: channels.general });
    expect(said).toContain(shown('billing.sent.personal', { account: 'Northwind Payments' }));
    expect(said).not.toMatch(/\d/);
    await inPersonal(COUNT);
  });

  it('somebody else’s press on the card is refused', async () => {
    const card = await listOf('sort oldest first');
    expect(await s.pressTitled('bo', card, plain('billing.button.next'))).toBe(REFUSED);
    const [row] = rowsOf(await s.formOf('bo', card));
    expect(answerOf(await s.teams.act('bo', card.id, row?.verb ?? '', row?.data ?? {}))).toBe(REFUSED);
  });

  it('who loses the right is refused at the next press, and the card shows no amount any more', async () => {
    const card = await listOf('sort oldest first');
    await s.replaceInPolicy('see: [di, auditors]', 'see: [auditors]');
    expect(await s.pressTitled('di', card, plain('billing.button.next'))).toBe(REFUSED);
    expect(await s.pressTitled('fi', card, plain('billing.button.next'))).toBe(plain('billing.refused.here'));
    expect(wordsOf(await s.says('di', card, shown('billing.hidden')))).not.toMatch(/\d/);
  });

  it('a channel that is taken off the list shows no amount any more, though nobody presses anything', async () => {
    const card = await listOf();
    await s.writePolicy((text) => text.replaceAll('channels: [finance]', 'channels: []'));
    const hidden = shown('billing.hidden');
    await s.message(channels.finance, (message) => message.id === card.id && wordsOf(message).includes(hidden));
  });

  it('a card of one person’s own chat answers nobody else', async () => {
    await s.ask('di', 'transactions november', { where: personalChat('di') });
    const own = await inPersonal(COUNT);
    const id = /"id":"([^"]{22})"/.exec(JSON.stringify(own.cards))?.[1] ?? '';
    const card = await listOf('sort oldest first');
    expect(answerOf(await s.teams.act('fi', card.id, 'billing.page', { id, page: 0 }))).toBe(REFUSED);
  });
});
