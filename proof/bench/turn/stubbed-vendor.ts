import type { Http } from '../../../src/platform/http/http.ts';
import { eligibleRoles } from './eligible-roles.ts';

/** The way out, but for the list that the vendor would answer a turn with. */
export const withStubbedVendor = (http: Http): Http => ({
  ...http,
  send: (request) =>
    request.url.includes('/roleEligibilitySchedules?')
      ? Promise.resolve({ status: 200, headers: { 'content-type': 'application/json' }, text: eligibleRoles.answer })
      : http.send(request),
});
