/** What became of the window of a sign-in. */
export type SignInWindow =
  /** Its page handed something over for the bot. */
  { readonly kind: 'done'; readonly state: string } | { readonly kind: 'closed' | 'blocked' | 'failed' };

const SIZE = { width: 600, height: 640 };
const LOOK_MS = 200;

/** What TeamsJS asks the window that opened its page; `uuidAsString` and `id` name the answer (@microsoft/teams-js, messageObjects). */
interface Asked {
  readonly id: number;
  readonly uuidAsString?: string;
  readonly func: string;
  readonly args?: readonly unknown[];
}

const isAsked = (data: unknown): data is Asked =>
  typeof data === 'object' && data !== null && 'func' in data && typeof data.func === 'string' && 'id' in data;

/** The answer to `app.initialize()`: the frame's context, the kind of client, what it can do, and the library's version that it knows. */
const host = [
  'authentication',
  'web',
  JSON.stringify({ apiVersion: 4, hostVersionsInfo: {}, isLegacyTeams: false, supports: {} }),
  '2.58.0',
] as const;

/**
 * Opens a window for a sign-in as Teams does, and plays the host of TeamsJS for its page: it answers `initialize`, and ends with
 * what `notifySuccess` or `notifyFailure` says. Only that window is listened to, and only while it shows a page of the address's
 * own origin: it shows the directory's pages in between.
 */
export const openSignInWindow = (url: string): Promise<SignInWindow> => {
  const { origin } = new URL(url);
  const left = Math.max(0, window.screenX + (window.outerWidth - SIZE.width) / 2);
  const top = Math.max(0, window.screenY + (window.outerHeight - SIZE.height) / 2);
  const opened = window.open(url, '_blank', `popup,width=${SIZE.width},height=${SIZE.height},left=${left},top=${top}`);
  if (!opened) return Promise.resolve({ kind: 'blocked' });
  return new Promise((resolve) => {
    const end = (result: SignInWindow) => {
      clearInterval(looking);
      window.removeEventListener('message', listen);
      resolve(result);
    };
    const listen = ({ source, origin: from, data }: MessageEvent<unknown>) => {
      if (source !== opened || from !== origin || !isAsked(data)) return;
      const { id, uuidAsString, func, args = [] } = data;
      if (func === 'initialize') opened.postMessage({ id, uuidAsString, args: host }, origin);
      if (func === 'authentication.authenticate.success') end({ kind: 'done', state: String(args[0] ?? '') });
      if (func === 'authentication.authenticate.failure') end({ kind: 'failed' });
    };
    // No browser tells when a window is closed.
    const looking = setInterval(() => opened.closed && end({ kind: 'closed' }), LOOK_MS);
    window.addEventListener('message', listen);
  });
};
