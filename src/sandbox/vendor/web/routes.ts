import type { Namespace, SandboxOperation } from '../operation.ts';
import { operations } from '../operations/index.ts';
import { Refusal } from '../refusal.ts';
import { decodeSegments, matchPath } from './route.ts';

export interface Route {
  readonly id: string;
  readonly operation: SandboxOperation;
  readonly params: Readonly<Record<string, string>>;
}

/** Finds the operation that a method and a path mean. @throws Refusal 404 for an unknown path, 405 for another method. */
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
      return params ? [{ id, operation, params }] : [];
    });
    const route = matches.find(({ operation }) => operation.method === method);
    if (route) return route;
    const methods = matches.map(({ operation }) => operation.method).join(', ');
    if (methods !== '') throw new Refusal(405, 'MethodNotAllowed', `This path takes ${methods}.`, { allow: methods });
    throw new Refusal(404, 'InvalidResourceType', 'The path names no resource type of this service.');
  };
};
