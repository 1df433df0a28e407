import type { MessageView } from '../../sandbox/teams/api.ts';
import type { PersonKey } from '../../sandbox/world.ts';
import { rowsOf } from '../support/billing.ts';
import { buttonsOf } from '../support/card-view.ts';
import { acceptedFile, offeredFile } from '../support/files.ts';
import { readCsv } from '../support/read-csv.ts';
import { channels, personalChat, wordsOf } from '../support/steward.ts';
import { answerOf, plain, shown } from '../support/story.ts';
import { steward } from '../support/story-steward.ts';

const ROWS = 131;

const s = steward();

const said = async (as: PersonKey, text: string, words: string, where = channels.finance): Promise<MessageView> =>
  s.says(as, await s.ask(as, text, { where }), words);

/** Asks for an export, and gives the message that asks whether the file is wanted. */
const offered = (as: PersonKey, text: string): Promise<MessageView> =>
  offeredFile(s, as, () => s.ask(as, text, { where: channels.finance }));

describe('two invoices', () => {
  it('are compared line by line, with each anomaly below its rule, the main currency first, savings in green', async () => {
    const message = await said('di', 'compare october with november', plain('reports.anomalies.title', { count: 14 }));
    const card = wordsOf(message);
    const currencies = [...card.matchAll(/Net in (\w+), by product/g)].map(([, currency]) => currency);
    expect([currencies[0], currencies.at(-1)]).toEqual(['EUR', 'BRL']);
    const colours = (amount: string) =>
      JSON.stringify(message.cards).match(new RegExp(`"text":"${amount}"[^{}]*"color":"(\\w+)"`))?.[1];
    expect([colours('\\\\?-€490.88'), colours('\\+€11,138.40')]).toEqual(['Good', 'Attention']);
    expect(card).toContain('+€13,048.13\n€6,176.24 → €19,224.37 (+211.3%)');
    expect(card).toContain('File gateway of the old settlement run\n-€490.88\nMissing product');
    expect(card).toMatch(/second instance in North Europe.*\n.*\nNew product/);
    expect(card).toMatch(/KWD\s11\.988 → KWD\s12\.345/);
  });

  it('are divided by another column at a press, for everybody', async () => {
    const card = await said('di', 'compare october november by product', 'Net in EUR, by product');
    const pressed = await s.press('di', card, 'billing.compareBy');
    expect(answerOf(pressed)).toContain('Net in EUR, by invoice section');
    await s.says('fi', card, 'Net in EUR, by invoice section');
  });

  it.each([
    ['compare november november', shown('reports.refused.same', { invoice: 'november' })],
    [
      'compare november october by colour',
      shown('reports.refused.by', { said: 'colour', known: 'product, section, customer' }),
    ],
    ['breakdown', shown('reports.refused.noInvoice', { example: 'G002548106' })],
  ])('%s: what is missing is said', async (text, words) => {
    expect(await s.reply('di', text, { where: channels.finance })).toContain(words);
  });
});

describe('a comparison that names too little', () => {
  const finance = { where: channels.finance };

  it.each(['compare october', 'compare'])('“%s” compares at once where only one comparison fits', async (text) => {
    const card = wordsOf(await said('di', text, plain('reports.anomalies.title', { count: 14 })));
    expect(card).toContain('October → November');
  });

  it('a month without an invoice is answered with the months that have one, and their button compares them', async () => {
    const card = await s.ask('fi', 'compare september october', finance);
    expect(buttonsOf(card).map(({ data }) => data['text'])).toEqual(['compare "october" "november" of northwind']);
    expect(buttonsOf(card)[0]?.title).toContain('October → November');
    await s.pressTitled('fi', card, buttonsOf(card)[0]?.title ?? '');
    await s.message(channels.finance, (message) => wordsOf(message).includes('October → November'));
  });

  it('an account is named by a clear part of its title', async () => {
    await said('di', 'compare october november of payments', plain('reports.anomalies.title', { count: 14 }));
    expect(await s.reply('di', 'transactions november of north', finance)).toContain('northwind, enterprise, retail');
  });
});

it('an empty invoice is said to be empty in the comparison, and no product counts as vanished', async () => {
  const reason = shown('billing.empty.pending', { invoice: 'December' });
  const card = wordsOf(await said('di', 'compare november december', reason));
  expect(card).not.toMatch(/Missing product/);
  expect(card).toContain(plain('billing.button.again'));
});

it('an invoice is broken down with a chart, and exact rows with shares for clients without charts', async () => {
  const card = await said('di', 'breakdown november by kind', 'Net in EUR');
  const json = JSON.stringify(card.cards);
  expect(json).toContain('"type":"Chart.HorizontalBar"');
  expect(wordsOf(card)).toContain('Reservation\n€11,138.40\n57.9% of the net · 2 transactions');
});

const pressRow = async (card: MessageView, words: string): Promise<string> => {
  const row = rowsOf(card).find((one) => one.words.includes(words));
  if (!row) throw new Error(`no row ${words}`);
  return answerOf(await s.teams.act('di', card.id, row.verb, row.data));
};

it('a family of a breakdown opens its transactions, as many as it counts', async () => {
  const card = await said('di', 'breakdown november', 'Databases');
  const [, count = ''] = /Databases\n[^\n]*\n[^\n]*· (\d+) transactions/.exec(wordsOf(card)) ?? [];
  expect(await pressRow(card, 'Databases')).toBe(plain('reports.opened.transactions'));
  const opened = await s.message(
    channels.finance,
    (message) => /family "Databases" currency "EUR"/.test(wordsOf(message)) && /Total: /.test(wordsOf(message)),
  );
  expect(wordsOf(opened)).toContain(`(${count} transactions)`);
});

