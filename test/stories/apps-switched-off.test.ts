import type { VendorSettings } from '#platform/config/vendor-settings.ts';
import { shown } from '../support/story.ts';
import { steward } from '../support/story-steward.ts';

/** As production is by default. */
const withoutApps = ({ appManagement: _off, ...settings }: VendorSettings): VendorSettings => settings;

const s = steward({ vendor: withoutApps });

describe('where the retired service is not set up', () => {
  it('help does not list its commands', async () => {
    const help = await s.reply('ana', 'help');
    expect(help).toContain('request role');
    expect(help).not.toContain('remove app user');
    expect(help).not.toContain(shown('help.area.apps'));
  });

  it.each(['remove app user tess@example.com from wallet', 'who am I in apps'])(
    '“%s” is answered that it is not set up',
    async (command) => {
      expect(await s.reply('ana', command)).toContain('not set up');
    },
  );
});
