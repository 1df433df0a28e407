import { fc } from '../../test/support/fast-check.ts';

/** Ways to write an address that looks like ours, or like none, and leads to a decoy. */
const shapes: readonly ((decoy: string, port: number, ours: string) => string)[] = [
  (decoy) => `http://${decoy}`,
  (decoy) => `HTTP://${decoy}`,
  (decoy) => `//${decoy}`,
  (decoy) => `\\\\${decoy}`,
  (decoy) => `/\\${decoy}`,
  (decoy) => `\t//${decoy}`,
  (decoy) => `ht\ntp://${decoy}`,
  (decoy) => ` http://${decoy}`,
  (decoy) => `http:\\\\${decoy}`,
  (decoy) => `http:///${decoy}`,
  (decoy) => `https://${decoy}`,
  (decoy) => `ws://${decoy}`,
  (decoy, _port, ours) => `http://${ours}@${decoy}`,
  (decoy, _port, ours) => `http://${ours}%2F@${decoy}`,
  (decoy, _port, ours) => `http://${ours}\\@${decoy}`,
  (decoy, _port, ours) => `http://${ours}#@${decoy}`,
  (decoy, _port, ours) => `http://${ours}?@${decoy}`,
  (decoy) => `http://user:password@${decoy}`,
  (decoy) => `http://${decoy}#`,
  (_decoy, port) => `http://localhost:${port}`,
  (_decoy, port) => `http://LOCALHOST:${port}`,
  (_decoy, port) => `http://127.1:${port}`,
  (_decoy, port) => `http://2130706433:${port}`,
  (_decoy, port) => `http://0x7f000001:${port}`,
  (_decoy, port) => `http://0177.0.0.1:${port}`,
  (_decoy, port) => `http://127.0.0.1.:${port}`,
  (_decoy, port) => `http://[::1]:${port}`,
  (_decoy, port) => `http://[::ffff:127.0.0.1]:${port}`,
  (_decoy, port) => `http://0.0.0.0:${port}`,
  (_decoy, port) => `http://１２７.0.0.1:${port}`,
  (_decoy, port) => `http://127。0。0。1:${port}`,
  (_decoy, port) => `http://127.0.0.1:${port}`,
  (_decoy, _port, ours) => `https://${ours}`,
  (_decoy, _port, ours) => `http://${ours.replace('127.0.0.1', 'localhost')}`,
  // Not elsewhere, but something else there.
  (_decoy, _port, ours) => `http://${ours}/providers/Vendor.Authorization/elevateAccess`,
  () => '/listKeys',
  () => './../listKeys',
  () => 'javascript:fetch(1)',
  () => 'data:application/json,{}',
  () => 'file:///etc/passwd',
  () => 'http://',
  () => 'http://[',
];

const tails = ['', '/', '/subscriptions', '/x?api-version=2020-10-01', '/..//..', '?$skipToken=a'];

/** @param ours host and port of the vendor @param decoys ports where nobody may ever come */
export const hostileAddresses = (ours: string, decoys: readonly number[]): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom(...shapes), fc.constantFrom(...decoys), fc.constantFrom(...tails))
    .map(([shape, port, tail]) => shape(`127.0.0.1:${port}`, port, ours) + tail);
