import { sandboxBot } from '../../world.ts';
import { identities } from '../identities.ts';
import { isLoopback } from '../web/loopback.ts';

/** A program as the directory's app registrations have it. */
export interface Registration {
  readonly name: string;
  readonly clientId: string;
  readonly secret: string;
  /** Paths that people are led back to, on this machine at any port. */
  readonly replyPaths: readonly string[];
  /** For single sign-on in Teams. */
  readonly idUri?: string;
}

/** Where Steward takes people back (docs/settings.md). */
const REPLY_PATH = '/sign-in/callback';
const [app, reader] = identities;

const registrations: readonly Registration[] = [
  {
    name: sandboxBot.name,
    clientId: sandboxBot.appId,
    secret: sandboxBot.appPassword,
    replyPaths: [REPLY_PATH],
    idUri: sandboxBot.idUri,
  },
  { name: 'steward-bot', clientId: app.clientId, secret: app.clientSecret, replyPaths: [REPLY_PATH] },
  { name: 'steward-bot-reader', clientId: reader.clientId, secret: reader.clientSecret, replyPaths: [] },
];

/** @param clientId in any case */
export const findRegistration = (clientId: string): Registration | undefined =>
  registrations.find((known) => known.clientId === clientId.toLowerCase());

export const registrationOfUri = (uri: string): Registration | undefined =>
  registrations.find(({ idUri }) => idUri === uri);

/** Whether the registration allows this reply address: one of its paths on this machine, with nothing behind it. */
export const allowsReply = ({ replyPaths }: Registration, address: string): boolean => {
  const url = URL.parse(address);
  if (!url || !isLoopback(url.href) || url.username + url.password + url.search !== '' || /[#?\\]/.test(address))
    return false;
  return /^https?:$/.test(url.protocol) && replyPaths.includes(url.pathname);
};
