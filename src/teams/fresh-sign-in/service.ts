import { directoryAddresses } from '#platform/identity/cloud.ts';
import { createPersonKeys, type ExpectedToken, verifyPersonToken } from '#platform/identity/person-token.ts';
import type { Secret } from '#platform/lib/secret.ts';
import { type CheckedProof, confirmWith, type SignInProof } from './confirmation.ts';
import type { FreshSignIns, FreshSignInsDeps } from './fresh-sign-ins.ts';
import { windowFile } from './window/page.ts';
import { createSignInWindow } from './window/window.ts';

export const createSignInService = (deps: FreshSignInsDeps): FreshSignIns => {
  const { settings, http, audit, jobs, ids, clock, log } = deps;
  const { tenantId, credential, exchange } = settings;
  const { keysUrl, issuer, authorizeUrl } = directoryAddresses(settings.tokenUrl);
  const keys = createPersonKeys({ http, keysUrl, issuer, clock, log });

  const verify = (token: Secret, expected: ExpectedToken) =>
    verifyPersonToken(token, expected, { keys, issuer, appId: credential.clientId, tenantId, now: clock.now() });

  const check = async (proof: SignInProof): Promise<CheckedProof> => {
    if (proof.is === 'code') return proof;
    const checked = await verify(proof.token, 'exchange');
    if ('fault' in checked) log.warn('sign-in.token-refused', { reason: checked.fault });
    return { is: 'token', id: proof.id, checked };
  };

  const startAddress = (id: string): string => `${settings.publicUrl()}/sign-in/start?id=${id}`;
  const window = createSignInWindow({ ...deps, authorizeUrl, verify, startAddress });

  return {
    prepare: async (proof) => confirmWith({ audit, jobs, ids, startAddress, exchange }, proof && (await check(proof))),
    answer: async (request) => {
      if (request.name === 'start') return window.start(request);
      if (request.name === 'callback') return window.callback(request);
      return windowFile(request.name);
    },
  };
};
