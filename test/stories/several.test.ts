import type { MessageView } from '../../sandbox/teams/api.ts';
import { channels, personalChat, wordsOf } from '../support/steward.ts';
import { plain, shown } from '../support/story.ts';
import { steward } from '../support/story-steward.ts';

const s = steward();

const anasChat = personalChat('ana');
const refsOn = (message: MessageView): readonly string[] => [
  ...new Set([...wordsOf(message).matchAll(/R-[0-9A-Z]{5}/g)].map(([ref]) => ref)),
];

/** The newest card there that shows one of these requests, once it says this. */
const batchIn = (where: string, [ref = '']: readonly string[], says = ''): Promise<MessageView> =>
  s.cardOf({ ref }, says, where);

/** Sends the form's last page, and gives the card that stands in its place then. */
const send = async (as: 'ana' | 'bo', form: MessageView): Promise<MessageView> => {
  await s.press(as, form, 'form.submit');
  const sent = await s.until('the card of the requests', async () => {
    const now = (await s.teams.messages(form.conversationId)).find(({ id }) => id === form.id);
    return now && refsOn(now).length > 0 ? now : undefined;
  });
  return sent;
};

describe('several roles at several places', () => {
  it('stand on one card with what is not possible, and one press approves them all', async () => {
    const form = await s.ask(
      'ana',
      'request roles reader, contributor on ledger and gateway for 3 days because I move',
    );
    const words = wordsOf(form);
    // The story's Ana is a reader on the gateway already.
    expect(words).toContain(shown('access.several.confirm', { count: 3 }));
    expect(words).toContain(shown('access.several.failing', { some: true, count: 1 }));
    expect(words).toContain(`✗ ${shown('access.several.existing', { who: 'Ana Rossi' })}`);
    expect(words).toContain('Decided by Bo Lind or Cy Okafor');

    const refs = refsOn(await send('ana', form));
    expect(refs).toHaveLength(3);
    const card = await batchIn(channels.approvals, refs, '3 waiting');
    expect(wordsOf(card)).toContain(shown('access.several.existing', { who: 'Ana Rossi' }));
    await s.press('bo', card, 'batch.approve');
    await batchIn(channels.approvals, refs, '3 done');
    await batchIn(channels.general, refs, '3 done');
    expect(await s.listedRole('ana', 'ledger', 'reader')).toHaveLength(1);
    expect(await s.listedRole('ana', 'gateway', 'contributor')).toHaveLength(1);
  });

  it('more than one card holds are refused beside the question', async () => {
    const form = await s.ask('bo', 'request roles', { where: personalChat('bo') });
    const everything = {
      roles: 'reader,contributor,owner',
      places: 'payments,staging,ledger,gateway,vault',
      people: 'a1a7c0de-1111-4a11-8a11-0a0a0a0a0a01,d1d7c0de-4444-4d44-8d44-0d0d0d0d0d04',
    };
    const refused = await s.sendForm('bo', form, everything);
    expect(wordsOf(refused)).toContain(plain('access.several.tooMany', { count: 30, most: 20 }));
    await s.ask('bo', 'never mind', { where: personalChat('bo') });
  });

  it('begin from the form for one role, with what was chosen there', async () => {
    const form = await s.ask('ana', 'request role reader on staging', { where: anasChat });
    await s.press('ana', form, 'form.back');
    const back = await s.formOf('ana', form);
    await s.press('ana', back, 'form.switch');
    const several = await s.formOf('ana', back);
    expect(wordsOf(several)).toContain(shown('access.several.title'));
    await s.ask('ana', 'never mind', { where: anasChat });
  });
});

describe('a kit', () => {
  it('is requested by its name, with its own time', async () => {
    const form = await s.ask('bo', 'request on-call kit because I am on call', { where: personalChat('bo') });
    const words = wordsOf(form);
    for (const line of ['Reader on Payments Production', 'Contributor on Gateway', 'Contributor on Ledger'])
      expect(words).toContain(line);
    expect(words).toContain('2 days from approval');
    await s.ask('bo', 'never mind', { where: personalChat('bo') });
  });

  it('for somebody else is accepted once, and then each line goes its own way', async () => {
    const disChat = personalChat('di');
    const form = await s.ask('bo', 'request on-call kit for Di Meyer because she is on call');
    expect(wordsOf(form)).toContain('Contributor on Ledger for Di Meyer');
    const refs = refsOn(await send('bo', form));
    const [reader = '', gateway = '', ledger = ''] = refs;
    expect(refs).toHaveLength(3);
    await s.press('di', await batchIn(disChat, refs, '3 waiting'), 'batch.accept');

    const card = await batchIn(channels.approvals, refs, '3 waiting');
    expect(await s.offeredTo('bo', card)).not.toContain('batch.approve');
    await s.ask('cy', `deny ${gateway} because the gateway is frozen`);
    await batchIn(channels.approvals, refs, '2 waiting · 1 not done');
    const code = 'RoleAssignmentRequestPolicyValidationFailed';
    s.vendor.faults.set({ kind: 'refuse', code, operation: 'createEligibilityRequest', count: 1 });
    await s.ask('cy', `approve ${ledger}`);
    await batchIn(channels.approvals, refs, '1 waiting · 2 not done');
    await s.press('cy', await batchIn(channels.approvals, refs, '1 waiting'), 'batch.approve');
    for (const where of [channels.approvals, channels.general, disChat]) {
      const copy = wordsOf(await batchIn(where, refs, '1 done · 2 not done'));
      for (const ref of [reader, gateway, ledger]) expect(copy).toContain(ref);
    }
    expect(await s.listedRole('di', 'payments', 'reader')).toHaveLength(1);
  });

  it('that nobody has is refused with the names of those that there are', async () => {
    const answer = await s.reply('ana', 'request kit weekend because I am on call', { where: anasChat });
    expect(answer).toContain(shown('access.several.noKit', { count: 1, said: 'weekend', kits: 'On-call kit' }));
  });
});
