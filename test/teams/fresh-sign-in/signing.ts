import { createHttp } from '#platform/http/http.ts';
import { clientSecret } from '#platform/identity/credential.ts';
import type { Clock } from '#platform/lib/clock.ts';
import { randomIds } from '#platform/lib/ids.ts';
import { type Log, silentLog } from '#platform/lib/logger.ts';
import { loadTexts } from '#platform/texts/texts.ts';
import type { WindowAnswer } from '#teams/fresh-sign-in/fresh-sign-ins.ts';
import { createFreshSignIns, type FreshSignIns, type FreshSignInsDeps } from '#teams/fresh-sign-in/fresh-sign-ins.ts';
import { type PeopleDirectory, startPeopleDirectory } from '../../support/people-directory.ts';
import { TENANT } from '../../support/token-service.ts';

export const APP = 'aaaa0000-0000-4000-8000-00000000000a';
export const PUBLIC = 'https://steward.example';
const SECRET = 'canary-client-secret';

/** A directory where people of a test sign in. */
export const startDirectory = (clock: Clock): Promise<PeopleDirectory> =>
  startPeopleDirectory({
    ...{ clientId: APP, secret: SECRET, now: clock.now },
    redirectUri: () => `${PUBLIC}/sign-in/callback`,
  });

type Parts = Pick<FreshSignInsDeps, 'database' | 'audit' | 'jobs' | 'clock'> & { readonly log?: Log };

/** Signing in for decisions, by real HTTP to that directory. @returns also how it ends */
export const signInsAt = (
  { tokenUrl }: PeopleDirectory,
  { log = silentLog, ...parts }: Parts,
): { readonly signIns: FreshSignIns; end(): Promise<void> } => {
  const http = createHttp({ clock: parts.clock, log, random: () => 0, wait: async () => {} });
  const signIns = createFreshSignIns({
    ...{ ...parts, http, log, texts: loadTexts(), ids: randomIds },
    settings: {
      ...{ publicUrl: () => PUBLIC, tokenUrl, tenantId: TENANT, exchange: `api://${APP}` },
      credential: clientSecret(APP, SECRET),
    },
  });
  return { signIns, end: () => http.close() };
};

/** A person's browser: it keeps the cookies of Steward, and goes where it is sent. */
export interface Browser {
  /** Opens the address of a login request, and comes back from the directory. */
  signIn(address: string): Promise<WindowAnswer>;
  /** Opens the address, and stops at the directory. @returns the page, or the address that the directory sends back to */
  begin(address: string): Promise<WindowAnswer | { readonly back: string }>;
  /** Opens an address of Steward. */
  open(address: string): Promise<WindowAnswer>;
}

export const createBrowser = (signIns: Pick<FreshSignIns, 'answer'>): Browser => {
  const cookies = new Map<string, string>();
  const open = async (address: string): Promise<WindowAnswer> => {
    const { pathname, searchParams: query } = new URL(address);
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const name = pathname.replace('/sign-in/', '');
    const answer = await signIns.answer({ name, query, cookie: cookie || undefined, language: 'en' });
    const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(answer.headers['set-cookie'] ?? '') ?? [];
    if (key !== '') cookies.set(key, value);
    return answer;
  };
  const begin: Browser['begin'] = async (address) => {
    const answer = await open(address);
    const { location } = answer.headers;
    if (location === undefined) return answer;
    const directory = await fetch(location, { redirect: 'manual' });
    await directory.body?.cancel();
    const back = directory.headers.get('location');
    if (back === null) throw new Error(`the directory answered ${directory.status}`);
    return { back };
  };
  return {
    open,
    begin,
    async signIn(address) {
      const begun = await begin(address);
      return 'back' in begun ? open(begun.back) : begun;
    },
  };
};

/** The code that a page hands to Teams; undefined for one that hands none over. */
export const codeIn = ({ text }: WindowAnswer): string | undefined => /data-code="([^"]+)"/.exec(text)?.[1];
export const titleOf = ({ text }: WindowAnswer): string => /<h1>([^<]*)/.exec(text)?.[1] ?? '';
