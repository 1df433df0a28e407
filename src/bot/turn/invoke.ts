import { z } from 'zod';
import { memoByObject } from '../../lib/memo-by-object.ts';
import type { VerifiedActivity } from '../gate/activity.ts';
import { type MessagePayload, messagePayload } from './pointed-message.ts';

/** A press: `verb` of the card's action, or of the Submit data that dialogs send, and older clients as a message. */
export interface Press {
  readonly verb: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** It answers a file consent card: the data are its context, `accepted`, and with a consent `upload`. */
  readonly file?: true;
  /** Nobody pressed: a client refreshes the card by itself. */
  readonly automatic?: true;
}

/** What an invoke asks for. */
export type InvokeRequest =
  | { readonly is: 'press'; readonly press: Press }
  | { readonly is: 'messageAction'; readonly name: string; readonly message: MessagePayload }
  | { readonly is: 'unknown' };

const DIALOGS: ReadonlySet<string | undefined> = new Set([
  'task/fetch',
  'task/submit',
  'composeExtension/fetchTask',
  'composeExtension/submitAction',
]);

/** Whether the answer is shown in a Teams dialog. */
export const isDialog = ({ name }: Pick<VerifiedActivity, 'name'>): boolean => DIALOGS.has(name);

/** Whether it comes from the message menu, which Teams offers also where the bot is no member. */
export const isFromMenu = ({ name }: Pick<VerifiedActivity, 'name'>): boolean =>
  name?.startsWith('composeExtension/') ?? false;

/** The answer to a file consent card, of which Teams shows nothing but what the bot then sends. */
export const FILE_CONSENT = 'fileConsent/invoke';

const executed = z.object({
  action: z.object({
    verb: z.string(),
    data: z.record(z.string(), z.unknown()).nullish(),
    trigger: z.unknown().optional(),
  }),
  trigger: z.unknown().optional(),
});
const submitted = z.looseObject({ verb: z.string(), msteams: z.unknown().optional() });
const submission = z.object({ data: submitted });
const pointed = z.object({ commandId: z.string(), messagePayload });
const consented = z.object({
  action: z.enum(['accept', 'decline']),
  context: z.looseObject({ verb: z.string() }),
  uploadInfo: z.unknown().optional(),
});

const UNKNOWN: InvokeRequest = { is: 'unknown' };

/** Reads an invoke by its name, once for each activity. Only verbs, ids and named inputs are taken from its value. */
export const readInvoke = memoByObject(({ name, value }: Pick<VerifiedActivity, 'name' | 'value'>): InvokeRequest => {
  if (name === 'adaptiveCard/action') {
    const read = executed.safeParse(value);
    if (!read.success) return UNKNOWN;
    const { verb, data, trigger } = read.data.action;
    const automatic = [trigger, read.data.trigger].some((said) => said !== undefined && said !== 'manual');
    return { is: 'press', press: { verb, data: data ?? {}, ...(automatic ? { automatic } : {}) } };
  }
  if (name === 'composeExtension/fetchTask') {
    const read = pointed.safeParse(value);
    if (!read.success) return UNKNOWN;
    return { is: 'messageAction', name: read.data.commandId, message: read.data.messagePayload };
  }
  if (name === FILE_CONSENT) {
    const read = consented.safeParse(value);
    if (!read.success) return UNKNOWN;
    const { action, context, uploadInfo } = read.data;
    const { verb, ...data } = context;
    const given = { accepted: action === 'accept', ...(uploadInfo ? { upload: uploadInfo } : {}) };
    return { is: 'press', press: { verb, data: { ...data, ...given }, file: true } };
  }
  const read = isDialog({ name }) ? submission.safeParse(value) : undefined;
  return read?.success ? { is: 'press', press: pressIn(read.data.data) } : UNKNOWN;
});

/** The press in the data of an Action.Submit, which older clients send as the value of a message. */
export const readSubmit = (value: unknown): Press | undefined => {
  const read = submitted.safeParse(value);
  return read.success ? pressIn(read.data) : undefined;
};

const pressIn = ({ verb, msteams: _msteams, ...data }: z.infer<typeof submitted>): Press => ({ verb, data });
