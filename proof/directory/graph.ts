import type { Http, HttpResponse } from '../../src/platform/http/http.ts';
import { HttpFailure } from '../../src/platform/http/message.ts';
import { idOf } from '../lib/policy-text.ts';
import { type DirectoryGroup, type DirectoryState, directoryGroups, guest, people } from './policy.ts';

/** The address under which this Graph answers. */
export const GRAPH = 'https://graph.example';

const PAGE = 2;

interface GraphStandIn extends Http {
  /** The number of reads of a page. */
  reads(): number;
}

/** Microsoft Graph over the state of a world, two objects a page: what is sent to it, and not what Steward makes of it, is real. */
export const createGraphStandIn = (state: () => DirectoryState): GraphStandIn => {
  let reads = 0;
  const json = (status: number, body: unknown): HttpResponse => ({ status, headers: {}, text: JSON.stringify(body) });
  const refused = (status: number, code: string): HttpResponse => json(status, { error: { code, message: code } });

  const pageOf = (group: DirectoryGroup, from: number): HttpResponse => {
    const members = objectsIn(state(), group);
    const value = members.slice(from, from + PAGE);
    const next = from + PAGE < members.length;
    const link = `${GRAPH}/v1.0/groups/${idOf(group)}/transitiveMembers?$skiptoken=${from + PAGE}`;
    return json(200, { value, ...(next ? { '@odata.nextLink': link } : {}) });
  };

  return {
    async send({ url }) {
      reads += 1;
      const { pathname, searchParams } = new URL(url);
      const id = pathname.split('/')[3];
      const group = directoryGroups.find((name) => idOf(name) === id);
      if (!group) return refused(404, 'Request_ResourceNotFound');
      const from = Number(searchParams.get('$skiptoken') ?? 0);
      switch (state().answers[group]) {
        case 'unavailable':
          return refused(503, 'serviceNotAvailable');
        case 'throttled':
          throw new HttpFailure('throttled', 'graph.example', { retryAfterMs: 60_000 });
        case 'forbidden':
          return refused(403, 'Authorization_RequestDenied');
        case 'gone':
          return refused(404, 'Request_ResourceNotFound');
        case 'breaks after a page': {
          // A list of one page has a second one that never comes.
          if (from > 0) throw new HttpFailure('lost', 'graph.example');
          const link = `${GRAPH}/v1.0/groups/${idOf(group)}/transitiveMembers?$skiptoken=${PAGE}`;
          return json(200, { value: objectsIn(state(), group).slice(0, PAGE), '@odata.nextLink': link });
        }
        default:
          return pageOf(group, from);
      }
    },
    close: async () => {},
    destroy: async () => {},
    reads: () => reads,
  };
};

/** Everything in a group, groups too, as Graph lists it. */
const objectsIn = ({ members }: DirectoryState, group: DirectoryGroup): readonly Record<string, string>[] => {
  const found = new Set<string>();
  const visit = (name: DirectoryGroup): void => {
    for (const member of members[name]) {
      if (found.has(member) || member === group) continue;
      found.add(member);
      const below = directoryGroups.find((one) => one === member);
      if (below) visit(below);
    }
  };
  visit(group);
  return [...found].map((name) =>
    people.some((one) => one === name)
      ? {
          '@odata.type': '#microsoft.graph.user',
          ...{ id: idOf(name), displayName: name, userPrincipalName: accountOf(name) },
        }
      : { '@odata.type': '#microsoft.graph.group', id: idOf(name) },
  );
};

export const accountOf = (name: string): string =>
  name === guest ? `${name}_other.example#EXT#@tenant.example` : `${name}@tenant.example`;
