import { escapeHtml } from '../../../src/platform/lib/html.ts';
import { pageHeaders, pageOf } from '../../small-page.ts';
import { cloud } from '../../world.ts';
import { type Answer, Problem, type Route } from './answer.ts';

const LONGEST = 2_000;

/**
 * The vendor's portal exists nowhere: its links open this page, which says what would be done there. It does nothing.
 * @throws Problem 400 for what is no address
 */
export const portalRoute: Route = {
  method: 'GET',
  path: '/portal',
  handle: ({ query }): Answer => {
    const address = query.get('address') ?? '';
    const url = address.length <= LONGEST ? URL.parse(address) : null;
    if (url?.protocol !== 'https:') throw new Problem(400, 'BadArgument', 'The address of a portal is needed.');
    const headers = { ...pageHeaders, 'content-type': 'text/html; charset=utf-8' };
    return { kind: 'file', content: pageOf('The vendor’s portal', bodyFor(url)), headers };
  },
};

const bodyFor = (url: URL): string => {
  const facts = [...url.searchParams].map(
    ([name, value]) => `<li>${escapeHtml(labels[name] ?? name)}: <b>${escapeHtml(shown(value))}</b></li>`,
  );
  return (
    '<p><b>This page is played by the sandbox.</b> In Teams this button opens the real portal.</p>' +
    `<p>${url.pathname.startsWith('/roles/') ? ROLES : OTHER}</p>` +
    (facts.length > 0 ? `<ul>${facts.join('')}</ul>` : '') +
    `<p>Nothing was changed here. Close this tab to go back to the chat.</p><p><small>${escapeHtml(url.href)}</small></p>`
  );
};

const ROLES =
  'There you activate your eligible role for as long as you need it, often with a second factor. ' +
  'Until then the role gives you no rights.';
const OTHER = 'There the vendor shows more about this.';

const labels: Readonly<Record<string, string>> = { scope: 'Place', role: 'Role' };

/** A role by its name, a place by the name of its subscription. */
const shown = (value: string): string => {
  const role = Object.values(cloud.roles).find(({ id }) => id === value);
  const place = Object.values(cloud.subscriptions).find(({ id }) => value === `/subscriptions/${id}`);
  return role?.name ?? place?.name ?? value;
};
