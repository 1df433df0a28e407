import { dialogSize } from '../../../../src/sandbox/teams/page/view/dialog/dialog-size.ts';

it.each([
  [
    'words: a share of the window, and as high as the card',
    { width: 'small', height: 'large' },
    '--dialog-width: 20vw',
  ],
  ['numbers: pixels', { width: 400, height: 300 }, '--dialog-width: 400px;--dialog-height: 300px'],
  ['nothing: that of the style sheet', {}, ''],
] as const)('the size of a dialog for %s', (_name, size, style) => {
  expect(dialogSize(size)).toBe(style);
});
