/** Hosts that need no TLS: this machine, by its names or by a Unix socket. */
const HERE = /^(\/|localhost$|127(\.\d{1,3}){3}$|::1$)/;
/** The sslmode values of libpq that check the server's certificate. */
const VERIFIED: ReadonlySet<string> = new Set(['verify-full', 'verify-ca']);

/** Whether a PostgreSQL address is on this machine or asks for checked TLS, parsed as pg does: the last of equal parameters counts. */
export const isProtected = (url: string): boolean => {
  if (!URL.canParse(url)) return false;
  const { hostname, searchParams } = new URL(url);
  const parameter = (name: string): string => searchParams.getAll(name).at(-1) ?? '';
  const host = parameter('host') || decoded(hostname.replace(/^\[(.+)\]$/, '$1'));
  return HERE.test(host) || VERIFIED.has(parameter('sslmode'));
};

/** A percent-encoded host, such as the path of a socket; empty if it is malformed. */
const decoded = (host: string): string => {
  try {
    return decodeURIComponent(host);
  } catch {
    return '';
  }
};
