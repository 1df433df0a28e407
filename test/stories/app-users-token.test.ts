import type { VendorSettings } from '../../src/api/services/settings.ts';
import { Secret } from '../../src/lib/secret.ts';
import { permanentTokens } from '../../src/sandbox/vendor/apps/tokens.ts';
import { type Steward, startSteward, wordsOf } from '../support/steward.ts';
import { ask, cardOf, pressApprove, sendRequest, shown } from '../support/story.ts';

const sentence = 'remove app user max.weber@contoso-audio.example from wallet because we tidy up';

/** A story of its own, since what the bot is told of the vendor differs. */
const withVendor = async (
  vendor: (settings: VendorSettings) => VendorSettings,
  story: (s: Steward) => Promise<void>,
) => {
  const s = await startSteward({ vendor });
  try {
    await story(s);
  } finally {
    await s.end();
  }
};

it.each([
  ['403', 'may be read-only', false],
  ['401', 'has too few rights', true],
] as const)('a read-only token is refused with %s, and the card says whom to ask', async (_status, words, switched) => {
  const readOnly = new Secret(permanentTokens.readOnly);
  const vendor = (settings: VendorSettings): VendorSettings => ({
    ...settings,
    ...(settings.appManagement ? { appManagement: { ...settings.appManagement, token: readOnly } } : {}),
  });
  await withVendor(vendor, async (s) => {
    if (switched) s.vendor.faults.set({ kind: 'app-rights', status: 401 });
    const form = await ask(s, 'ana', sentence);
    const asked = await sendRequest(s, 'ana', form);
    await pressApprove(s, 'bo', asked);
    const card = wordsOf(await cardOf(s, asked, shown('apps.removeUser.state.failed')));
    expect(card).toContain(words);
    expect(card).not.toContain(permanentTokens.readOnly);
    expect(wordsOf(await ask(s, 'ana', 'who am I in apps'))).toContain(shown('apps.rights.few'));
  });
});

it('where the service is not set up, the command says so before it asks anything', async () => {
  const vendor = ({ appManagement: _none, ...rest }: VendorSettings): VendorSettings => rest;
  await withVendor(vendor, async (s) => {
    const said = wordsOf(await ask(s, 'ana', sentence));
    expect(said).toContain(shown('vendor.error.notSetUp'));
    expect(s.vendor.faults.seen().filter(({ path }) => path.startsWith('/v0.1'))).toEqual([]);
  });
});
