import { channels, wordsOf } from '../support/steward.ts';
import { PAST_MINIMUM, refOf, shown } from '../support/story.ts';
import { steward } from '../support/story-steward.ts';

const s = steward();

const removals = () => s.sentRequests().filter(({ body }) => body?.Properties.RequestType === 'AdminRemove');

describe('all access of a person', () => {
  it('is shown line by line, removed by one request, and stands on one card with the state of each', async () => {
    for (const wish of ['reader on staging', 'contributor on staging']) {
      const asked = await s.requestApproved('ana', `${wish} for 5 days because I look`);
      await s.cardOf(asked, 'Eligible until');
    }
    s.clock.advance(PAST_MINIMUM);
    const form = await s.ask('bo', 'remove all access of Ana Rossi because she left the team');
    for (const line of ['Reader on Payments Staging', 'Contributor on Payments Staging', 'is removed', 'stays: it']) {
      expect(wordsOf(form)).toContain(line);
    }
    expect(removals()).toHaveLength(0);

    const sent = await s.sendRequest('bo', form);
    const card = await s.cardOf(sent, 'done', channels.general);
    const says = await s.until('the end of all of it', async () => {
      const now = wordsOf(await s.cardOf(sent, '', channels.general));
      return !now.includes('in progress') && now;
    });
    expect(says).toContain(shown('access.removeAll.title', { who: 'Ana Rossi' }));
    expect(says).toContain('she left the team');
    expect(says.match(/Removed by Bo Lind/g)?.length).toBe(removals().length);
    expect(says).toContain('Not sent');
    for (const role of ['reader', 'contributor'] as const) {
      expect(await s.listedRole('ana', 'staging', role)).toHaveLength(0);
    }
    const cards = (await s.teams.messages(channels.general)).filter((message) =>
      wordsOf(message).includes(refOf(card)),
    );
    expect(cards).toHaveLength(1);
  });

  it('is refused to whom no rule lets remove it, and nothing is looked up', async () => {
    const before = s.sentRequests().length;
    const answer = await s.reply('di', 'remove all access of Ana Rossi');
    expect(answer).toContain(shown('access.removeForm.notYou', { self: false, who: 'Ana Rossi' }));
    expect(s.sentRequests()).toHaveLength(before);
  });
});
