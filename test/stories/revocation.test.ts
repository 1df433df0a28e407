import { readFileSync } from 'node:fs';
import { MINUTE } from '#platform/lib/clock.ts';
import { type PersonKey, people } from '../../sandbox/world.ts';
import { channels, personalChat, wordsOf } from '../support/steward.ts';
import { isIdle, violations } from '../support/store-invariants.ts';
import { answerOf, plain } from '../support/story.ts';
import { steward } from '../support/story-steward.ts';

const s = steward();
const says = (as: PersonKey, text: string): Promise<string> => s.reply(as, text, { where: personalChat(as) });

const revokes = async (as: PersonKey, text: string): Promise<string> => {
  const confirm = await s.ask(as, text, { where: personalChat(as) });
  return answerOf(await s.press(as, confirm, 'form.submit'));
};

describe('revoke all of a person', () => {
  it('a person’s requests end, their approvals no longer count, and their roles are removed', async () => {
    const granted = await s.requestApproved('di', 'reader on staging for 5 days because I look');
    await s.cardOf(granted, 'Eligible until');
    s.clock.advance(6 * MINUTE);
    const waiting = await s.requestRole('di', 'contributor on ledger for 5 days because I mend it');
    await s.cardOf(waiting, 'Waiting for approval');

    const confirm = await s.ask('bo', 'revoke all of Di Meyer because the laptop was stolen', {
      where: personalChat('bo'),
    });
    for (const text of ['Revoke all of Di Meyer?', 'the laptop was stolen', 'can be taken back']) {
      expect(wordsOf(confirm)).toContain(text);
    }
    const report = answerOf(await s.press('bo', confirm, 'form.submit'));
    for (const text of ['All of Di Meyer', waiting.ref, 'the laptop was stolen']) expect(report).toContain(text);
    expect(wordsOf(await s.cardOf(waiting, 'Denied by Bo Lind'))).toContain('the laptop was stolen');
    const told = wordsOf(await s.message(channels.alerts, 'Reader on Payments Staging'));
    expect(told).toContain('All of Di Meyer');
    await s.cardOf(granted, 'Removed');
    expect(await s.listedRole('di', 'staging', 'reader')).toHaveLength(0);
    const rows = await s.inStore((db) =>
      db.selectFrom('audit').selectAll().where('event', '=', 'access revoked').execute(),
    );
    expect(rows.map(({ change_id, actor }) => [change_id, actor])).toEqual([[people.di.objectId, people.bo.objectId]]);
  });

  it('the card names the roles that the policy does not let the administrator have removed', async () => {
    const granted = await s.requestApproved('di', 'reader on gateway for 5 days because I look');
    await s.cardOf(granted, 'Eligible until');
    s.clock.advance(6 * MINUTE);
    await s.replaceInPolicy('administrators: [platform]', 'administrators: [auditors]');
    await revokes('fi', 'revoke all of Di Meyer because the laptop was stolen');
    const told = (text: string): boolean => text.includes('All of Di Meyer') && text.includes('Reader on Gateway');
    const report = wordsOf(await s.message(channels.alerts, (message) => told(wordsOf(message))));
    expect(report).toContain(plain('access.removeAll.stays.notAllowed'));
    expect(await s.listedRole('di', 'gateway', 'reader')).toHaveLength(1);
  });
});

describe('policy', () => {
  it('the card has version and counts, and the problems of the file only where nobody else reads along', async () => {
    const fine = await says('bo', 'policy');
    for (const text of ['Version', 'In force, and the file has no problem', '5 people in 4 groups'])
      expect(fine).toContain(text);
    await s.replaceInPolicy('platform: [bo]', 'platform: [boo]');
    const line =
      readFileSync(s.policyFile, 'utf8')
        .split('\n')
        .findIndex((text) => text.includes('[boo]')) + 1;
    await s.message(channels.alerts, 'boo');
    expect(await says('bo', 'policy')).toContain(`Line ${line}`);
    const elsewhere = await s.reply('bo', 'policy', { where: channels.general });
    expect(elsewhere).toContain('the version before stays in force');
    expect(elsewhere).not.toContain('boo');
  });
});

describe('who is', () => {
  it('an administrator sees in their own chat what the policy knows of a person', async () => {
    const answer = await says('bo', 'who is Di Meyer');
    for (const text of ['Di Meyer', people.di.objectId, 'payments', 'reader everywhere'])
      expect(answer).toContain(text);
    expect(await says('bo', `who is ${people.cy.objectId}`)).toContain('sensitive roles need security');
  });

  it('a question in a channel is answered in the own chat', async () => {
    const answer = await s.reply('bo', 'who is Cy Okafor', { where: channels.general });
    expect(answer).toContain(plain('administration.person.ownChat', { who: 'Cy Okafor' }));
    await s.message(personalChat('bo'), people.cy.objectId, 'bo');
  });
});

it('nothing is left to do after these stories', async () => {
  await s.until('all quiet', () => s.inStore(isIdle));
  expect(await s.inStore(violations)).toEqual([]);
});
