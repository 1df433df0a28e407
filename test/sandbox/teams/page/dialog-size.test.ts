import { dialogSize } from '../../../../src/sandbox/teams/page/view/dialog/dialog-size.ts';

it('a word is a share of the window, and for the height what the card needs', () => {
  expect(dialogSize({ width: 'small', height: 'large' })).toBe('--dialog-width: 20vw');
});

it('a number is one of pixels', () => {
  expect(dialogSize({ width: 400, height: 300 })).toBe('--dialog-width: 400px;--dialog-height: 300px');
});

it('nothing said is the style sheet’s own size', () => {
  expect(dialogSize({})).toBe('');
});
