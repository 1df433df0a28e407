import { channels, personalChat, wordsOf } from '../support/steward.ts';
import { steward } from '../support/story-steward.ts';

const s = steward();

it('whoever writes in a channel that takes no posts is told in their own chat', async () => {
  await s.teams.setModerated('bo', channels.general, true);
  await s.teams.say('ana', channels.general, 'whoami', { mention: true });
  const notice = await s.message(personalChat('ana'), 'You wrote “whoami” in a channel');
  expect(wordsOf(notice)).toContain('an owner of the channel');
  await s.teams.setModerated('bo', channels.general, false);
});
