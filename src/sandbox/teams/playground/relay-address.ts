import { withoutTail } from '../../../lib/text.ts';

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost']);

/** Where a local client's Connector stands: http on this machine, nothing else. @returns without the slash at its end */
export const loopbackUrl = (text: string): string | undefined => {
  const url = URL.parse(text);
  const plain = url?.username === '' && url.password === '' && url.search === '' && url.hash === '';
  if (!plain || url.protocol !== 'http:' || !LOOPBACK.has(url.hostname)) return undefined;
  return withoutTail(url.href, '/');
};

/** The segment that stands for a client's service URL in the relay's own addresses; it holds all that a restart needs. */
export const segmentOf = (serviceUrl: string): string => Buffer.from(serviceUrl, 'utf8').toString('base64url');

/** @returns undefined when the segment does not stand for an address on this machine */
export const serviceUrlOf = (segment: string): string | undefined => {
  const serviceUrl = loopbackUrl(Buffer.from(segment, 'base64url').toString('utf8'));
  return serviceUrl !== undefined && segmentOf(serviceUrl) === segment ? serviceUrl : undefined;
};
