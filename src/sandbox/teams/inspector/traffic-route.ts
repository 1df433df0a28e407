import { json, type Route } from '../http/answer.ts';
import type { Traffic } from './traffic.ts';

/** The newest exchanges; who looks does not matter. */
export const createTrafficRoute = (traffic: Pick<Traffic, 'list'>): Route => ({
  method: 'GET',
  path: '/api/traffic',
  handle: () => json(200, traffic.list()),
});
