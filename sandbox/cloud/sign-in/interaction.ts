import { randomInt } from 'node:crypto';
import type { SandboxPerson } from '../../world.ts';
import { findAccount, isBlocked, wantsSecondFactor } from './accounts.ts';
import type { AuthorizationRequest } from './authorization-request.ts';

/** Who signed in with this browser before, and how. */
export interface Session {
  /** Object id. */
  readonly account: string;
  readonly authTime: number;
  readonly secondFactor: boolean;
}

/** How far a person has come; it travels sealed in the pages' forms. */
export interface Interaction {
  readonly request: AuthorizationRequest;
  readonly step: 'choose' | 'name' | 'password' | 'factor' | 'denied' | 'blocked';
  /** Object id of the account that was chosen. */
  readonly account?: string;
  /** When the password was given, in milliseconds since 1970; of a session that is used again, when it began. */
  readonly authTime?: number;
  readonly secondFactor?: true;
  /** What the person shall enter on their phone. */
  readonly number?: number;
  /** What was wrong with the last answer. */
  readonly problem?: Problem;
}

export type Problem = 'unknown-account' | 'no-password' | 'wrong-number';

/** What comes after an answer: another page, the end of the sign-in, or the way back without one. */
export type Next = { readonly page: Interaction } | { readonly signedIn: Session } | 'cancelled';

/** The first page. @param session of this browser */
export const begin = (request: AuthorizationRequest, session: Session | undefined): Next => {
  const hinted = request.loginHint === undefined ? undefined : findAccount(request.loginHint);
  const start: Interaction = { request, step: 'choose' };
  const isSelecting = request.prompt === 'select_account';
  const wanted = hinted?.objectId ?? session?.account;
  if (isSelecting || wanted === undefined) return { page: start };
  if (hinted === undefined && request.prompt === 'login') return { page: start };
  return chosen(start, wanted, session);
};

/** @param form what the person answered @param now the caller's time, in milliseconds since 1970 */
export const advance = (
  interaction: Interaction,
  form: URLSearchParams,
  { session, now }: { readonly session: Session | undefined; readonly now: number },
): Next => {
  if (form.has('cancel')) return 'cancelled';
  const { request } = interaction;
  if (form.has('choose')) return { page: { request, step: 'choose' } };
  if (form.has('other')) return { page: { request, step: 'name' } };
  switch (interaction.step) {
    case 'choose':
    case 'name': {
      const account = findAccount(form.get('account') ?? '');
      if (account) return chosen({ request, step: 'choose' }, account.objectId, session);
      return { page: { request, step: 'name', problem: 'unknown-account' } };
    }
    case 'password':
      if (!form.get('password')) return { page: { ...interaction, problem: 'no-password' } };
      return proved({ ...interaction, authTime: now });
    case 'factor':
      if (form.has('deny')) return { page: { ...interaction, step: 'denied' } };
      if (Number(form.get('number')) !== interaction.number)
        return { page: { ...interaction, problem: 'wrong-number' } };
      return proved({ ...interaction, secondFactor: true, authTime: now });
    case 'denied':
      return proved(interaction);
    case 'blocked':
      return { page: interaction };
  }
};

/** A session counts where the program does not ask for the password anew. */
const chosen = (interaction: Interaction, account: string, session: Session | undefined): Next => {
  const isKnown = session?.account === account && interaction.request.prompt !== 'login';
  if (!isKnown) return { page: { ...interaction, step: 'password', account } };
  const { authTime, secondFactor } = session;
  return proved({ ...interaction, account, authTime, ...(secondFactor ? { secondFactor } : {}) });
};

/** What Conditional Access says once the password is given. */
const proved = ({ problem: _, ...interaction }: Interaction): Next => {
  const account = accountOf(interaction);
  const { contexts } = interaction.request;
  const asked = [...contexts.idToken, ...contexts.accessToken];
  if (isBlocked(account, asked)) return { page: { ...interaction, step: 'blocked' } };
  if (wantsSecondFactor(asked) && !interaction.secondFactor)
    return { page: { ...interaction, step: 'factor', number: randomInt(10, 100) } };
  return {
    signedIn: {
      account: account.objectId,
      authTime: interaction.authTime ?? 0,
      secondFactor: interaction.secondFactor === true,
    },
  };
};

/** @throws Error before somebody was chosen */
export const accountOf = ({ account = '' }: Interaction): SandboxPerson => {
  const found = findAccount(account);
  if (found) return found;
  throw new Error('no account was chosen');
};
