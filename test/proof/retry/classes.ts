import type { AnyOperation } from '../../../src/api/operation.ts';
import type { HttpRequest } from '../../../src/http/http.ts';

/** The class of every POST: its method does not say whether it may be repeated. */
const POSTS: Readonly<Record<string, HttpRequest['retry']>> = {
  acceptSubscriptionOwnership: 'unsent-only',
  fetchHealthEventDetails: 'read',
  listShareSynchronizations: 'read',
  listSourceShareSynchronizationSettings: 'read',
  translateText: 'charged',
};

/** Which calls may be repeated by vendor-facts section 4, written apart from the declarations; undefined for a POST without a line above. */
export const classOf = ({ id, method }: AnyOperation): HttpRequest['retry'] | undefined => {
  if (method === 'POST') return POSTS[id];
  return method === 'GET' ? 'read' : 'same-bytes';
};
