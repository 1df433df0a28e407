import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { explain } from '#cli/doctor/report.ts';
import { checkSignIn } from '#cli/doctor/sign-in.ts';
import { cloudSignIn } from '#cloud/services/auth.ts';
import type { Http } from '#platform/http/http.ts';
import { HttpFailure } from '#platform/http/message.ts';
import { type Credential, clientSecret } from '#platform/identity/credential.ts';
import { systemClock as clock, DAY } from '#platform/lib/clock.ts';
import { loadTexts } from '#platform/texts/texts.ts';
import { botSignIn } from '#teams/connector/calls.ts';
import { channelTrust } from '#teams/connector/trust.ts';
import cases from '../../fixtures/cli/doctor/sign-in.json' with { type: 'json' };
import { createAuthority } from '../../support/certificates.ts';
import { folderPerTest } from '../../support/temp-folder.ts';

/** A sign-in that refuses each request so. */
const refusing = (body: unknown): Http => ({
  send: async () => ({ status: 401, headers: {}, text: JSON.stringify(body) }),
  close: async () => {},
  destroy: async () => {},
});

const tenantId = 'bbbb0000-0000-4000-8000-00000000000b';
const words = loadTexts().for('en');
const credential = clientSecret('a', 's');
const bot = (http: Http) =>
  checkSignIn(botSignIn({ http, trust: channelTrust('public', tenantId), credential, clock }), 'correlation-1');
const cloud = (http: Http) => {
  const settings = { baseUrl: 'https://b', tokenUrl: 'https://t/x', credential };
  return checkSignIn(cloudSignIn({ http, settings, clock }), 'correlation-1');
};

/** What the check says, and the ids. */
const told = async (look: Promise<unknown>): Promise<readonly string[]> => {
  const error = await look.catch((thrown: unknown) => thrown);
  return explain(error).map(({ text, values, ids }) =>
    [words.plain(text, values), ...Object.values(ids ?? {})].join(' | '),
  );
};

it.each(cases.refusals)('a sign-in refused with AADSTS$number says what to correct', async ({ number, expected }) => {
  const [line] = await told(bot(refusing({ error: 'invalid_client', error_codes: [number] })));
  expect(line?.slice(0, expected.length)).toBe(expected);
});

it('the number is also read from the description, with the ids for support', async () => {
  const body = {
    error: 'invalid_client',
    error_description: 'AADSTS7000222: The provided client secret keys are expired.',
    correlation_id: 'c-1',
    trace_id: 't-1',
  };
  expect(await told(cloud(refusing(body)))).toEqual([
    'the secret has expired (AADSTS7000222) → create a new client secret for the application in VENDOR_CLIENT_ID, and set VENDOR_CLIENT_SECRET to its value. | c-1 | t-1',
  ]);
});

it.each([
  [
    'invalid_client',
    'the id or the secret is wrong (invalid_client) → correct VENDOR_CLIENT_ID and VENDOR_CLIENT_SECRET.',
  ],
  ['server_error', 'it refuses (server_error) → correct VENDOR_CLIENT_ID, VENDOR_CLIENT_SECRET and VENDOR_TOKEN_URL.'],
])('a sign-in of another maker that says %s is told by its word', async (error, expected) => {
  expect(await told(cloud(refusing({ error })))).toEqual([expected]);
});

describe('what each kind of credential says', () => {
  const folder = folderPerTest();
  const authority = createAuthority();
  const giving: Http = {
    send: async () => ({ status: 200, headers: {}, text: JSON.stringify({ access_token: 't', expires_in: 3_600 }) }),
    close: async () => {},
    destroy: async () => {},
  };
  const check = async (credential: Credential, http = giving) => {
    const found = await checkSignIn(
      botSignIn({ http, trust: channelTrust('public', tenantId), credential, clock }),
      'correlation-1',
    );
    return { state: found.state ?? 'works', line: words.plain(found.text, found.values) };
  };
  const certificateFor = (days: number): Credential => {
    const file = join(folder(), 'steward.pem');
    const { key, cert } = authority.issueToApplication({ from: clock.now() - DAY, until: clock.now() + days * DAY });
    writeFileSync(file, key + cert);
    return { kind: 'certificate', clientId: 'a', file };
  };

  it('a certificate that ends in a year works, with its day', async () => {
    const { state, line } = await check(certificateFor(365));
    expect({ state, line }).toEqual({
      state: 'works',
      line: expect.stringMatching(
        /^it gives a token; what MicrosoftAppCertificatePath leads to ends on \d{4}-\d\d-\d\d\.$/,
      ),
    });
  });

  it('a certificate that ends within a month is for somebody to look at', async () => {
    const { state, line } = await check(certificateFor(20.5));
    expect(state).toBe('byHand');
    expect(line).toMatch(/ends on \d{4}-\d\d-\d\d, in 20 days → renew it \(docs\/deploy\.md\)\.$/);
  });

  it('a client secret has the day that somebody noted', async () => {
    const secret = { ...credential, endsAt: clock.now() + 6.5 * DAY } as Credential;
    const { state, line } = await check(secret);
    expect([state, line.includes('MicrosoftAppPassword'), line.includes('in 6 days')]).toEqual(['byHand', true, true]);
  });

  it('a file that cannot be read fails by its setting', async () => {
    const asked = check({ kind: 'certificate', clientId: 'a', file: join(folder(), 'none.pem') });
    expect(await told(asked)).toEqual([
      'MicrosoftAppCertificatePath is wrong: it must lead to a file that Steward can read and that is there.',
    ]);
  });

  it('a managed identity outside Azure says where it is', async () => {
    const nowhere: Http = {
      ...giving,
      send: async () => Promise.reject(new HttpFailure('not-sent', '169.254.169.254')),
    };
    expect(await told(check({ kind: 'managed', clientId: 'a' }, nowhere))).toEqual([
      'nothing at 169.254.169.254 gives a token: a managed identity is only where Azure runs Steward → run the doctor there, or use another credential (docs/settings.md).',
    ]);
  });
});
