import { registerHooks } from 'node:module';
import { createHttp } from '#platform/http/http.ts';
import { createAccessToken } from '#platform/identity/access-token.ts';
import { clientSecret } from '#platform/identity/credential.ts';
import { systemClock } from '#platform/lib/clock.ts';
import { silentLog } from '#platform/lib/logger.ts';

/** Signs in with a secret, in a process in which nobody can load the identity library, and prints the token. */
registerHooks({
  resolve(specifier, context, next) {
    if (specifier.startsWith('@azure/msal-node')) throw new Error('the library was loaded');
    return next(specifier, context);
  },
});

const [, , tokenUrl = '', clientId = '', secret = '', scope = ''] = process.argv;
const http = createHttp({ clock: systemClock, log: silentLog });
const credential = clientSecret(clientId, secret);
const token = createAccessToken({ http, clock: systemClock, credential, owner: 'bot', tokenUrl, scope });
console.log((await token.get()).reveal());
await http.close();
