import { request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { AppError } from '#platform/lib/errors.ts';
import { silentLog } from '#platform/lib/logger.ts';
import { createServer, type Server, type ServerDeps, type Take } from '#platform/server/server.ts';

const KB = 1_024;
const running: Server[] = [];
const ready: ServerDeps['ready'] = () => ({ ready: true, mode: 'sandbox' });

const open = async ({ take, ...deps }: Partial<ServerDeps> & { readonly take?: Take } = {}) => {
  const taken = jest.fn(take ?? (async () => ({ status: 202 })));
  const messages = jest.fn(async () => taken);
  const all = { host: '127.0.0.1', port: 0, messages, ready, log: silentLog, ...deps };
  const server = createServer(all);
  const { port } = await server.listen();
  running.push(server);
  return { server, port, messages, taken, url: `http://127.0.0.1:${port}` };
};
afterEach(() => Promise.all(running.splice(0).map((server) => server.close())));

const json = { authorization: 'Bearer a.b.c', 'content-type': 'application/json' };
const post = (url: string, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = json) =>
  fetch(`${url}/api/messages`, { method: 'POST', body, headers });

describe('POST /api/messages', () => {
  test('hands on the header and the parsed body', async () => {
    const { url, messages, taken } = await open();
    await post(url, '{"type":"message"}');
    expect([messages.mock.calls, taken.mock.calls]).toEqual([[['Bearer a.b.c']], [[{ type: 'message' }]]]);
  });

  test('answers as it is told', async () => {
    const { url } = await open({ take: async () => ({ status: 200, body: { statusCode: 200 } }) });
    const answer = await post(url, '{}');
    expect([answer.status, await answer.json()]).toEqual([200, { statusCode: 200 }]);
  });

  test('names no program in its answers', async () => {
    const { url } = await open();
    const answers = [await post(url, '{}'), await fetch(`${url}/healthz`), await fetch(`${url}/nowhere`)];
    expect(answers.map(({ headers }) => [headers.get('server'), headers.get('x-powered-by')])).toEqual([
      [null, null],
      [null, null],
      [null, null],
    ]);
  });

  test('answers without a body when there is none', async () => {
    const { url } = await open();
    const answer = await post(url, '{}');
    expect([answer.status, await answer.text()]).toEqual([202, '']);
  });

  test('takes a body of 256 KB', async () => {
    const { url } = await open();
    expect((await post(url, `"${'x'.repeat(256 * KB - 2)}"`)).status).toBe(202);
  });

  const utf16 = new Uint8Array(Buffer.from('{"type":"message"}', 'utf16le'));
  test.each<[string, number, string | Uint8Array<ArrayBuffer>, Record<string, string>]>([
    ['no token', 401, '{}', { 'content-type': 'application/json' }],
    ['a form', 415, 'a=b', { ...json, 'content-type': 'application/x-www-form-urlencoded' }],
    ['a type that only begins like JSON', 415, '{}', { ...json, 'content-type': 'application/jsonlines' }],
    ['a packed body', 415, '{}', { ...json, 'content-encoding': 'gzip' }],
    ['a declared body over 256 KB', 413, `"${'x'.repeat(256 * KB)}"`, json],
    ['broken JSON', 400, '{"type":', json],
    ['no JSON at all', 400, '', json],
    ['bytes that are no UTF-8', 400, new Uint8Array([0x22, 0xff, 0x22]), json],
    ['JSON in UTF-16', 400, utf16, json],
  ])('refuses %s with %i', async (_name, status, body, headers) => {
    const { url, taken } = await open();
    const answer = await post(url, body, headers);
    expect([answer.status, taken.mock.calls]).toEqual([status, []]);
  });

  test('refuses a chunked body over 256 KB with 413', async () => {
    const { url } = await open();
    const status = await new Promise((resolve, reject) => {
      const outgoing = request(`${url}/api/messages`, { method: 'POST', headers: json }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      });
      outgoing.on('error', reject);
      for (let sent = 0; sent < 300; sent += 1) outgoing.write('x'.repeat(KB));
      outgoing.end();
    });
    expect(status).toBe(413);
  });

  const typed = 'authorization: x\r\ncontent-type: application/json\r\n';
  test.each([
    ['401 where no token comes with it', '', undefined, 401],
    ['403 where its token is refused', typed, async () => ({ status: 403 }), 403],
  ])('a request whose body is still to come is answered %s', async (_name, headers, messages, status) => {
    const { port } = await open(messages && { messages });
    const socket = connect(port, '127.0.0.1');
    socket.write(`POST /api/messages HTTP/1.1\r\nhost: bot\r\n${headers}content-length: 1000\r\n\r\n{`);
    const [first] = await socket.take(1).toArray();
    socket.destroy();
    expect(String(first)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  });

  test.each([
    ['an error of ours by its code', new AppError({ code: 'Store.Down', text: 'storage.error.away' }), 'Store.Down'],
    ['any other error by no word of its own', new Error('secret inner text'), 'Internal'],
  ])('tells %s', async (_name, error, code) => {
    const ids = { guid: () => 'guid', opaque: () => 'found-by-this', ordered: () => 'found-by-this' };
    const { url } = await open({ ids, take: () => Promise.reject(error) });
    const answer = await post(url, '{}');
    expect([answer.status, await answer.json()]).toEqual([500, { error: { code, correlation: 'found-by-this' } }]);
  });

  test('a sender who hangs up in the middle is no error', async () => {
    const error = jest.fn();
    const { port, server } = await open({ log: { ...silentLog, error } });
    const socket = connect(port, '127.0.0.1');
    socket.write('POST /api/messages HTTP/1.1\r\nhost: bot\r\nauthorization: x\r\ncontent-type: application/json\r\n');
    socket.end('content-length: 100\r\n\r\n{');
    await text(socket);
    await server.close();
    expect(error).not.toHaveBeenCalled();
  });

  test('answers 500 when the answer cannot be written as JSON', async () => {
    const { url } = await open({ take: async () => ({ status: 200, body: 1n }) });
    expect((await post(url, '{}')).status).toBe(500);
  });
});

describe('probes', () => {
  test('is healthy as soon as it listens', async () => {
    const { url } = await open({ ready: () => ({ ready: false, mode: 'production' }) });
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
  });

  test('is ready with its mode', async () => {
    const { url } = await open();
    const answer = await fetch(`${url}/readyz`);
    expect([answer.status, await answer.json()]).toEqual([200, { status: 'ready', mode: 'sandbox' }]);
  });

  test('says that it is still starting', async () => {
    const { url } = await open({ ready: () => ({ ready: false, mode: 'production' }) });
    const answer = await fetch(`${url}/readyz`);
    expect([answer.status, await answer.json()]).toEqual([503, { status: 'starting' }]);
  });
});

describe('everything else', () => {
  test.each([
    ['GET', '/'],
    ['GET', '/api/messages'],
    ['POST', '/healthz'],
    ['DELETE', '/api/messages'],
    ['GET', '/api/messages/../../etc/passwd'],
    ['GET', '/%'],
  ])('is not found: %s %s', async (method, path) => {
    const { url } = await open();
    const answer = await fetch(`${url}${path}`, { method });
    expect([answer.status, await answer.json()]).toEqual([404, { error: { code: 'NotFound' } }]);
  });

  test('an upgrade is answered as the plain request that it also is', async () => {
    const { port } = await open();
    const socket = connect(port, '127.0.0.1');
    socket.end('GET /socket HTTP/1.1\r\nhost: bot\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n');
    expect(await text(socket)).toMatch(/^HTTP\/1.1 404 /);
  });
});

describe('slow senders', () => {
  const headers = 'host: bot\r\nauthorization: x\r\ncontent-type: application/json\r\ncontent-length: 9999\r\n';
  test.each([
    ['headers', 'GET /healthz HTTP/1.1\r\nhost: bot\r\nx-drip: '],
    ['bodies', `POST /api/messages HTTP/1.1\r\n${headers}\r\n`],
  ])('are cut off without an answer when their %s only drip in', async (_name, head) => {
    const { port } = await open({ limits: { headersMs: 50, bodyMs: 50 } });
    const socket = connect(port, '127.0.0.1');
    socket.write(head);
    const drip = setInterval(() => socket.write('x'), 10);
    const heard = await text(socket).catch((error: NodeJS.ErrnoException) => error.code);
    clearInterval(drip);
    expect(['', 'ECONNRESET', 'EPIPE']).toContain(heard);
  });

  test('a handler may take longer than a sender', async () => {
    const slow = () => new Promise<{ status: number }>((resolve) => setTimeout(resolve, 1_200, { status: 202 }));
    const { url } = await open({ limits: { headersMs: 500, bodyMs: 500 }, take: slow });
    expect((await post(url, '{}')).status).toBe(202);
  });
});

describe('opening and closing', () => {
  test('a taken port is named', async () => {
    const { port } = await open();
    const second = createServer({
      host: '127.0.0.1',
      port,
      messages: async () => ({ status: 202 }),
      ready,
      log: silentLog,
    });
    await expect(second.listen()).rejects.toThrow(`port ${port} on 127.0.0.1 is taken`);
  });

  test('closing lets a running request end', async () => {
    const arrived = Promise.withResolvers<void>();
    const mayAnswer = Promise.withResolvers<{ status: number }>();
    const { url, server } = await open({
      take: () => {
        arrived.resolve();
        return mayAnswer.promise;
      },
    });
    const answer = post(url, '{}');
    await arrived.promise;
    const closed = server.close();
    mayAnswer.resolve({ status: 202 });
    expect([(await answer).status, await closed]).toEqual([202, undefined]);
  });

  test('closing does not wait for sockets that say nothing', async () => {
    const { port, server } = await open();
    const socket = connect(port, '127.0.0.1');
    const gone = new Promise((resolve) => socket.once('close', resolve));
    await new Promise<void>((resolve) => socket.once('connect', resolve));
    await fetch(`http://127.0.0.1:${port}/healthz`);
    await server.close();
    socket.on('error', () => {});
    await expect(gone).resolves.toBeDefined();
  });

  test('after closing nobody gets in', async () => {
    const { url, server } = await open();
    await server.close();
    await expect(fetch(`${url}/healthz`)).rejects.toThrow();
  });
});
