import { initialShell, withPanel, withToast } from '../../../../src/sandbox/teams/page/data/shell.ts';
import { aMessage } from './messages.ts';

it('a panel’s button opens it, and closes it when it is open', () => {
  const opened = withPanel(initialShell, 'inspector');
  expect(opened.panel).toBe('inspector');
  expect(withPanel(opened, 'inspector').panel).toBeUndefined();
});

it('only one panel is open', () => {
  expect(withPanel(withPanel(initialShell, 'inspector'), 'settings').panel).toBe('settings');
});

it('three toasts stand at most: the newest', () => {
  const toasts = ['1', '2', '3', '4'].map((id) => ({ message: aMessage(id), where: 'Approvals' }));
  const { toasts: shown } = toasts.reduce(withToast, initialShell);
  expect(shown.map(({ message }) => message.id)).toEqual(['2', '3', '4']);
});

it('a message has one toast, as it was told last', () => {
  const [before, after] = ['before', 'after'].map((where) => ({ message: aMessage('1'), where }));
  const shell = [before, after].reduce((so, toast) => (toast ? withToast(so, toast) : so), initialShell);
  expect(shell.toasts.map(({ where }) => where)).toEqual(['after']);
});
