import type { MessageView } from '../../src/sandbox/teams/api.ts';
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
  it('stand on one card, are approved by one press and denied alone, and each has its own state', async () => {
    const form = await s.ask(
      'ana',
      'request roles reader, contributor on ledger and gateway for 3 days because I move them',
    );
    const words = wordsOf(form);
    expect(words).toContain(shown('access.several.confirm', { count: 4 }));
    for (const role of ['Reader', 'Contributor'])
      for (const place of ['Ledger', 'Gateway']) expect(words).toContain(`${role} on ${place}`);
    expect(words).toContain('Decided by Bo Lind or Cy Okafor');

    const sent = await send('ana', form);
    const refs = refsOn(sent);
    expect(refs).toHaveLength(4);
    const card = await batchIn(channels.approvals, refs, '4 waiting');
    await s.press('bo', card, 'batch.approve');
    await batchIn(channels.approvals, refs, '4 done');
    await batchIn(channels.general, refs, '4 done');
    for (const place of ['ledger', 'gateway'] as const)
      for (const role of ['reader', 'contributor'] as const)
        expect(await s.listedRole('ana', place, role)).toHaveLength(1);
  });

  it('without a rule for one of them leave that out and say so', async () => {
    const form = await s.ask('di', 'request roles reader and contributor on staging for 400 days because I look', {
      where: personalChat('di'),
    });
    expect(wordsOf(form)).toContain(shown('access.several.failing', { some: true, count: 1 }));
    expect(wordsOf(form)).toContain('✗ 400 days is too long: at most 14 days (Steward’s policy)');
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
    const back = await s.formOf('ana', await (await s.press('ana', form, 'form.back'), form));
    await s.press('ana', back, 'form.switch');
    const several = await s.formOf('ana', back);
    expect(wordsOf(several)).toContain(shown('access.several.title'));
    await s.ask('ana', 'never mind', { where: anasChat });
  });
});

describe('a kit', () => {
  it('is requested by its name, with its own time', async () => {
    const form = await s.ask('ana', 'request on-call kit because I am on call', { where: anasChat });
    const words = wordsOf(form);
    expect(words).toContain(shown('access.several.confirm', { count: 3 }));
    expect(words).toContain('2 days from approval');
    await s.ask('ana', 'never mind', { where: anasChat });
  });

  it('that nobody has is refused with the names of those that there are', async () => {
    const answer = await s.reply('ana', 'request kit weekend because I am on call', { where: anasChat });
    expect(answer).toContain(shown('access.several.noKit', { count: 1, said: 'weekend', kits: 'On-call kit' }));
  });
});
