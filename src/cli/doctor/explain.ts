import { VendorError } from '#cloud/errors/errors.ts';
import { findOperation } from '#cloud/operations/index.ts';
import { HttpFailure } from '#platform/http/message.ts';
import { networkTrouble } from '#platform/http/network-trouble.ts';
import { SignInError } from '#platform/identity/sign-in-error.ts';
import { AppError } from '#platform/lib/errors.ts';
import type { TextKey } from '#platform/lib/text-key.ts';
import { ConnectorError } from '#teams/connector/errors.ts';
import { Failing, type Line, type SupportIds } from './report.ts';

/** What went wrong in a check, and what to do about it. */
export const explain = (error: unknown): readonly Line[] => {
  if (error instanceof Failing) return error.lines;
  if (isUnreached(error)) return [unreached(error)];
  if (error instanceof SignInError) return [ofSignIn(error)];
  if (error instanceof VendorError) return [ofVendor(error)];
  if (error instanceof ConnectorError && isUnreached(error.cause)) return [unreached(error.cause)];
  if (error instanceof AppError && error.code === 'Vendor.NotSetUp') return [notSetUp(error)];
  if (error instanceof AppError) return [{ text: error.textKey, values: error.values }];
  return [{ text: 'doctor.fails.itself', values: { fault: error instanceof Error ? error.name : typeof error } }];
};

const ofSignIn = ({ textKey: text, values, refusal }: SignInError): Line => {
  const ids = supportIds({ correlation: refusal?.correlationId, trace: refusal?.traceId });
  return { text, values, ids };
};

const notSetUp = ({ values }: AppError): Line => {
  const service = findOperation(String(values['operation']))?.credential ?? '';
  return { text: 'doctor.vendor.notSetUp', values: { service } };
};

/** Not a server that asks for a pause, or whose answer cannot be read: that one is reached. */
const isUnreached = (error: unknown): error is HttpFailure =>
  error instanceof HttpFailure && (error.kind === 'not-sent' || error.kind === 'lost');

const unreached = (failure: HttpFailure): Line => {
  const { trouble, code } = networkTrouble(failure);
  return { text: `doctor.network.${trouble}`, values: { host: String(failure.values['host']), code } };
};

/** What has to be set up at the vendor, by its code in lower case. */
const byCode: ReadonlyMap<string, TextKey> = new Map([
  ['aadpremiumlicenserequired', 'doctor.vendor.licence'],
  ['missingsubscriptionregistration', 'doctor.vendor.registration'],
  ['subscriptionnotfound', 'doctor.vendor.noSubscription'],
  ['invalidsubscriptionid', 'doctor.vendor.noSubscription'],
  ['resourcegroupnotfound', 'doctor.vendor.notFound'],
]);

/** Texts for people in the chat, and what the person who sets Steward up does instead. */
const byTextKey: ReadonlyMap<TextKey, TextKey> = new Map<TextKey, TextKey>([
  ['vendor.translator.credentials', 'doctor.vendor.translatorKey'],
  ['vendor.translator.otherService', 'doctor.vendor.translatorKey'],
  ['vendor.translator.quota', 'doctor.vendor.translatorQuota'],
  ['vendor.appManagement.unauthorized', 'doctor.vendor.apiToken'],
  ['vendor.appManagement.forbidden', 'doctor.vendor.apiToken'],
  ['vendor.appManagement.retired', 'doctor.vendor.retired'],
]);

const byStatus: Readonly<Record<number, TextKey>> = {
  401: 'doctor.vendor.unauthorized',
  403: 'doctor.vendor.notAllowed',
  404: 'doctor.vendor.notFound',
};

/** As the public service says what is missing: the client … does not have authorization to perform action '…' over scope '…'. */
const ACTION = /\bperform action '([\w./*-]{1,200})'/;
const SCOPE = /\bover scope '([^']{1,400})'/;

const ofVendor = (error: VendorError): Line => {
  const { status, vendorCode, vendorMessage, correlationId, requestId } = error;
  const ids = supportIds({ correlation: correlationId, request: requestId });
  if (isUnreached(error.cause)) return { ...unreached(error.cause), ids };
  const [, action] = ACTION.exec(vendorMessage) ?? [];
  const [, scope = '—'] = SCOPE.exec(vendorMessage) ?? [];
  if (action !== undefined) return { text: 'doctor.vendor.missingAction', values: { action, scope }, ids };
  const text = byCode.get(vendorCode.toLowerCase());
  const values = { code: vendorCode || String(status), message: vendorMessage || '—' };
  if (text !== undefined) return { text, values, ids };
  const other = byTextKey.get(error.textKey);
  if (other !== undefined) return { text: other, values, ids };
  const own = error.textKey.startsWith('vendor.error.') ? byStatus[status] : undefined;
  return own === undefined ? { text: error.textKey, values: error.values, ids } : { text: own, values, ids };
};

/** Without those that there are none of. */
const supportIds = (ids: Readonly<Record<string, string | undefined>>): SupportIds =>
  Object.fromEntries(Object.entries(ids).filter(([, id]) => id !== undefined));
