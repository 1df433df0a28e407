import { Secret } from '#platform/lib/secret.ts';
import { permanentTokens } from '../../sandbox/cloud/apps/tokens.ts';
import { wordsOf } from '../support/steward.ts';
import { shown } from '../support/story.ts';
import { steward } from '../support/story-steward.ts';

const sentence = 'remove app user max.weber@contoso-audio.example from wallet because we tidy up';

describe('a read-only token', () => {
  const s = steward({
    vendor: ({ appManagement, ...rest }) => ({
      ...rest,
      ...(appManagement ? { appManagement: { ...appManagement, token: new Secret(permanentTokens.readOnly) } } : {}),
    }),
  });

  it.each([
    ['403', 'may be read-only', false],
    ['401', 'has too few permissions', true],
  ] as const)('is refused with %s, and the card names whom to ask', async (_status, words, switched) => {
    if (switched) s.vendor.faults.set({ kind: 'app-rights', status: 401 });
    const asked = await s.sendRequest('ana', await s.ask('ana', sentence));
    await s.pressApprove('bo', asked);
    const card = wordsOf(await s.cardOf(asked, shown('apps.removeUser.state.failed')));
    expect(card).toContain(words);
    expect(card).not.toContain(permanentTokens.readOnly);
    expect(await s.reply('ana', 'who am I in apps')).toContain(shown('apps.rights.few'));
  });
});
