import { decodeManagementError, type ErrorDecoder } from './error-body.ts';
import type { ErrorMeaning } from './error-texts.ts';

const final = (text: string): ErrorMeaning => ({ text, retryable: false });

/**
 * The service's own words (vendor-facts section 3). TooManyRequests and InternalServerError mean what they mean elsewhere,
 * and so does every code that is not here.
 */
const byCode: ReadonlyMap<string, ErrorMeaning> = new Map(
  Object.entries({
    badrequest: final('vendor.appManagement.badRequest'),
    unauthorized: final('vendor.appManagement.unauthorized'),
    forbidden: final('vendor.appManagement.forbidden'),
    notfound: final('vendor.appManagement.notFound'),
    notacceptable: final('vendor.appManagement.notAcceptable'),
    conflict: final('vendor.appManagement.conflict'),
  }),
);

const byStatus: Readonly<Record<number, ErrorMeaning>> = {
  401: final('vendor.appManagement.unauthorized'),
  403: final('vendor.appManagement.forbidden'),
  411: final('vendor.appManagement.lengthRequired'),
};

const RETIRED: ErrorMeaning = final('vendor.appManagement.retired');

/**
 * The app-management service's `{error: {code, message}}`. The service was retired (document 3, What the service does),
 * and nothing says how a retired one answers. So what is answered decides, not the date: 410, or a 404 without the
 * service's own code, comes from whoever stands where the service was.
 */
export const decodeAppManagementError: ErrorDecoder = (text, status) => {
  const body = decodeManagementError(text);
  const retired = status === 410 || (status === 404 && body.code === '');
  const meaning = retired ? RETIRED : (byCode.get(body.code.toLowerCase()) ?? byStatus[status]);
  return meaning ? { ...body, meaning } : body;
};
