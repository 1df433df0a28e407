import type { AnyOperation, Parts, QueryValue } from '#cloud/operation.ts';
import { inProfile, type Profile } from '#cloud/services/profile.ts';
import type { HttpRequest } from '#platform/http/http.ts';
import { withoutTail } from '#platform/lib/text.ts';
import { encodeId, encodeSegment, parseScope, resourcePath, scopePath } from './path.ts';

/** The exact bytes of a request, as plain JSON: stored before a change is sent, and repeated unchanged. */
export interface FrozenCall {
  readonly operation: string;
  readonly method: HttpRequest['method'];
  /** Relative to the service's address, percent-encoded. */
  readonly path: string;
  /** Without the question mark, percent-encoded. */
  readonly query: string;
  /** JSON text, sent byte for byte. */
  readonly body: string | null;
}

const BODY_METHODS: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

/** @param wantsBody an empty body is sent as `{}` @throws RangeError that names a missing, unknown or invalid parameter, never its value */
export const freezeParts = (operation: AnyOperation, parts: Parts, profile: Profile, wantsBody = false): FrozenCall => {
  const { id, method, path, version } = operation;
  const body = parts.body === undefined && wantsBody && BODY_METHODS.has(method) ? {} : parts.body;
  const inPath = path.startsWith(`/${version}/`);
  return {
    operation: id,
    method,
    path: fillPath(operation, parts.path, profile),
    query: writeQuery({ ...(inPath ? {} : { 'api-version': version }), ...parts.query }),
    body: body === undefined ? null : JSON.stringify(body),
  };
};

/** The names in braces in the operation's path. */
export const pathParameters = (operation: AnyOperation): readonly string[] =>
  [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

const fillPath = (operation: AnyOperation, values: Readonly<Record<string, string>>, profile: Profile): string => {
  const names = pathParameters(operation);
  const unknown = Object.keys(values).find((name) => !names.includes(name));
  if (unknown !== undefined) throw new RangeError(`${operation.id} has no path parameter ${unknown}`);
  return operation.path
    .split('/')
    .map((word) => inProfile(word, profile))
    .join('/')
    .replace(/\{(\w+)\}/g, (_, name: string) => fillParameter(operation, name, values[name], profile));
};

const fillParameter = (operation: AnyOperation, name: string, value: string | undefined, profile: Profile): string => {
  const fits = value !== undefined && operation.patterns?.[name]?.test(value) !== false;
  const wholeId = wholeIds[name];
  if (fits && !wholeId) return encodeSegment(value);
  const id = fits ? wholeId?.(value, profile) : undefined;
  if (id !== undefined) return encodeId(id).slice(1);
  throw new RangeError(`${operation.id}: the path parameter ${name} is missing or not as documented`);
};

/** Parameters that are whole ids of several segments, with their formatting; undefined for an invalid id. */
const wholeIds: Readonly<Record<string, (text: string, profile: Profile) => string | undefined>> = {
  scope: (text, profile) => {
    const scope = parseScope(text);
    return scope && scopePath(scope, profile);
  },
  resourceUri: resourcePath,
};

/** Spaces as %20 (docs/sources.md, Roles); a quote is encoded as URL parsers do, so that addresses compare equal. */
const writeQuery = (query: Readonly<Record<string, QueryValue>>): string =>
  Object.entries(query)
    .flatMap(([name, value = []]) => [value].flat().map((one) => [name, one] as const))
    .map(([name, value]) => `${encode(name).replaceAll('%24', '$')}=${encode(value)}`)
    .join('&');

const encode = (text: string): string => encodeURIComponent(text).replaceAll("'", '%27');

/** The whole address, parsed again and compared with its parts. @throws RangeError when they differ */
export const addressOf = (frozen: FrozenCall, base: string): URL => {
  const root = new URL(base);
  const path = withoutTail(root.pathname, '/') + frozen.path;
  const search = frozen.query === '' ? '' : `?${frozen.query}`;
  const url = new URL(root.origin + path + search);
  const same = url.origin === root.origin && url.pathname === path && url.search === search;
  if (!same || url.hash !== '') throw new RangeError(`${frozen.operation}: the address differs from its parts`);
  return url;
};

/** A text as an OData string literal. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Conditions joined into one filter; undefined for none. Empty ones are skipped. */
export const joinConditions = (conditions: readonly string[], by: 'and' | 'or' = 'and'): string | undefined =>
  conditions.filter(Boolean).join(` ${by} `) || undefined;
