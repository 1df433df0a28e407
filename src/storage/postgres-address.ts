/** What a password and every request may cross without TLS: this machine, by its names or by a socket in its file system. */
const HERE = /^(\/|localhost$|127(\.\d{1,3}){3}$|::1$)/;
/** Of libpq's modes, those in which the server must show a certificate that we trust. */
const VERIFIED: ReadonlySet<string> = new Set(['verify-full', 'verify-ca']);

/**
 * Whether an address of PostgreSQL is one of this machine, or asks for TLS with a certificate that is checked. Read as pg
 * reads it: the last of several parameters counts, and `host=` goes before the host of the address.
 * @param url postgres://…
 */
export const isProtected = (url: string): boolean => {
  if (!URL.canParse(url)) return false;
  const { hostname, searchParams } = new URL(url);
  const parameter = (name: string): string => searchParams.getAll(name).at(-1) ?? '';
  const host = parameter('host') || decoded(hostname.replace(/^\[(.+)\]$/, '$1'));
  return HERE.test(host) || VERIFIED.has(parameter('sslmode'));
};

/** A host in percent signs, as the path of a socket; empty where it is none. */
const decoded = (host: string): string => {
  try {
    return decodeURIComponent(host);
  } catch {
    return '';
  }
};