/** Presses a row, and gives the list that it opens, once that is added up. */
const opened = async (card: MessageView, words: string): Promise<MessageView> => {
  const before = (await s.teams.messages(channels.finance)).length;
  expect(await pressRow(card, words)).toBe(plain('reports.opened.transactions'));
  return s.until(`a total of ${words}`, async () => {
    const messages = await s.teams.messages(channels.finance);
    return messages.slice(before).find((message) => /Total: /.test(wordsOf(message)));
  });
};
const countOf = (list: MessageView): number => Number(/\((\d+) transactions?\)/.exec(wordsOf(list))?.[1]);

it('each transaction of a currency is behind one row of a comparison, also of the others and the unchanged', async () => {
  const card = await said('di', 'compare october november', '13 others');
  const compared = rowsOf(card).filter(({ words }) => /→|unchanged/.test(words));
  const lists: MessageView[] = [];
  for (const { words } of compared.filter(({ data }) => data['currency'] === 'EUR')) {
    lists.push(await opened(card, words));
  }
  expect(lists.map(countOf).reduce((sum, count) => sum + count, 0)).toBe(126);
});

it('the list behind the others says so, and a filter narrows it further', async () => {
  const card = await said('di', 'compare october november', '13 others');
  const list = await opened(card, '13 others');
  expect(wordsOf(list)).toContain('13 others in EUR');
  await s.press('di', list, 'billing.ask', { filter: 'under 5' });
  const narrowed = await s.says('di', list, 'Filter: under 5');
  expect(wordsOf(narrowed)).toContain('13 others in EUR');
});

it('a product that is gone opens its transactions on the earlier invoice', async () => {
  const card = await said('di', 'compare october november', 'File gateway');
  expect(await pressRow(card, 'File gateway')).toBe(plain('reports.opened.transactions'));
  const filter = 'product "File gateway of the old settlement run"';
  expect(
    wordsOf(await s.message(channels.finance, (one) => wordsOf(one).includes(filter) && /Total/.test(wordsOf(one)))),
  ).toContain('October');
});

it('all that needs attention is shown at a press', async () => {
  const card = await said('di', 'compare october november', '14 items need attention');
  const words = await s.pressTitled('di', card, shown('reports.anomalies.all', { count: 14 }));
  expect(words).not.toContain('not shown here');
  expect(words).toContain(plain('reports.anomalies.fewer'));
});

it('a refund opens its transaction', async () => {
  const card = await said('di', 'refunds november', '180.00');
  expect(await pressRow(card, 'requested €')).toBe(plain('reports.opened.transactions'));
  await s.message(channels.finance, (message) => wordsOf(message).includes(plain('billing.field.refundOperationId')));
});

it('the summary of an invoice leads to its breakdown in the same thread', async () => {
  const summary = await said('di', 'transactions november', plain('reports.button.refunds'));
  const strip = answerOf(await s.press('di', summary, 'billing.make'));
  expect(strip).toBe(plain('reports.opened.breakdown'));
  const title = plain('reports.breakdown.title', { invoice: 'November', by: plain('reports.by.family') });
  const root = summary.rootId ?? summary.id;
  await s.message(channels.finance, (message) => message.rootId === root && wordsOf(message).includes(title));
});

describe('an export', () => {
  it('asks for consent in the requester’s own chat and has every digit of every transaction', async () => {
    const asked = await offered('di', 'export november');
    expect(asked.consents?.[0]).toMatchObject({
      name: expect.stringMatching(/^northwind-november-\d{4}(-\d\d){5}-UTC\.csv$/),
    });
    const bytes = await acceptedFile(s, 'di', asked);
    expect(bytes.length).toBe(asked.consents?.[0]?.sizeInBytes);
    const [head = [], ...lines] = readCsv(bytes.toString());
    const at = head.findIndex(({ text }) => text === 'transactionAmount.value');
    expect(lines).toHaveLength(ROWS);
    expect(lines.map((line) => line[at]?.text)).toEqual(
      expect.arrayContaining(['1234567890123456.78', '96.7470000000000004', '-1234567890123400']),
    );
    expect(wordsOf(await s.message(personalChat('di'), ({ id }) => id === asked.id))).not.toContain('€');
  });

  it('cannot be started by a forged press', async () => {
    const card = await said('di', 'export november', 'personal chat');
    const forged = { file: 'f', accepted: true, upload: {} };
    expect(answerOf(await s.teams.act('di', card.id, 'billing.file', forged))).toBe(plain('bot.refused.press'));
  });
});

it('where the requester’s own chat does not take a report, the thread in which it was asked for says so', async () => {
  await s.teams.setInstalled('di', 'personal', false);
  const { id } = await s.teams.say('di', channels.general, 'refunds november', { mention: true });
  await s.until('the refusal in the thread', async () =>
    (await s.teams.messages(channels.general, 'di')).find(
      (message) => message.rootId === id && wordsOf(message).includes(shown('billing.sent.refused')),
    ),
  );
  await s.teams.setInstalled('di', 'personal', true);
});

it('a report from a channel without amounts goes to the requester’s own chat', async () => {
  await said(
    'di',
    'refunds november',
    plain('billing.sent.personal', { account: 'Northwind Payments' }),
    channels.general,
  );
  await s.message(personalChat('di'), '€180.00 open');
});
