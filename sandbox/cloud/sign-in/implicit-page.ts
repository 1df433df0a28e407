import { escapeHtml } from '../../../src/platform/lib/html.ts';
import { pageOf } from '../../small-page.ts';
import { people } from '../../world.ts';
import type { Parameters } from './implicit-flow.ts';

/** One button for each person of the demo data; the program's parameters are hidden fields. */
export const signInPage = (parameters: Parameters): string => {
  const hidden = Object.entries(parameters).map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  );
  const buttons = Object.values(people).map(
    ({ key, name, title }) =>
      `<button name="person" value="${escapeHtml(key)}">${escapeHtml(name)}<br><small>${escapeHtml(title)}</small></button>`,
  );
  const { host } = new URL(parameters.redirect_uri ?? '');
  return pageOf(
    'Who are you?',
    `<p>A sandbox: nobody is asked for a password. The program at <b>${escapeHtml(host)}</b> will see what this person may see.</p>` +
      `<form method="post">${hidden.join('')}${buttons.join('')}<button name="cancel" value="yes">Nobody, go back</button></form>`,
  );
};

export const problemPage = (problem: string): string =>
  pageOf(
    'This sign-in cannot go on',
    `<p>${escapeHtml(problem)}</p><p>The program that sent you here has to mend it.</p>`,
  );
