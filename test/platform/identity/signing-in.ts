import { createHttp } from '#platform/http/http.ts';
import { type AccessToken, type AppSignIn, createAccessToken } from '#platform/identity/access-token.ts';
import type { Credential } from '#platform/identity/credential.ts';
import { SignInError } from '#platform/identity/sign-in-error.ts';
import { createLogger, type Log } from '#platform/lib/logger.ts';
import { loadTexts } from '#platform/texts/texts.ts';
import { createManualClock, type ManualClock } from '../../support/manual-clock.ts';
import { startTokenService, type TokenService } from '../../support/token-service.ts';

export const CLIENT = 'aaaa0000-0000-4000-8000-00000000000a';
export const SCOPE = 'https://api.botframework.com/.default';

/** A sign-in over real HTTP with a local token service, on a clock that a test moves. */
export interface SigningIn {
  readonly service: TokenService;
  readonly clock: ManualClock;
  readonly log: Log;
  /** Every log line, as text. */
  readonly lines: readonly string[];
  token(credential: Credential, more?: Partial<Pick<AppSignIn, 'owner' | 'tokenUrl'>>): AccessToken;
  /** The line that operators read of a failure. */
  fault(asked: Promise<unknown>): Promise<string>;
}

const words = loadTexts().for('en');

/** Real time, so that assertions are valid; then the clock stands. */
export const signingInPerTest = (): SigningIn => {
  let current: Omit<SigningIn, 'fault'> & { close(): Promise<void> };
  beforeEach(async () => {
    const service = await startTokenService();
    const clock = createManualClock(Date.now());
    const lines: string[] = [];
    const log = createLogger('debug', { write: (line) => lines.push(line) });
    const http = createHttp({ clock, log, random: () => 0, wait: async (ms) => clock.advance(ms) });
    current = {
      ...{ service, clock, log, lines },
      token: (credential, { owner = 'bot', tokenUrl = service.tokenUrl } = {}) =>
        createAccessToken({ http, clock, credential, owner, tokenUrl, scope: SCOPE }),
      async close() {
        await http.close();
        await service.close();
      },
    };
  });
  afterEach(() => current.close());
  return {
    get service() {
      return current.service;
    },
    get clock() {
      return current.clock;
    },
    get log() {
      return current.log;
    },
    get lines() {
      return current.lines;
    },
    token: (...asked) => current.token(...asked),
    async fault(asked) {
      const error = await asked.then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      if (error instanceof SignInError) return words.plain(error.textKey, error.values);
      throw error ?? new Error('a token was given');
    },
  };
};
