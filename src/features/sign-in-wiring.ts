import { cloudSignIn } from '#cloud/services/auth.ts';
import { withoutSignIn } from '#engine/changes/decision/check-rules.ts';
import type { VendorAuth, VendorSettings } from '#platform/config/vendor-settings.ts';
import { type AppSignIn, createAccessToken } from '#platform/identity/access-token.ts';
import type { Credential } from '#platform/identity/credential.ts';
import { SignInError } from '#platform/identity/sign-in-error.ts';
import type { Log } from '#platform/lib/logger.ts';
import { makeKeyFile } from '#platform/lib/secret.ts';
import type { Words } from '#platform/texts/texts.ts';
import type { PolicySection } from '#policy/section.ts';
import { type BotTokenDeps, botSignIn } from '#teams/connector/calls.ts';
import type { ChannelTrust } from '#teams/connector/trust.ts';
import type { SignInSettings } from '#teams/fresh-sign-in/fresh-sign-ins.ts';
import type { PersonTokens, PersonTokensDeps } from '#teams/fresh-sign-in/person-tokens.ts';
import { policySections } from './index.ts';

/** What the settings say of the ways to sign in. */
export interface SignInConfig {
  readonly mode: 'sandbox' | 'production';
  /** Folder with one file for each named secret. */
  readonly secretsDir: string;
  readonly bot: { readonly appId: string; readonly tenantId: string; readonly credential: Credential };
  readonly vendor: VendorSettings;
  /** Steward's own address as people's browsers reach it, without a path; absent where nobody can sign in. */
  readonly publicUrl?: (() => string) | undefined;
  /** The token endpoint of the directory where people sign in; the bot's own where absent. */
  readonly peopleTokenUrl?: string | undefined;
  /** The bot's application by the address for which Teams gets people's tokens; absent without single sign-on. */
  readonly exchange?: string | undefined;
  /** Whose identity sends role grants and removals that somebody approved; Steward's own when absent. */
  readonly vendorAuth?: VendorAuth;
}

interface Deps extends BotTokenDeps {
  readonly vendor: VendorSettings;
}

/** The bot's sign-in to Teams, and Steward's to the cloud. */
export const signInsOf = ({ vendor: { management }, ...deps }: Deps): readonly AppSignIn[] => [
  botSignIn(deps),
  ...(management ? [cloudSignIn({ ...deps, settings: management })] : []),
];

/** What a policy that wants people to sign in says where they cannot. */
const SIGN_IN_REMEDY =
  'give Steward PUBLIC_URL and an application with a secret, a certificate or a federated credential (docs/settings.md), or take it out';

/** How people sign in, to the application of the bot; undefined where Steward has no address for it, or no such application. */
export const peopleSignInOf = (
  { publicUrl, peopleTokenUrl, exchange, bot }: Pick<SignInConfig, 'publicUrl' | 'peopleTokenUrl' | 'exchange' | 'bot'>,
  { tokenUrl, windowOrigin }: Pick<ChannelTrust, 'tokenUrl' | 'windowOrigin'>,
): SignInSettings | undefined => {
  const { credential, tenantId } = bot;
  // A managed identity is no application that people can sign in to.
  if (!publicUrl || credential.kind === 'managed') return undefined;
  return { publicUrl, tokenUrl: peopleTokenUrl ?? tokenUrl, tenantId, credential, exchange, teamsOrigin: windowOrigin };
};

/** What `personTokensOf` is told of the settings. */
type TokenSettings = Pick<SignInConfig, 'vendorAuth' | 'mode' | 'secretsDir' | 'vendor'>;

/**
 * Keeps the tokens of those who approve; undefined where everything is sent with Steward's own identity, and then nothing of it is
 * loaded.
 * @throws Error that says what is missing
 */
export const personTokensOf = async (
  { vendorAuth, mode, secretsDir, vendor: { management } }: TokenSettings,
  peopleSignIn: SignInSettings | undefined,
  { log, ...deps }: Pick<PersonTokensDeps, 'db' | 'jobs' | 'clock'> & { readonly log: Log },
): Promise<PersonTokens | undefined> => {
  if (vendorAuth !== 'user' || !management) return undefined;
  if (!peopleSignIn) throw new Error(`VENDOR_AUTH is user, and nobody can sign in to this Steward: ${SIGN_IN_REMEDY}`);
  const [{ createPersonTokens }, { openTokenKeys, TOKEN_KEYS_FILE }] = await Promise.all([
    import('#teams/fresh-sign-in/person-tokens.ts'),
    import('#teams/fresh-sign-in/token-keys.ts'),
  ]);
  if (mode === 'sandbox') makeKeyFile(secretsDir, TOKEN_KEYS_FILE);
  return createPersonTokens({
    ...deps,
    keys: openTokenKeys(secretsDir, (error) => log.error('sign-in.token-keys', { error })),
    baseUrl: management.baseUrl,
  });
};

/** The sections of the policy: where nobody can sign in, no rule may want it. */
export const sectionsFor = (peopleSignIn: SignInSettings | undefined): readonly PolicySection<unknown>[] =>
  peopleSignIn ? policySections : withoutSignIn(policySections, SIGN_IN_REMEDY);

/**
 * Signs in once before the port opens, where that is not done with a client secret: the library is loaded then, and what has to
 * be corrected ends the start. A service that is down does not: it is asked again when a token is needed.
 * @throws Error that says what to do
 */
export const trySignIns = async (signIns: readonly AppSignIn[], words: Words, log: Log): Promise<void> => {
  const tried = signIns.filter(({ credential }) => credential.kind !== 'secret');
  const failures = await Promise.all(tried.map((signIn) => trySignIn(signIn, words, log)));
  const final = failures.filter((failure) => failure !== undefined);
  if (final.length > 0) throw new Error(final.join('\n'));
};

/** @returns what has to be corrected */
const trySignIn = async (signIn: AppSignIn, words: Words, log: Log): Promise<string | undefined> => {
  try {
    await createAccessToken(signIn).get();
    return undefined;
  } catch (error) {
    if (error instanceof SignInError && !error.retryable)
      return words.plain('operators.signIn', { owner: signIn.owner, fault: words.plain(error.textKey, error.values) });
    log.warn('not signed in yet', { reason: signIn.owner, error });
    return undefined;
  }
};
