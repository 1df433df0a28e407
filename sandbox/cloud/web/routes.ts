import { type Namespace, Refusal, type SandboxOperation } from '../operation.ts';
import { operations } from '../operations/index.ts';
import { GatewayRefusal } from './gateway-refusals.ts';

const GREEDY = '{scope}';

/** The decoded segments of a path; two leading slashes count as one. @throws Refusal for an invalid escape. */
const decodeSegments = (path: string): readonly string[] => {
  try {
    return path
      .replace(/^\/+/, '')
      .split('/')
      .map((segment) => decodeURIComponent(segment));
  } catch {
    throw new Refusal(400, 'InvalidRequestUri', 'The path holds a broken percent escape.');
  }
};

/**
 * Matches a path with a template. Fixed words match in any case; `{scope}` is all segments that the rest leaves, joined
 * with a leading slash; every other parameter is one segment.
 * @returns undefined when the path is another one
 */
const matchPath = (
  template: readonly string[],
  segments: readonly string[],
): Readonly<Record<string, string>> | undefined => {
  const spare = template[0] === GREEDY ? segments.length - template.length + 1 : 0;
  if (template[0] === GREEDY ? spare < 1 : segments.length !== template.length) return undefined;
  const fixed = template[0] === GREEDY ? template.slice(1) : template;
  const params: Record<string, string> = spare > 0 ? { scope: joined(segments.slice(0, spare)) } : {};
  for (const [index, word] of fixed.entries()) {
    const segment = segments[spare + index] ?? '';
    if (word.startsWith('{')) params[word.slice(1, -1)] = segment;
    else if (word.toLowerCase() !== segment.toLowerCase()) return undefined;
  }
  return params;
};

/** A percent-encoded slash belongs to its segment. */
const joined = (segments: readonly string[]): string =>
  segments.map((segment) => `/${segment.replaceAll('/', '%2F')}`).join('');

export interface Route {
  readonly id: string;
  readonly operation: SandboxOperation;
  readonly params: Readonly<Record<string, string>>;
  /** The whole path, decoded. */
  readonly path: string;
}

/** Finds the operation of a method and a path. @throws Refusal 404 for an unknown path, 405 for another method. */
export const createRoutes = (namespace: Namespace): ((method: string, path: string) => Route) => {
  const table = Object.entries(operations).map(([id, operation]) => ({
    id,
    operation,
    template: operation.path.replace('{ns}', namespace).split('/'),
  }));
  return (method, path) => {
    const segments = decodeSegments(path);
    const matches = table.flatMap(({ id, operation, template }): Route[] => {
      const params = matchPath(template, segments);
      return params ? [{ id, operation, params, path: joined(segments) }] : [];
    });
    const route = matches.find(({ operation }) => operation.method === method);
    if (route) return route;
    const methods = matches.map(({ operation }) => operation.method).join(', ');
    if (methods !== '')
      throw new GatewayRefusal(405, 'MethodNotAllowed', `This path takes ${methods}.`, { allow: methods });
    throw new GatewayRefusal(404, 'InvalidResourceType', 'The path names no resource type of this service.');
  };
};
