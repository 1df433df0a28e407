import { createServer } from 'node:http';
import { listenLocally } from '../../../test/support/local-server.ts';
import { eachText } from '../../../test/support/pretended-translator.ts';
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
  close(): Promise<void>;
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
    close,
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
