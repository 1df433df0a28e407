import { type Call, Problem, type Route } from './answer.ts';

interface Match {
  readonly route: Route;
  readonly params: Call['params'];
}

/** Decoded segments of a request's path; empty ones are left out, so that a doubled slash means nothing. */
export const segmentsOf = (url: string): string[] => {
  try {
    return (url.split('?')[0] ?? '').split('/').filter(Boolean).map(decodeURIComponent);
  } catch {
    throw new Problem(400, 'BadArgument', 'The path is not well percent-encoded.');
  }
};

/** Fixed words match in any case, as Teams has it. @throws Problem 404 for a path that no route has, 405 for one that knows other methods only */
export const findRoute = (routes: readonly Route[], method: string, segments: readonly string[]): Match => {
  const matches = routes.flatMap((route) => {
    const params = matchPath(route.path, segments);
    return params ? [{ route, params }] : [];
  });
  const match = matches.find(({ route }) => route.method === method);
  if (match) return match;
  if (matches.length > 0) throw new Problem(405, 'MethodNotAllowed', `${method} is not known here.`);
  throw new Problem(404, 'NotFound', 'There is nothing here.');
};

const matchPath = (pattern: string, segments: readonly string[]): Record<string, string> | undefined => {
  const parts = pattern.split('/').filter(Boolean);
  const open = parts.at(-1) === '*';
  const fixed = open ? parts.slice(0, -1) : parts;
  if (open ? segments.length <= fixed.length : segments.length !== fixed.length) return undefined;
  const params: Record<string, string> = open ? { rest: segments.slice(fixed.length).join('/') } : {};
  for (const [index, part] of fixed.entries()) {
    const segment = segments[index] ?? '';
    if (part.startsWith(':')) params[part.slice(1)] = segment;
    else if (part.toLowerCase() !== segment.toLowerCase()) return undefined;
  }
  return params;
};
