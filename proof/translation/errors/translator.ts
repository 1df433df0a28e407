import { createServer } from 'node:http';
import { createVendorClient } from '../../../src/cloud/client.ts';
import { translateText } from '../../../src/cloud/operations/translation.ts';
import type { Order, Result } from '../../../src/features/translation/translation.ts';
import { TranslationFault } from '../../../src/features/translation/translator/faults.ts';
import { translate } from '../../../src/features/translation/translator/translate.ts';
import { createHttp } from '../../../src/platform/http/http.ts';
import { DAY } from '../../../src/platform/lib/clock.ts';
import { createLogger } from '../../../src/platform/lib/logger.ts';
import { Secret } from '../../../src/platform/lib/secret.ts';
import { listenLocally } from '../../../test/support/local-server.ts';
import { createManualClock } from '../../../test/support/manual-clock.ts';
import { eachText } from '../../../test/support/pretended-translator.ts';
import { asker, createTranslating } from '../../../test/support/translating.ts';
import { loud } from '../chunks/long-message.ts';

/** A request as it came over the wire. */
export interface ReceivedRequest {
  readonly key: string | undefined;
  readonly query: URLSearchParams;
  readonly texts: readonly string[];
}

/** What is done instead of a translation; `break`: the connection. */
export type Refusal =
  | { readonly status: number; readonly body: string; readonly headers?: Readonly<Record<string, string>> }
  | 'break';

export interface ScriptedTranslator {
  readonly origin: string;
  /** Everything since the script was given. */
  readonly received: readonly ReceivedRequest[];
  /** Characters of all that was or may have been translated since then. */
  charged(): number;
  /** @param script undefined from it: the text is translated */
  follow(script: (received: ReceivedRequest, number: number) => Refusal | undefined): void;
  end(): Promise<void>;
}

/** A translator of its own process's loopback that refuses by a script; what it does not refuse it says in great letters. */
export const openScriptedTranslator = async (): Promise<ScriptedTranslator> => {
  let received: ReceivedRequest[] = [];
  let charged = 0;
  let script: (received: ReceivedRequest, number: number) => Refusal | undefined = () => undefined;

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const query = new URL(request.url ?? '', 'http://127.0.0.1').searchParams;
      const body = JSON.parse(Buffer.concat(chunks).toString()) as { Text: string }[];
      const key = request.headers['ocp-apim-subscription-key'];
      const one = { key: typeof key === 'string' ? key : undefined, query, texts: body.map(({ Text }) => Text) };
      received.push(one);
      const refusal = script(one, received.length);
      const to = query.getAll('to');
      const cost = to.length * one.texts.reduce((sum, { length }) => sum + length, 0);
      if (mayCharge(refusal)) charged += cost;
      if (refusal === 'break') {
        request.socket.destroy();
        return;
      }
      const { status, headers, body: said } = refusal ?? translation(one, to, cost);
      response.writeHead(status, { 'x-requestid': 'request-0815', 'content-type': 'application/json', ...headers });
      response.end(said);
    });
  });
  const { url, close } = await listenLocally(server);
  return {
    origin: url,
    get received() {
      return received;
    },
    charged: () => charged,
    follow(next) {
      script = next;
      received = [];
      charged = 0;
    },
    end: close,
  };
};

/** At worst it translated, and only its answer was lost. */
const mayCharge = (refusal: Refusal | undefined): boolean =>
  refusal === undefined || refusal === 'break' || [200, 500, 502, 504].includes(refusal.status);

const translation = (
  { query, texts }: ReceivedRequest,
  to: readonly string[],
  cost: number,
): Exclude<Refusal, 'break'> => ({
  status: 200,
  headers: { 'x-metered-usage': String(cost) },
  body: JSON.stringify(
    texts.map((text) => ({
      ...(query.has('from') ? {} : { detectedLanguage: { language: 'en', score: 1 } }),
      translations: to.map((language) => ({ to: language, text: eachText(text, true, loud) })),
    })),
  ),
});

export const KEY = 'key-that-nobody-may-see';

/** What one order came to, run by run as the job would. */
export interface Ended {
  readonly outcome: Result | undefined;
  readonly fault: TranslationFault | undefined;
  /** How long it was parked each time, in milliseconds. */
  readonly parks: readonly number[];
  /** Requests of each run. */
  readonly tries: readonly number[];
}

export type Environment = ReturnType<typeof createEnvironment>;

/** The real client over loopback, a clock that no wait holds up, and the job's part: parked orders run again when it is time. */
export const createEnvironment = (translator: ScriptedTranslator) => {
  const clock = createManualClock();
  const lines: string[] = [];
  const log = createLogger('debug', { write: (line) => lines.push(line) });
  const http = createHttp({ clock, log, wait: async (ms) => clock.advance(ms) });
  const settings = { namespace: 'Vendor', translator: { baseUrl: translator.origin, key: new Secret(KEY) } } as const;
  const ids = { guid: () => '77777777-7777-4777-8777-777777777777', opaque: () => 'x', ordered: () => 'x' };
  const client = createVendorClient({ http, settings, clock, ids, log });
  const bench = createTranslating((question, options) => client.call(translateText, question, options), [], {
    now: clock.now,
    endBy: clock.now() + 365 * DAY,
  });

  const work = async (order: Order): Promise<Ended> => {
    const parks: number[] = [];
    const tries: number[] = [];
    for (let parked = bench.deps.parked; ; ) {
      const before = translator.received.length;
      const ended = await translate(order, asker, { ...bench.deps, parked }).catch((error: unknown) => error);
      tries.push(translator.received.length - before);
      if (!(ended instanceof Error)) return { outcome: ended as Result, fault: undefined, parks, tries };
      if (!(ended instanceof TranslationFault)) throw ended;
      if (ended.next.is !== 'park') return { outcome: undefined, fault: ended, parks, tries };
      const pause = ended.next.until - clock.now();
      parks.push(pause);
      clock.advance(pause);
      parked = ended.next.parked;
    }
  };
  return { clock, lines, http, bench, work };
};
