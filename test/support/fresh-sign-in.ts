import type { InvokeResult, MessageView } from '../../sandbox/teams/api.ts';
import { type AnyPersonKey, everybody } from '../../sandbox/world.ts';
import { buttonsOf } from './card-view.ts';
import { lookAt } from './own-views.ts';
import { createSignInBrowser, type Page, type SignInBrowser, signInAs } from './sign-in-browser.ts';
import type { Steward } from './steward.ts';
import type { RequestRef } from './story.ts';
import type { StorySteward } from './story-steward.ts';

/** What a press asked its person for, as the client gets it. */
interface LoginValue {
  readonly text: string;
  readonly connectionName: string;
  readonly tokenExchangeResource?: { readonly id: string; readonly uri: string };
  readonly buttons: readonly { readonly title: string; readonly type: string; readonly value: string }[];
}

const LOGIN = 'application/vnd.microsoft.activity.loginRequest';

/** @throws Error with what came instead */
export const loginOf = ({ body }: InvokeResult): LoginValue => {
  if (body?.type === LOGIN && body.statusCode === 401) return body.value as unknown as LoginValue;
  throw new Error(`no login request but ${JSON.stringify(body)}`);
};

/** The address that the button of a login request opens. */
export const addressIn = (result: InvokeResult): string => loginOf(result).buttons[0]?.value ?? '';

/** The code in the last page of a sign-in; undefined for a page that hands none over. */
export const codeOn = ({ html }: Page): string | undefined => /data-code="([^"]+)"/.exec(html)?.[1];

/** Opens the address in a browser and signs in. @returns the last page */
export const signInAt = async (
  address: string,
  person: AnyPersonKey,
  browser: SignInBrowser = createSignInBrowser(),
): Promise<Page> => signInAs(browser, await browser.open(address), everybody[person].email);

/** One press of a button on a card, which can be sent again with what a sign-in brought. */
export type SignInPress = (more?: Parameters<Steward['teams']['act']>[4]) => Promise<InvokeResult>;

/** What a client sends with the same press once it has a token of single sign-on for it. */
export const exchanged = async (
  s: Steward,
  as: AnyPersonKey,
  first: InvokeResult,
  authTime: number,
): Promise<{ readonly id: string; readonly connectionName: string; readonly token: string }> => {
  const { connectionName, tokenExchangeResource } = loginOf(first);
  if (!tokenExchangeResource) throw new Error('no token can be exchanged');
  const { id, uri } = tokenExchangeResource;
  return { id, connectionName, token: await s.teams.ssoToken(as, uri, { authTime }) };
};

/** Requests of the payments roles, each for another person, role and place, so that none is in another's way. */
export const createRequests = (s: Pick<StorySteward, 'requestRole' | 'cardOf'>) => {
  // Ana has Reader on the gateway already.
  const combinations = (['di', 'ana'] as const).flatMap((asker) =>
    ['contributor', 'reader'].flatMap((role) =>
      ['staging', 'ledger', 'vault', 'gateway'].map((place) => ({ asker, what: `${role} on ${place}` })),
    ),
  );
  return {
    /** A request whose card waits. */
    waiting: async (): Promise<RequestRef & { readonly card: () => Promise<MessageView> }> => {
      const next = combinations.shift();
      if (!next) throw new Error('this file has no more requests');
      const asked = await s.requestRole(next.asker, `${next.what} for 5 days because of sign-ins`);
      return { ...asked, card: () => s.cardOf(asked, 'Waiting') };
    },
  };
};

/** Presses Approve as a client does; the same press each time. */
export const approving = async (
  s: Steward,
  as: AnyPersonKey,
  card: MessageView,
  verb = 'change.approve',
): Promise<SignInPress> => {
  const button = buttonsOf(await lookAt(s, as, card)).find((one) => one.verb === verb);
  if (!button) throw new Error(`${as} has no ${verb}`);
  return (more = {}) => s.teams.act(as, card.id, verb, button.data, more);
};
