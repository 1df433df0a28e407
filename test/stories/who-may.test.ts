import { plain, shown } from '../support/story.ts';
import { steward } from '../support/story-steward.ts';

const s = steward();

describe('a refusal by the policy says who may, by name', () => {
  it.each([
    [
      'see container groups',
      'cy',
      'container gateway',
      'containers.refused.see',
      'Ana Rossi, Bo Lind, Di Meyer and others',
    ],
    ['deploy', 'fi', 'deploy container', 'containers.form.nothing', 'Ana Rossi, Bo Lind and Di Meyer'],
    [
      'request a subscription',
      'fi',
      'create subscription',
      'subscriptions.form.nothing',
      'Ana Rossi, Bo Lind and Di Meyer',
    ],
    [
      'take a subscription over',
      'fi',
      'accept ownership',
      'subscriptions.acceptForm.nothing',
      'Ana Rossi, Bo Lind and Di Meyer',
    ],
    [
      'see all subscription requests',
      'ana',
      'subscription requests all',
      'subscriptions.list.refused',
      'Bo Lind and Fi Costa',
    ],
    ['see invoices', 'ana', 'invoice november', 'billing.refused.nobody', 'Di Meyer and Fi Costa'],
    ['request a role', 'fi', 'request role', 'access.form.nothing', 'Ana Rossi, Bo Lind and Di Meyer'],
    ['watch', 'fi', 'watch health on payments', 'watches.refused.notAllowed', 'Ana Rossi, Bo Lind and Di Meyer'],
    [
      'change a glossary',
      'fi',
      'glossary add Gate = Tor in German',
      'translation.glossary.refused.edit',
      'Ana Rossi, Bo Lind and Di Meyer',
    ],
  ] as const)('to %s', async (_what, as, text, refused, people) => {
    const answer = await s.reply(as, text);
    expect(answer).toContain(shown(refused));
    expect(answer).toContain(plain('policy.whoMay.people', { people }));
  });

  it('to see a share, by the title of the share', async () => {
    const answer = await s.reply('ana', 'syncs statistics');
    expect(answer).toContain(shown('shares.refused.read', { share: 'Gateway statistics' }));
    expect(answer).toContain(plain('policy.whoMay.people', { people: 'Bo Lind' }));
  });

  it.each([
    [
      'health',
      '  read: everyone\n  details',
      '  read: [platform]\n  details',
      'health payments',
      'health.refused.read',
    ],
    ['translation', 'use: everyone', 'use: [platform]', 'translation usage', 'translation.refused.notAllowed'],
    [
      'apps',
      'ask: [self]\n      approvals: 0\n    - name: app users',
      'ask: [bo]\n      approvals: 0\n    - name: app users',
      'remove app user tess@example.com from wallet',
      'apps.form.nothing',
    ],
  ] as const)('in %s, by the policy of the moment', async (what, before, after, text, refused) => {
    await s.replaceInPolicy(before, after);
    if (what === 'apps') await s.replaceInPolicy('ask: [payments, platform, security]', 'ask: [platform, security]');
    const answer = await s.reply('fi', text);
    expect(answer).toContain(shown(refused));
    expect(answer).toContain(
      plain('policy.whoMay.people', { people: what === 'apps' ? 'Bo Lind and Cy Okafor' : 'Bo Lind' }),
    );
  });

  it('and that nobody may, where that is so', async () => {
    await s.replaceInPolicy('watch: [payments, platform]', 'watch: []');
    expect(await s.reply('ana', 'watch health on payments')).toContain(plain('policy.whoMay.nobody'));
  });
});
