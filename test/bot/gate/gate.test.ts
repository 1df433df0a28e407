import crypto from 'node:crypto';
import { type Check, type GateChecks, gateChecks } from '#bot/gate/checks.ts';
import { Refusal } from '#bot/gate/gate.ts';
import { silentLog } from '#platform/lib/logger.ts';
import { replaceBuiltin, restoreBuiltins } from '../../support/replace-builtin.ts';
import {
  authorizationOf,
  createKeyServer,
  forger,
  gateOver,
  type Parts,
  rs256,
  servedKey,
  startedAt,
  validActivity,
  validParts,
} from './channel.ts';
import { type Forgery, forgeries } from './forgeries.ts';
import { validDeliveries } from './valid-deliveries.ts';

/** Sends a delivery to a gate and, when it is admitted, on to the handler, as the server does. */
const deliver = async (parts: Parts, checks?: GateChecks, handler = jest.fn()): Promise<Refusal | undefined> => {
  const keyServer = createKeyServer();
  keyServer.serve([parts.served]);
  return gateOver(keyServer, undefined, checks)
    .verify(authorizationOf(parts))
    .then((admit) => admit(parts.body))
    .then(({ activity }) => handler(activity))
    .catch((error: unknown) => {
      if (error instanceof Refusal) return error;
      throw error;
    });
};

const forge = async ({ change }: Forgery): Promise<Parts> => {
  const valid = await validParts();
  return { ...valid, ...(await change(valid)) };
};

describe('a valid delivery', () => {
  test.each(validDeliveries(100).map((delivery) => [delivery.name, delivery] as const))(
    'is admitted when it is valid: %s',
    async (_name, { change }) => {
      const valid = await validParts();
      await expect(deliver({ ...valid, ...change(valid) })).resolves.toBeUndefined();
    },
  );

  test('is admitted unchanged, with the typed fields that the bot uses', async () => {
    const handler = jest.fn();
    await deliver(await validParts(), gateChecks, handler);
    expect(handler).toHaveBeenCalledWith(
      expect.objectContaining({ id: validActivity().id, text: validActivity().text, raw: validActivity() }),
    );
  });

  test('is refused with 401 without a token', async () => {
    const gate = gateOver(createKeyServer());
    await expect(gate.verify(undefined)).rejects.toMatchObject({ status: 401 });
  });
});

describe('a forged delivery', () => {
  test.each(forgeries.map((forgery) => [forgery.name, forgery] as const))(
    'is refused for its own reason, and never reaches the handler: %s',
    async (_name, forgery) => {
      const { refusedBy: check, status } = forgery;
      const handler = jest.fn();
      expect(await deliver(await forge(forgery), gateChecks, handler)).toMatchObject({ check, status });
      expect(handler).not.toHaveBeenCalled();
    },
  );

  test('has at least forty variants with unique names', () => {
    expect(new Set(forgeries.map(({ name }) => name)).size).toBeGreaterThanOrEqual(40);
    expect(new Set(forgeries.map(({ name }) => name)).size).toBe(forgeries.length);
  });
});

describe('every check is needed', () => {
  const drop = (name: string): GateChecks => {
    const rest = <Subject>(checks: readonly Check<Subject>[]) => checks.filter((check) => check.name !== name);
    return { header: rest(gateChecks.header), token: rest(gateChecks.token), activity: rest(gateChecks.activity) };
  };
  const names = Object.values(gateChecks).flatMap((checks: readonly { name: string }[]) =>
    checks.map(({ name }) => name),
  );

  test.each(names)('without %s a forgery gets through', async (name) => {
    const handler = jest.fn();
    for (const forgery of forgeries.filter(({ refusedBy }) => refusedBy === name)) {
      await deliver(await forge(forgery), drop(name), handler);
    }
    expect(handler).toHaveBeenCalled();
  });
});

