import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { migrations } from '#features/migrations.ts';
import { openDatabase } from '#platform/storage/database.ts';
import { createAuthority } from '../support/certificates.ts';
import { answering, type Breakage, notSignedIn } from './doctor-breakage.ts';
import { allButSettings, azure, hosts, outside, rosters } from './doctor-checks.ts';
import type { Settings } from './doctor-world.ts';

const BOT = 'api.botframework.com';
const CLOUD = 'management.azure.com%2F';

/** A database that a later version has migrated. */
const writeNewer = async (folder: string): Promise<Settings> => {
  const DATABASE_URL = `sqlite:${join(folder, 'newer.db')}`;
  const database = await openDatabase(DATABASE_URL, { ...migrations, 'later-001': async () => {} });
  await database.close();
  return { DATABASE_URL };
};

/** Each check up to the policy's own, broken in turn. */
export const breakages: Readonly<Record<string, Breakage>> = {
  'a setting is empty': {
    own: { VENDOR_CLIENT_SECRET: '' },
    fails: ['Settings: VENDOR_CLIENT_SECRET is wrong: it must not be empty.'],
    unchecked: { Settings: allButSettings },
  },
  'an address is of another cloud': {
    own: { VENDOR_BASE_URL: 'https://management.usgovcloudapi.net' },
    fails: [
      'Settings: VENDOR_BASE_URL is wrong: it must be an address of the cloud that CLOUD names, which is public.',
    ],
    unchecked: { Settings: allButSettings },
  },
  'the vendor’s names are not those of its cloud': {
    own: { VENDOR_NAMESPACE: 'Vendor' },
    fails: [
      'Cloud: VENDOR_NAMESPACE is Vendor, but management.azure.com has only the names of Microsoft → set VENDOR_NAMESPACE to Microsoft, or leave it out beside CLOUD.',
    ],
    unchecked: { Cloud: outside },
  },
  'the file of authorities is not there': {
    own: { NODE_EXTRA_CA_CERTS: 'nowhere.pem' },
    fails: [
      'Certificate authorities: the file of NODE_EXTRA_CA_CERTS cannot be read (ENOENT), so Node goes on without it → correct the path, and let the account that runs Steward read the file; until then nothing is asked over https.',
    ],
    unchecked: { 'Certificate authorities': outside },
  },
  'the file of authorities has no certificate': {
    own: ({ write }) => ({ NODE_EXTRA_CA_CERTS: write('empty.pem', 'canary') }),
    fails: [
      'Certificate authorities: the file of NODE_EXTRA_CA_CERTS has no certificate, so Node goes on without it → write the authorities into it as PEM, from BEGIN CERTIFICATE to END CERTIFICATE; until then nothing is asked over https.',
    ],
    unchecked: { 'Certificate authorities': outside },
  },
  'the authority is another one': {
    own: ({ write }) => ({ NODE_EXTRA_CA_CERTS: write('other.pem', createAuthority('Fabrikam').cert) }),
    fails: Object.values(hosts).map(
      (host) =>
        `${host}: the certificate of ${host.slice(5)} is signed by an authority that this machine does not know (SELF_SIGNED_CERT_IN_CHAIN) → put the certificate of that authority, as of a proxy that opens TLS, into a PEM file and name it in NODE_EXTRA_CA_CERTS.`,
    ),
    unchecked: {
      [hosts.keys]: ['Clock', 'Keys of Teams’ requests'],
      [hosts.signIn]: ['Sign-in to Teams', 'Sign-in to the cloud'],
      [hosts.management]: azure,
      [hosts.apps]: ['App users'],
      [hosts.translator]: ['Translator'],
      [hosts.teams]: rosters,
    },
  },
  'the proxy wants another password': {
    own: ({ proxy }) => ({ HTTPS_PROXY: `http://steward:canary-wrong@${proxy.host}` }),
    fails: [
      'Proxy: the proxy asks for a user name and password, or refuses those given (407) → write them into HTTPS_PROXY, as http://user:password@proxy:3128; a sign such as % in a password is written as %25.',
    ],
    unchecked: { Proxy: outside },
  },
  'the proxy is not there': {
    own: { HTTPS_PROXY: 'http://steward:canary-proxy-password@127.0.0.1:9' },
    fails: [
      'Proxy: the proxy of HTTPS_PROXY or HTTP_PROXY does not answer (ECONNREFUSED) → correct its address, or start it.',
    ],
    unchecked: { Proxy: outside },
  },
  'a host never answers': {
    instead: ({ host }) => (host === 'api.appcenter.ms' ? 'never' : undefined),
    fails: [
      'Host api.appcenter.ms: api.appcenter.ms did not answer → let the firewall pass https to it, or set HTTPS_PROXY where only a proxy leads out.',
    ],
    unchecked: { [hosts.apps]: ['App users'] },
  },
  'the clock is ten minutes behind': {
    aheadMs: 600_000,
    fails: [
      'Clock: this machine’s clock is 10 minutes behind the servers’, so tokens and messages are refused → set it, and keep it by NTP.',
    ],
  },
  'the OpenID document is a page of a proxy': {
    instead: answering('/openidconfiguration', 200, '<html>canary</html>'),
    fails: [
      'Keys of Teams’ requests: https://login.botframework.com/v1/.well-known/openidconfiguration answers with something else than the OpenID document → see whether a proxy or a firewall answers in its place.',
    ],
  },
  'no key is endorsed for Teams': {
    instead: answering('/.well-known/keys', 200, { keys: [{ kid: 'k', kty: 'RSA', endorsements: ['skype'] }] }),
    fails: ['Keys of Teams’ requests: no published key is endorsed for Teams → see whether CLOUD names your cloud.'],
  },
  'the issuer is that of another cloud': {
    instead: answering('/openidconfiguration', 200, {
      issuer: 'https://api.botframework.us',
      jwks_uri: 'https://login.botframework.com/v1/.well-known/keys',
    }),
    fails: [
      'Keys of Teams’ requests: the issuer there is https://api.botframework.us, and https://api.botframework.com was expected → see whether CLOUD names your cloud.',
    ],
  },
  'the bot’s secret is wrong': {
    own: { MicrosoftAppPassword: 'canary-wrong' },
    fails: [
      'Sign-in to Teams: the id or the secret is wrong (invalid_client) → correct MicrosoftAppId and MicrosoftAppPassword.',
    ],
    unchecked: { 'Sign-in to Teams': rosters },
  },
  'the bot’s secret has expired': {
    instead: notSignedIn(BOT, 7000222),
    fails: [
      'Sign-in to Teams: the secret has expired (AADSTS7000222) → create a new client secret for the application in MicrosoftAppId, and set MicrosoftAppPassword to its value.',
    ],
    unchecked: { 'Sign-in to Teams': rosters },
  },
  'the cloud’s secret is wrong': {
    own: { VENDOR_CLIENT_SECRET: 'canary-wrong' },
    fails: [
      'Sign-in to the cloud: the secret is wrong (AADSTS7000215) → set VENDOR_CLIENT_SECRET to the value of a client secret of the application in VENDOR_CLIENT_ID; its id is not its value.',
    ],
    unchecked: { 'Sign-in to the cloud': azure },
  },
  'the cloud’s application is unknown': {
    instead: notSignedIn(CLOUD, 700016),
    fails: [
      'Sign-in to the cloud: this directory has no application with that id (AADSTS700016) → correct VENDOR_CLIENT_ID, or the directory in VENDOR_TOKEN_URL.',
    ],
    unchecked: { 'Sign-in to the cloud': azure },
  },
  'the policy has a mistake': {
    own: ({ write, policy }) => ({
      POLICY_FILE: write('wrong.yaml', policy.replace('guests: refuse', 'guests: perhaps')),
    }),
    fails: ['Policy: /FOLDER/wrong.yaml:18:1 guests: "perhaps" is not an accepted value → write one of: refuse, allow'],
    unchecked: { Policy: ['Secrets', 'What the policy names', 'Conversations'] },
  },
  'there is no policy': {
    own: ({ folder }) => ({ POLICY_FILE: join(folder, 'nope.yaml') }),
    fails: [
      'Policy: POLICY_FILE leads to /FOLDER/nope.yaml, and there is no such file → create it, or correct POLICY_FILE.',
    ],
    unchecked: { Policy: ['Secrets', 'What the policy names', 'Conversations'] },
  },
  'the database is something else': {
    own: ({ write }) => ({ DATABASE_URL: `sqlite:${write('garbage.db', 'canary '.repeat(1_000))}` }),
    fails: [
      'Database: /FOLDER/garbage.db is no SQLite database → correct DATABASE_URL, or restore the file from its backup.',
    ],
    unchecked: { Database: ['Secrets', ...rosters] },
  },
  'the database is of a newer version': {
    own: ({ folder }) => writeNewer(folder),
    fails: [
      'Database: it has the migration later-001, which this version does not know → run the version of Steward that wrote it, or a later one.',
    ],
    unchecked: { Database: ['Secrets', ...rosters] },
  },
  'the audit’s key is another one': {
    own: ({ write, writeSecrets }) => {
      const SECRETS_DIR = writeSecrets('others');
      write('others/steward.audit-key', 'f'.repeat(64));
      return { SECRETS_DIR };
    },
    fails: [
      'Secrets: the last entry of the audit does not match steward.audit-key in SECRETS_DIR: restore the file with which it was written; if this is that file, somebody changed the database: npm run -s audit -- verify.',
    ],
  },
  'secrets of the policy are missing': {
    own: ({ folder, writeSecrets }) => {
      const SECRETS_DIR = writeSecrets('fewer');
      cpSync(join(folder, 'secrets/steward.audit-key'), join(folder, 'fewer/steward.audit-key'));
      rmSync(join(folder, 'fewer/registry-pull'));
      return { SECRETS_DIR };
    },
    fails: [
      'Secrets: SECRETS_DIR lacks registry-pull → create a readable file with that name for each, or take it out of the policy.',
    ],
  },
};
