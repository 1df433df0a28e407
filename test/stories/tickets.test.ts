import { fieldsOf } from '../support/card-view.ts';
import { personalChat, wordsOf } from '../support/steward.ts';
import { PAST_MINIMUM, plain, shown } from '../support/story.ts';
import { steward } from '../support/story-steward.ts';

const s = steward();

const NOTICE = '  notice: [1 day, 1 hour, 2 minutes]\n';
const values = { count: 1, patterns: 'INC-####', hasMore: false };
const WRONG = plain('access.ticket.wrong');
const chat = { where: personalChat('cy') };

beforeEach(() => s.replaceInPolicy(NOTICE, `${NOTICE}  ticket: INC-####\n`));

it('a ticket that is written otherwise stops the sending beside its field, and a right one reaches the vendor', async () => {
  const form = await s.ask('ana', 'request role secrets on staging for 2 days ticket INC-7 because the key is wrong');
  expect(wordsOf(form)).toContain(shown('access.ticket.hint', values));
  expect(wordsOf(form)).toContain(`✗\n${shown('access.preview.ticket', values)}`);
  const refused = await s.sendForm('ana', form, {});
  expect(wordsOf(refused)).toContain(WRONG);
  expect(fieldsOf(refused)).toMatchObject({ duration: '2 days', ticket: 'INC-7' });
  const asked = await s.sendRequest('ana', refused, { ticket: 'INC-1042' });
  await s.pressApprove('cy', asked);
  await s.cardOf(asked, 'Eligible until');
  expect(s.sentRequests()[0]?.body.Properties.TicketInfo?.TicketNumber).toBe('INC-1042');

  const extend = await s.ask('ana', 'extend secrets on staging for 1 day because it goes on', {
    where: personalChat('ana'),
  });
  expect(wordsOf(await s.sendForm('ana', extend, { ticket: 'INC-8' }))).toContain(WRONG);

  s.clock.advance(PAST_MINIMUM);
  const remove = await s.ask('cy', 'remove access secrets on staging of Ana Rossi because it is rotated', chat);
  const ticket = await s.sendForm('cy', remove, {});
  expect(wordsOf(ticket)).toContain(shown('access.ticket.hint', values));
  const again = await s.sendForm('cy', ticket, { ticket: 'the same' });
  expect(wordsOf(again)).toContain(WRONG);
  await s.sendForm('cy', again, { ticket: 'inc-1043' });
  await s.cardOf(asked, 'Removed by Cy Okafor');
});
