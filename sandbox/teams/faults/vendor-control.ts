import { z } from 'zod';
import { iso, SECOND } from '../../../src/platform/lib/clock.ts';
import type { FaultsView } from '../api.ts';
import type { TokenService } from '../chat/presses.ts';
import { type Answer, json, Problem } from '../http/answer.ts';

const PATIENCE_MS = 5 * SECOND;

const faultsAnswer = z.object({ faults: z.array(z.unknown()) });
const infoAnswer = z.object({ pace: z.object({ listLagMs: z.number(), minimumActiveMs: z.number() }) });
const tokenAnswer = z.object({ token: z.string() });
const clockAnswer = z.object({ now: z.string(), offsetMs: z.number() });

const posted = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** The vendor sandbox's switches, where there is one beside this Teams. */
export interface VendorControl {
  /** What is on there; nothing where there is no vendor sandbox or it does not answer. */
  read(): Promise<FaultsView['vendor']>;
  /**
   * Hands a body to one of its switches and gives its answer.
   * @throws Problem 404 where there is none, 502 where it does not answer
   */
  switch(name: 'faults' | 'clock' | 'incident', body: unknown): Promise<Answer>;
  /** What the directory gives Teams for somebody who is signed in; undefined where it gives nothing. */
  readonly ssoToken: TokenService;
}

/** @param address of the vendor sandbox; called each time, as its port is known late */
export const createVendorControl = (address: (() => string) | undefined): VendorControl => {
  const ask = async (name: string, init: RequestInit = {}): Promise<{ status: number; body: unknown }> => {
    if (!address) throw new Problem(404, 'NoVendorSandbox', 'No vendor sandbox runs beside this one.');
    try {
      const response = await fetch(`${address()}/__sandbox/${name}`, {
        ...init,
        redirect: 'manual',
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      return { status: response.status, body: await response.json() };
    } catch {
      throw new Problem(502, 'VendorSandboxSilent', 'The vendor sandbox does not answer.');
    }
  };
  return {
    read: async () => {
      if (!address) return undefined;
      const answers = await Promise.all([ask('faults'), ask('clock'), ask('info')]).catch(() => []);
      const faults = faultsAnswer.safeParse(answers[0]?.body);
      const clock = clockAnswer.safeParse(answers[1]?.body);
      const info = infoAnswer.safeParse(answers[2]?.body);
      return faults.success && clock.success && info.success
        ? { faults: faults.data.faults, clock: clock.data, pace: info.data.pace }
        : undefined;
    },
    switch: async (name, body) => {
      const answer = await ask(name, posted(body));
      return json(answer.status, answer.body);
    },
    ssoToken: async ({ person, uri, authTime, contexts }) => {
      const wish = { person: person.objectId, uri, authTime: iso(authTime), acrs: contexts };
      const answer = await ask('sso-token', posted(wish)).catch(() => undefined);
      return answer?.status === 200 ? tokenAnswer.parse(answer.body).token : undefined;
    },
  };
};
