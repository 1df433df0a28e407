import { fileSize } from '../../../../src/sandbox/teams/page/text/file-size.ts';

it.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [1_023, '1,023 bytes'],
  [1_024, '1 kB'],
  [1_536, '1.5 kB'],
  [640 * 1_024, '640 kB'],
  [2_500_000, '2.4 MB'],
  [3 * 1_024 ** 3, '3 GB'],
  [5_000 * 1_024 ** 3, '5,000 GB'],
])('%i bytes are %s', (bytes, words) => {
  expect(fileSize(bytes, 'en-GB')).toBe(words);
});
