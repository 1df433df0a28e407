import type { DialogAnswer, DialogSource, InvokeResult } from '../../api.ts';
import { ask } from './ask.ts';

const addressOf = (message: string) => `/api/messages/${encodeURIComponent(message)}`;

/** What the sandbox can do with one message. Each call throws when the sandbox is away or says no. */
export const messageApi = {
  edit: (as: string, message: string, text: string) => ask<unknown>(addressOf(message), { as, text }, 'PUT'),
  remove: (as: string, message: string) => ask<unknown>(addressOf(message), { as }, 'DELETE'),
  openDialog: (as: string, source: DialogSource) => ask<DialogAnswer>('/api/dialogs', { as, source }),
  submitDialog: (as: string, source: DialogSource, data: unknown) =>
    ask<DialogAnswer>('/api/dialogs/submit', { as, source, data }),
  answerConsent: (as: string, message: string, index: number, accept: boolean) =>
    ask<InvokeResult>('/api/files/consent', { as, message, index, accept }),
};

export type MessageApi = typeof messageApi;
