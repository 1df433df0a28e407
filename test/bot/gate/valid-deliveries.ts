import shapes from '../../fixtures/bot/valid-deliveries.json' with { type: 'json' };
import { genuineKid, type Json, type Parts, seconds, startedAt, validActivity } from './channel.ts';

interface ValidDelivery {
  readonly name: string;
  readonly change: (valid: Parts) => Partial<Parts>;
}

const now = seconds(startedAt);
const base = validActivity();

/** Every list, also of the fixture, is walked at its own pace, so that a hundred deliveries meet in many combinations. */
const claims: readonly Json[] = [
  {},
  { exp: now - 299, nbf: now - 3_899 },
  { nbf: now + 299 },
  { nbf: undefined },
  { exp: now + 0.5, iat: now, jti: 'one' },
];
const headers: readonly Json[] = [{ typ: 'JWT', x5t: genuineKid }, {}];

const pick = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

/** So many different deliveries as Teams sends them. */
export const validDeliveries = (count: number): readonly ValidDelivery[] =>
  Array.from({ length: count }, (_, index) => {
    const { kinds, places, tenants, times, locales } = shapes;
    const parts: readonly (readonly Json[])[] = [kinds, places, tenants, times, locales];
    const activity: Json = Object.assign({}, base, ...parts.map((list) => pick(list, index)));
    // As the token and the activity write it.
    const { signed, told } = pick(shapes.serviceUrls, index);
    return {
      name: `${index + 1}: ${activity['type']}`,
      change: (valid) => ({
        header: { ...pick(headers, index), alg: 'RS256', kid: genuineKid },
        claims: { ...valid.claims, ...pick(claims, index), serviceurl: signed },
        body: { ...activity, id: activity['id'] && `f:${index}`, serviceUrl: told },
      }),
    };
  });
