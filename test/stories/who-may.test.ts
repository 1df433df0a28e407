import type { TextKey } from '#platform/texts/texts.ts';
import type { PersonKey } from '../../sandbox/world.ts';
import whoMay from '../fixtures/who-may.json' with { type: 'json' };
import { plain, shown } from '../support/story.ts';
import { steward } from '../support/story-steward.ts';

const s = steward();

describe('a refusal by the policy says who may, by name', () => {
  it.each(whoMay.refusals)('to $what', async ({ as, text, refused, people }) => {
    const answer = await s.reply(as as PersonKey, text);
    expect(answer).toContain(shown(refused as TextKey));
    expect(answer).toContain(plain('policy.whoMay.people', { people }));
  });

  it('to see a share, by the title of the share', async () => {
    const answer = await s.reply('ana', 'syncs statistics');
    expect(answer).toContain(shown('shares.refused.read', { share: 'Gateway statistics' }));
    expect(answer).toContain(plain('policy.whoMay.people', { people: 'Bo Lind' }));
  });

  it.each(whoMay.moments)('in $what, by the policy of the moment', async ({ what, before, after, text, refused }) => {
    await s.replaceInPolicy(before, after);
    if (what === 'apps') await s.replaceInPolicy('ask: [payments, platform, security]', 'ask: [platform, security]');
    const answer = await s.reply('fi', text);
    expect(answer).toContain(shown(refused as TextKey));
    expect(answer).toContain(
      plain('policy.whoMay.people', { people: what === 'apps' ? 'Bo Lind and Cy Okafor' : 'Bo Lind' }),
    );
  });

  it('and that nobody may, where that is so', async () => {
    await s.replaceInPolicy('watch: [payments, platform]', 'watch: []');
    expect(await s.reply('ana', 'watch health on payments')).toContain(plain('policy.whoMay.nobody'));
  });
});