describe('a token that was seen before', () => {
  restoreBuiltins();

  const seen = async (clock = { now: () => startedAt }) => {
    const keyServer = createKeyServer();
    keyServer.serve([await servedKey({})]);
    const gate = gateOver(keyServer, clock);
    const parts = await validParts();
    const authorization = authorizationOf(parts);
    await gate.verify(authorization);
    return { keyServer, gate, parts, authorization };
  };

  test('is admitted, and its signature is not verified anew', async () => {
    const { gate, authorization, parts } = await seen();
    const verify = replaceBuiltin(crypto, 'verify');
    const admit = await gate.verify(authorization);
    await expect(admit(parts.body)).resolves.toBeTruthy();
    expect(verify).not.toHaveBeenCalled();
    await gate.verify(authorizationOf({ ...parts, claims: { ...parts.claims, jti: 'another' } }));
    expect(verify).toHaveBeenCalledTimes(1);
  });

  test.each([
    [
      'changed claims',
      (jwt: string) => jwt.replace(/\.[^.]+\./, `.${Buffer.from('{"iss":"x"}').toString('base64url')}.`),
    ],
    ['a changed signature', (jwt: string) => jwt.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'))],
    ['no signature', (jwt: string) => jwt.replace(/[^.]+$/, 'AAAA')],
  ])('with %s is refused', async (_what, change) => {
    const { gate, authorization } = await seen();
    await expect(gate.verify(change(authorization))).rejects.toMatchObject({ check: 'signature' });
  });

  test('is refused when it has expired', async () => {
    let now = startedAt;
    const { gate, authorization } = await seen({ now: () => now });
    now += 2 * 3_600_000;
    await expect(gate.verify(authorization)).rejects.toMatchObject({ check: 'expiry' });
  });

  test('is refused with another body', async () => {
    const { gate, authorization, parts } = await seen();
    const admit = await gate.verify(authorization);
    const body = { ...(parts.body as object), serviceUrl: 'https://smba.channel.example/amer/' };
    await expect(admit(body)).rejects.toMatchObject({ check: 'service-url-claim' });
  });

  test('is verified anew when the channel has other keys under the same id', async () => {
    let now = startedAt;
    const long = { exp: Math.floor(startedAt / 1_000) + 5 * 86_400 };
    const keyServer = createKeyServer();
    keyServer.serve([await servedKey({})]);
    const gate = gateOver(keyServer, { now: () => now });
    const parts = await validParts();
    const authorization = authorizationOf({ ...parts, claims: { ...parts.claims, ...long } });
    await gate.verify(authorization);
    keyServer.serve([await servedKey({ ...forger.publicKey.export({ format: 'jwk' }) })]);
    now += 25 * 3_600_000;
    await expect(gate.verify(authorization)).rejects.toMatchObject({ check: 'signature' });
  });
});

describe('a flood of junk tokens', () => {
  test('writes a few lines to the log, and then none', async () => {
    const lines: string[] = [];
    const log = { ...silentLog, warn: (event: string) => lines.push(event) };
    const gate = gateOver(createKeyServer(), undefined, undefined, undefined, log);
    for (let count = 0; count < 300; count += 1) await gate.verify('Bearer a.b.c').catch(() => undefined);
    expect(lines).toEqual(Array(10).fill('gate.refused'));
  });

  test('with 15 KB each is refused before a key is asked for', async () => {
    const keyServer = createKeyServer();
    const part = 'e'.repeat(5_000);
    const admitted = gateOver(keyServer).verify(`Bearer ${part}.${part}.${part}`);
    await expect(admitted.catch(() => keyServer.asked)).resolves.toEqual([]);
  });

  test('with new key ids asks for the keys at most once a minute', async () => {
    const keyServer = createKeyServer();
    keyServer.serve([await servedKey({})]);
    let now = startedAt;
    const gate = gateOver(keyServer, { now: () => now });
    const valid = await validParts();
    for (let count = 0; count < 180; count += 1) {
      const junk = { ...valid, header: { alg: 'RS256', kid: `junk-${count}` }, sign: rs256(forger.privateKey) };
      await gate.verify(authorizationOf(junk)).catch(() => undefined);
      now += 1_000;
    }
    expect(keyServer.asked.filter((url) => url.endsWith('/keys'))).toHaveLength(3);
  });
});
