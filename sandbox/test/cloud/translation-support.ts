import type { Namespace } from '../../cloud/operation.ts';
import { translatorKeys } from '../../cloud/web/translator-service.ts';
import { type Running, startSandbox, stopAll } from './support.ts';

export interface Translated {
  readonly detectedLanguage?: { readonly language: string; readonly score: number };
  readonly sourceText?: { readonly text: string };
  readonly translations: readonly {
    readonly to: string;
    readonly text: string;
    readonly transliteration?: { readonly script: string; readonly text: string };
    readonly alignment?: { readonly proj: string };
    readonly sentLen?: { readonly srcSentLen: readonly number[]; readonly transSentLen: readonly number[] };
  }[];
}

interface TranslatorReply {
  readonly status: number;
  readonly headers: Headers;
  readonly results: readonly Translated[];
  readonly error: { readonly code: unknown; readonly message: unknown };
}

export interface RequestOptions {
  readonly path?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Replaces the texts. */
  readonly body?: unknown;
}

export interface Translator {
  readonly running: Running;
  /** One request. @param query without api-version */
  ask(query: string, texts?: readonly string[], options?: RequestOptions): Promise<TranslatorReply>;
  /** The first translation of one text. */
  first(query: string, text: string): Promise<Translated['translations'][number]>;
  /** The code of the refusal. */
  codeOf(query: string, texts?: readonly string[], options?: RequestOptions): Promise<unknown>;
}

export const key = { 'ocp-apim-subscription-key': translatorKeys.standing };

export const startTranslator = async (namespace: Namespace = 'Vendor'): Promise<Translator> => {
  const running = await startSandbox({ namespace });
  running.sandbox.faults.set({ kind: 'no-rate-limit' });

  const ask: Translator['ask'] = async (query, texts = ['The ledger is down.'], options = {}) => {
    const { path = '/translate?api-version=3.0', method = 'POST', headers = key } = options;
    const { status, body, ...reply } = await running.send(`${path}&${query}`, {
      method,
      headers: { authorization: '', ...headers },
      body: 'body' in options ? options.body : texts.map((Text) => ({ Text })),
    });
    const results = (Array.isArray(body) ? body : []) as readonly Translated[];
    return { status, headers: reply.headers, results, error: body.error };
  };

  return {
    running,
    ask,
    async first(query, text) {
      const { results, error } = await ask(query, [text]);
      const first = results[0]?.translations[0];
      if (first) return first;
      throw new Error(`no translation but ${JSON.stringify(error)}`);
    },
    async codeOf(query, texts, options) {
      const { status, error } = await ask(query, texts, options);
      const code = error?.code;
      return typeof code === 'number' && Math.floor(code / 1_000) === status ? code : { status, error };
    },
  };
};

/** One translator for all tests of the file. */
export const useTranslator = (): Translator => {
  let translator: Translator;
  beforeAll(async () => {
    translator = await startTranslator();
  });
  afterAll(stopAll);
  return {
    get running() {
      return translator.running;
    },
    ask: (...asked) => translator.ask(...asked),
    first: (...asked) => translator.first(...asked),
    codeOf: (...asked) => translator.codeOf(...asked),
  };
};
