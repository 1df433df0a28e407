import { gzipSync } from 'node:zlib';
import type { Dice } from '../run-on-stores.ts';
import type { Scripted } from '../upstream/upstream.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const STATUSES = [200, 201, 202, 203, 204, 206, 299, 300, 302, 304, 400, 401, 403, 404, 409, 411, 418, 422, 500, 501];

/** A good answer of which more than one place is wrong, or the way it came. `undefined`: the connection breaks. */
export const breakAnswer = (good: Scripted, text: string, dice: Dice, decoy: string): Scripted | undefined =>
  dice.pick<() => Scripted | undefined>([
    () => ({ ...good, body: text.slice(0, Math.floor(dice.next() * text.length)) }),
    () => ({ ...good, body: '' }),
    () => ({ ...good, body: '  \n' }),
    () => ({ ...good, body: `\ufeff${text}` }),
    () => ({ ...good, body: `${text}${text}` }),
    () => ({ ...good, body: text.replaceAll('"', "'") }),
    () => ({ ...good, body: '['.repeat(20_000) }),
    () => ({ ...good, body: `{"a":${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}}` }),
    () => ({ ...good, body: Buffer.from(text, 'utf16le') }),
    () => ({ ...good, body: Buffer.concat([Buffer.from(text.slice(0, 20)), Buffer.from([0xff, 0xfe, 0xc0, 0x80])]) }),
    () => ({ ...good, headers: { ...JSON_TYPE, 'content-encoding': 'gzip' }, body: gzipSync(text) }),
    () => ({ ...good, headers: { ...JSON_TYPE, 'content-encoding': 'br' }, body: text }),
    () => ({ status: 200, headers: { 'content-type': 'text/html' }, body: '<html><body>Sign in</body></html>' }),
    () => ({ ...good, headers: {}, body: text }),
    () => ({ status: 204, headers: {} }),
    () => ({ ...good, status: dice.pick(STATUSES) }),
    () => ({ status: dice.pick([301, 302, 307, 308]), headers: { location: `${decoy}/` }, body: text }),
    () => ({
      status: dice.pick([429, 503]),
      headers: { 'retry-after': dice.pick(['1', '-1', 'soon', '99999999999', '']) },
    }),
    () => ({ ...good, body: text.replace(/}\s*$/, ',"value":[{"id":7}],"nextLink":5}') }),
    () => ({ ...good, body: text.replace('{', '{"__proto__":{"polluted":true},') }),
    () => ({ ...good, body: 'x'.repeat(5_400_000) }),
    () => undefined,
  ])();
