import type { Http } from '#platform/http/http.ts';
import type { Clock } from '#platform/lib/clock.ts';
import { createThrottledWarnings, type Log } from '#platform/lib/logger.ts';
import type { ChannelTrust } from '#teams/connector/trust.ts';
import { readActivity, type VerifiedActivity } from './activity.ts';
import { createChannelKeys } from './channel-keys.ts';
import { type Check, type GateChecks, gateChecks, type Rules } from './checks.ts';
import { createTokens, readToken, type Token } from './tokens.ts';

export interface Admitted {
  readonly activity: VerifiedActivity;
}

/** Checks the parsed JSON body against the token's claims. @throws Refusal */
type Admit = (body: unknown) => Promise<Admitted>;

export interface Gate {
  /**
   * Verifies the token of a request to `POST /api/messages`, before its body is read.
   * @param authorization the header as received
   * @returns a function that checks the body
   * @throws Refusal
   */
  verify(authorization: string | undefined): Promise<Admit>;
}

/** Why a request was refused. `check` is for the log and the tests, never for the caller. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: 401 | 403 | 400;
  readonly check: string;

  constructor(status: 401 | 403 | 400, check: string) {
    super(`refused by ${check}`);
    this.status = status;
    this.check = check;
  }
}

type GateTrust = Rules['trust'] & Pick<ChannelTrust, 'openIdUrl'>;

interface GateDeps {
  readonly trust: GateTrust;
  readonly http: Http;
  readonly appId: string;
  readonly tenantId: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Called for each refusal, with the name of its check. */
  readonly refused?: (check: string) => void;
}

/** @param checks all checks; only tests pass another list */
export const createGate = (deps: GateDeps, checks: GateChecks = gateChecks): Gate => {
  const { trust, http, appId, tenantId, clock, log } = deps;
  const keys = createChannelKeys({ http, openIdUrl: trust.openIdUrl, clock, log });
  const tokens = createTokens(keys);

  const warnRefused = createThrottledWarnings(log, clock, 'gate.refused');
  const rulesNow = (): Rules => ({ trust, appId, tenantId, tokens, now: clock.now() });

  const refusing = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof Refusal) {
        warnRefused({ status: error.status, reason: error.check });
        deps.refused?.(error.check);
      }
      throw error;
    }
  };

  const read = async (authorization: string, rules: Rules): Promise<Token> => {
    await pass(checks.header, authorization, rules);
    const token = readToken(authorization);
    if (!token) throw new Refusal(403, 'token');
    return token;
  };

  const admit = async (token: Token, body: unknown): Promise<Admitted> => {
    const activity = readActivity(body);
    if (!activity) throw new Refusal(400, 'activity');
    await pass(checks.activity, { token, activity }, rulesNow());
    return { activity };
  };

  return {
    verify: (authorization) =>
      refusing(async () => {
        if (!authorization) throw new Refusal(401, 'authorization');
        const rules = rulesNow();
        const token = tokens.known(authorization) ?? (await read(authorization, rules));
        await pass(checks.token, { token, keys: await keys.named(token.header['kid']) }, rules);
        return (body) => refusing(() => admit(token, body));
      }),
  };
};

const pass = async <Subject>(checks: readonly Check<Subject>[], subject: Subject, rules: Rules): Promise<void> => {
  for (const { name, status, holds } of checks) {
    const held = holds(subject, rules);
    if (!(typeof held === 'boolean' ? held : await held)) throw new Refusal(status, name);
  }
};
