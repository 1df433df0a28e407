import { type Clock, HOUR, MINUTE } from '../../../src/platform/lib/clock.ts';
import type { InvokeResult } from '../api.ts';
import type { Press } from '../channel/activities.ts';
import type { Store } from '../store/store.ts';
import { loginRequestOf } from './invoke-answer.ts';
import type { Person } from './places.ts';
import type { Presses } from './presses.ts';
import { signOnOf } from './settings.ts';

/** The person's sign-in to Teams, which its tokens tell of. */
export interface TeamsSession {
  /** In milliseconds since 1970. */
  readonly authTime: number;
  /** Authentication contexts that it satisfied; none when absent. */
  readonly contexts?: readonly string[];
}

/** What the directory gives Teams for a person and an application ID URI; undefined where it gives nothing. */
export type TokenService = (
  wish: TeamsSession & { readonly person: Person; readonly uri: string },
) => Promise<string | undefined>;

/** Single sign-on in the client (learn.microsoft.com: SSO for your Adaptive Cards Universal Actions). */
export interface SingleSignOn {
  /**
   * Presses a button. Where the bot asks for a sign-in and says which token it takes, the client sends the same press once more
   * with that token; where the bot does not take it, the person is left with the first answer, whose button opens the sign-in.
   */
  pressSignedOn(person: Person, messageId: string, press: Press): Promise<InvokeResult>;
  /** @throws Error where the directory gives nothing */
  ssoToken(person: Person, uri: string, session: TeamsSession): Promise<string>;
}

const RECENT = 2 * MINUTE;
const THIS_MORNING = 8 * HOUR;

export const createSingleSignOn = (deps: {
  store: Store;
  presses: Pick<Presses, 'press'>;
  tokenService: TokenService;
  clock: Clock;
}): SingleSignOn => {
  const { store, presses, tokenService, clock } = deps;

  const tokenFor = async (person: Person, uri: string | undefined): Promise<string | undefined> => {
    const signOn = signOnOf(store, person);
    if (signOn === 'off' || uri === undefined) return undefined;
    const authTime = clock.now() - (signOn === 'recent' ? RECENT : THIS_MORNING);
    return tokenService({ person, uri, authTime, contexts: ['c1'] });
  };

  return {
    pressSignedOn: async (person, messageId, press) => {
      const first = await presses.press(person, messageId, press);
      const request = loginRequestOf(first);
      const token = request && (await tokenFor(person, request.tokenExchangeResource?.uri));
      if (!request || token === undefined) return first;
      const { connectionName, tokenExchangeResource } = request;
      const authentication = { id: tokenExchangeResource?.id ?? '', connectionName, token };
      const second = await presses.press(person, messageId, press, { authentication });
      return second.body?.statusCode === 412 ? first : second;
    },
    ssoToken: async (person, uri, session) => {
      const token = await tokenService({ person, uri, ...session });
      if (token !== undefined) return token;
      throw new Error(`the directory gives no token of ${person.key} for ${uri}`);
    },
  };
};
