import { verify } from 'node:crypto';
import {
  authorizationOf,
  createKeyServer,
  gateOver,
  genuine,
  servedKey,
  validParts,
} from '../../../test/bot/gate/channel.ts';
import type { Bench } from '../benches.ts';
import { type Figure, median } from '../figure.ts';

/** Tokens of one round. */
const TOKENS = 500;
/** Rounds before those that count: code is compiled. */
const WARM = 3;
const ROUNDS = 15;

/** Different tokens of the channel, all good. */
const tokensOf = async (round: number): Promise<string[]> => {
  const valid = await validParts();
  return Array.from({ length: TOKENS }, (_, n) =>
    authorizationOf({ ...valid, claims: { ...valid.claims, jti: `${round}-${n}` } }),
  );
};

/** Processor time of all threads for one of so many, in microseconds. */
const cpuOf = async (work: () => Promise<void>): Promise<number> => {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / TOKENS;
};

const bareVerify = (authorization: string): void => {
  const jwt = authorization.slice('Bearer '.length);
  const end = jwt.lastIndexOf('.');
  const signature = Buffer.from(jwt.slice(end + 1), 'base64url');
  if (!verify('sha256', Buffer.from(jwt.slice(0, end)), genuine.publicKey, signature)) throw new Error('not verified');
};

/**
 * What the gate does with a token that is new, and with one that it has seen, beside the bare RSA check of the same tokens; turn by
 * turn, so that whatever else the machine does weighs on all.
 */
export const gateBench: Bench = async () => {
  const keyServer = createKeyServer();
  keyServer.serve([await servedKey({})]);
  const gate = gateOver(keyServer);
  const [bare, fresh, seen]: [number[], number[], number[]] = [[], [], []];
  for (let round = -WARM; round < ROUNDS; round += 1) {
    const tokens = await tokensOf(round);
    const each = async (): Promise<void> => {
      for (const token of tokens) await gate.verify(token);
    };
    const one = await cpuOf(async () => tokens.forEach(bareVerify));
    const other = await cpuOf(each);
    const again = await cpuOf(each);
    if (round < 0) continue;
    bare.push(one);
    fresh.push(other);
    seen.push(again);
  }
  const figure = { unit: 'µs of CPU', against: median(bare), baseline: 'rsa-verify' } as const;
  return [
    { ...figure, name: 'gate.new', value: median(fresh) },
    { ...figure, name: 'gate.seen', value: median(seen) },
  ] satisfies Figure[];
};
