/** What a page shows, and where a redirect leads. */
export interface Page {
  readonly url: string;
  readonly status: number;
  /** The first heading. */
  readonly title: string;
  readonly html: string;
  readonly headers: Headers;
  /** Of a redirect that was not followed. */
  readonly location: { readonly address: string; readonly values: Readonly<Record<string, string>> } | undefined;
}

/** A browser without a screen for sign-in pages: it keeps cookies, and the form of its page. */
export interface SignInBrowser {
  open(url: string): Promise<Page>;
  /** Sends the form of the page that is open. @param headers in the place of the browser's own */
  answer(fields: Readonly<Record<string, string>>, headers?: Readonly<Record<string, string>>): Promise<Page>;
}

interface Cookie {
  readonly value: string;
  readonly path: string;
}

const MOST_REDIRECTS = 10;
const FORM = 'application/x-www-form-urlencoded';

/** @param follows whether it goes where a redirect leads; it follows all when absent */
export const createSignInBrowser = (follows: (url: URL) => boolean = () => true): SignInBrowser => {
  const cookies = new Map<string, Cookie>();
  let form = { action: '', ctx: '' };

  const cookiesFor = ({ pathname }: URL): string =>
    [...cookies]
      .filter(([, { path }]) => pathname.startsWith(path))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ');

  const keep = (headers: Headers): void => {
    for (const line of headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, { value, path: /; *path=([^;]*)/i.exec(line)?.[1] ?? '/' });
    }
  };

  const request = async (address: string, init: RequestInit, left = MOST_REDIRECTS): Promise<Page> => {
    const url = new URL(address);
    const headers = { cookie: cookiesFor(url), ...(init.headers as Record<string, string> | undefined) };
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    keep(response.headers);
    const target = response.headers.get('location');
    const next = target === null ? undefined : new URL(target, url);
    if (next && left > 0 && follows(next)) {
      await response.body?.cancel();
      return request(next.href, {}, left - 1);
    }
    const html = await response.text();
    const found = (pattern: RegExp): string => pattern.exec(html)?.[1] ?? '';
    form = { action: new URL(found(/action="([^"]*)"/), url).href, ctx: found(/name="ctx" value="([^"]*)"/) };
    return {
      ...{ url: url.href, status: response.status, html, headers: response.headers },
      title: found(/<h1[^>]*>([^<]*)/),
      location: next && { address: next.origin + next.pathname, values: Object.fromEntries(next.searchParams) },
    };
  };

  return {
    open: (url) => request(url, {}),
    answer: (fields, headers = {}) =>
      request(form.action, {
        method: 'POST',
        headers: { 'content-type': FORM, origin: new URL(form.action).origin, ...headers },
        body: new URLSearchParams({ ctx: form.ctx, ...fields }).toString(),
      }),
  };
};

/** The number that the second factor's page shows. */
export const numberOn = ({ html }: Page): string => /The number is (\d+)/.exec(html)?.[1] ?? '';

/** Answers every page of the directory's sign-in for this person, from the one that is open. @returns what comes after them */
export const signInAs = async (browser: SignInBrowser, page: Page, person: string): Promise<Page> => {
  switch (page.title) {
    case 'Pick an account':
      return signInAs(browser, await browser.answer({ account: person }), person);
    case 'Enter password':
      return signInAs(browser, await browser.answer({ password: 'anything' }), person);
    case 'Approve sign in request':
      return signInAs(browser, await browser.answer({ number: numberOn(page) }), person);
    default:
      return page;
  }
};
