import { type AccessToken, createAccessToken } from '#platform/identity/access-token.ts';
import type { AppSignIn } from '#platform/identity/app-sign-in.ts';
import { SignInError } from '#platform/identity/sign-in-error.ts';
import { ConnectorError } from './errors.ts';
import { unanswered } from './failure.ts';
import type { ChannelTrust } from './trust.ts';

export interface BotTokenDeps extends Pick<AppSignIn, 'http' | 'clock' | 'credential'> {
  readonly trust: Pick<ChannelTrust, 'tokenUrl' | 'tokenScope'>;
}

export const botSignIn = ({ http, clock, credential, trust }: BotTokenDeps): AppSignIn => ({
  http,
  clock,
  credential,
  owner: 'bot',
  tokenUrl: trust.tokenUrl,
  scope: trust.tokenScope,
});

/** The bot's own token for the Connector. Its errors are ConnectorErrors: nothing was posted. */
export const createBotToken = (deps: BotTokenDeps): AccessToken => {
  const token = createAccessToken(botSignIn(deps));
  return {
    get: (correlation) =>
      token.get(correlation).catch((error: unknown) => {
        throw error instanceof SignInError ? ofSignIn(error) : unanswered(error, 'GET');
      }),
    drop: token.drop,
  };
};

const ofSignIn = (cause: SignInError): ConnectorError => {
  const { status, retryAfterMs, retryable } = cause;
  if (retryable) return new ConnectorError(status === 429 ? 'throttled' : 'not-sent', { status, retryAfterMs, cause });
  return new ConnectorError('unauthorized', { text: 'connector.error.signIn', status, cause });
};
