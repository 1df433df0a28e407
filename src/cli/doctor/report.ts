import { VendorError } from '#cloud/errors/errors.ts';
import { findOperation } from '#cloud/operations/index.ts';
import { HttpFailure } from '#platform/http/message.ts';
import { networkTrouble } from '#platform/http/network-trouble.ts';
import { SignInError } from '#platform/identity/sign-in-error.ts';
import { SECOND, withTimeout } from '#platform/lib/clock.ts';
import { AppError, type TextKey, type TextValues } from '#platform/lib/errors.ts';
import type { Words } from '#platform/texts/texts.ts';
import { ConnectorError } from '#teams/connector/errors.ts';

/** A text with its values. */
export interface Message {
  readonly text: TextKey;
  readonly values?: TextValues;
}

/** The ids by which the vendor's support finds a request, by what they are. */
type SupportIds = Readonly<Partial<Record<'correlation' | 'request' | 'trace', string>>>;

/** One line of what a check says. */
export interface Line extends Message {
  readonly ids?: SupportIds;
}

/** What is wrong, a line for each. */
export class Failing extends Error {
  readonly lines: readonly Line[];

  constructor(...lines: readonly Line[]) {
    super(lines.map(({ text }) => text).join(', '));
    this.lines = lines;
  }
}

/** `byHand` is for a person to look at. */
export type State = 'works' | 'byHand' | 'fails' | 'unchecked';

/** What a check found: for people, and for the checks that build on it. */
export interface Found<T> extends Message {
  readonly state?: Exclude<State, 'fails' | 'unchecked'>;
  readonly value: T;
}

/** Without anything to build on. */
export const works = (message: Message): Found<undefined> => ({ ...message, value: undefined });

/** One line of the report. */
export interface Finding {
  readonly check: string;
  readonly state: State;
  readonly text: string;
  readonly ids: SupportIds;
  /** Of one that was not done, the check that failed. */
  readonly needs?: string;
}

/** What other checks build on. */
export interface Checked<T> {
  /** Its value; otherwise the title of the check that failed, which may be one that this one builds on. */
  readonly found: Promise<{ readonly value: T } | { readonly failed: string }>;
}

export interface Report {
  /** Does a check as soon as those that it builds on have passed. */
  check<T>(title: Message, after: readonly Checked<unknown>[], look: () => Promise<Found<T>>): Checked<T>;
  /** The findings, in the order in which the checks were asked for. @param asked once all of them were; at once when absent */
  findings(asked?: Promise<unknown>): AsyncIterable<Finding>;
}

/** @param deadlineMs the longest time of one check */
export const createReport = (words: Words, deadlineMs: number): Report => {
  const pages: Promise<readonly Finding[]>[] = [];
  let more = Promise.withResolvers<void>();

  const late: Line = { text: 'doctor.fails.late', values: { seconds: deadlineMs / SECOND } };

  const run = async <T>(after: readonly Checked<unknown>[], look: () => Promise<Found<T>>): Promise<Outcome<T>> => {
    for (const { found } of after) {
      const checked = await found;
      if ('failed' in checked) return { needs: checked.failed };
    }
    const outcome = look().then(
      (found): Outcome<T> => ({ found }),
      (error: unknown) => ({ wrong: explain(error) }),
    );
    return withTimeout(outcome, deadlineMs, () => ({ wrong: [late] }));
  };

  const findingsOf = (check: string, outcome: Outcome<unknown>): readonly Finding[] => {
    const say = (state: State, { text, values = {}, ids = {} }: Line): Finding => ({
      ...{ check, state, ids },
      text: words.plain(text, values),
    });
    if ('needs' in outcome) {
      const { needs } = outcome;
      return [{ ...say('unchecked', { text: 'doctor.needs', values: { title: needs } }), needs }];
    }
    if ('wrong' in outcome) return outcome.wrong.map((line) => say('fails', line));
    return [say(outcome.found.state ?? 'works', outcome.found)];
  };

  return {
    check(message, after, look) {
      const title = words.plain(message.text, message.values ?? {});
      const outcome = run(after, look);
      pages.push(outcome.then((result) => findingsOf(title, result)));
      more.resolve();
      more = Promise.withResolvers();
      return { found: outcome.then((result) => checkedOf(title, result)) };
    },
    async *findings(asked) {
      for (let next = 0; ; next += 1) {
        if (next === pages.length) await Promise.race([asked, more.promise]);
        const page = pages[next];
        if (!page) return;
        yield* await page;
      }
    },
  };
};

type Outcome<T> =
  | { readonly found: Found<T> }
  | { readonly wrong: readonly Line[] }
  /** The check that failed, on which this one builds. */
  | { readonly needs: string };

const checkedOf = <T>(title: string, outcome: Outcome<T>): Awaited<Checked<T>['found']> => {
  if ('found' in outcome) return outcome.found;
  return { failed: 'needs' in outcome ? outcome.needs : title };
};

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
