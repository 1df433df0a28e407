import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { createHttp, type Http, type HttpRequest } from '#platform/http/http.ts';
import type { HttpFailure } from '#platform/http/message.ts';
import { systemClock } from '#platform/lib/clock.ts';
import { silentLog } from '#platform/lib/logger.ts';

let server: Server;
let http: Http;
let origin: string;
let listener: RequestListener;
let requests: number;

beforeAll(async () => {
  server = createServer((request, response) => {
    requests += 1;
    listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

beforeEach(() => {
  requests = 0;
  http = createHttp({ clock: systemClock, log: silentLog, random: () => 0 });
});

afterEach(async () => {
  server.closeAllConnections();
  await http.destroy();
});

afterAll(() => new Promise((resolve) => server.close(resolve)));

const outcome = (extra: Partial<HttpRequest> = {}): Promise<string> =>
  http.send({ method: 'GET', url: `${origin}/x`, origin, retry: 'none', deadlineMs: 5_000, ...extra }).then(
    ({ status }) => String(status),
    ({ kind }: HttpFailure) => kind,
  );

test('an answer that never comes is lost at the deadline', async () => {
  listener = () => {};
  expect(await outcome({ deadlineMs: 200 })).toBe('lost');
});

test('a drip feed ends at the same deadline, however lively it is', async () => {
  listener = (_, response) => {
    const drip = setInterval(() => response.write('.'), 20);
    response.on('close', () => clearInterval(drip));
  };
  expect(await outcome({ deadlineMs: 300 })).toBe('lost');
});

test('a connection cut before the answer is lost', async () => {
  listener = (request) => request.socket.destroy();
  expect(await outcome()).toBe('lost');
});

test('a body cut in its middle is lost', async () => {
  listener = (_, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('half', () => response.destroy());
  };
  expect(await outcome()).toBe('lost');
});

test('nobody listening is not-sent', async () => {
  const closed = createServer();
  await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
  const free = `http://127.0.0.1:${(closed.address() as AddressInfo).port}`;
  await new Promise((resolve) => closed.close(resolve));
  expect(await outcome({ url: `${free}/x`, origin: free })).toBe('not-sent');
});

test('a name that does not resolve is not-sent', async () => {
  expect(await outcome({ url: 'http://nowhere.invalid/x', origin: 'http://nowhere.invalid' })).toBe('not-sent');
});

test('a body up to the cap is taken', async () => {
  listener = (_, response) => response.end('x'.repeat(1_000));
  expect(await outcome({ maxBytes: 1_000 })).toBe('200');
});

test('a body over the cap is refused, declared or not', async () => {
  listener = (_, response) => {
    response.write('x'.repeat(600));
    response.end('x'.repeat(401));
  };
  expect(await outcome({ maxBytes: 1_000 })).toBe('too-large');
});

test('an endless body is cut at the cap', async () => {
  listener = (_, response) => {
    const pour = () => {
      while (response.write('x'.repeat(10_000)));
    };
    response.on('drain', pour);
    pour();
  };
  expect(await outcome({ maxBytes: 50_000 })).toBe('too-large');
});

test('an encoded answer is refused unread, and not asked for again', async () => {
  listener = (_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' });
    response.end(gzipSync('{}'));
  };
  expect([await outcome({ retry: 'read' }), requests]).toEqual(['unreadable', 1]);
});

test('an encoded refusal counts by its status, and a read is tried again', async () => {
  listener = (_, response) => {
    if (requests > 1) return response.end('yes');
    response.writeHead(503, { 'content-encoding': 'gzip' });
    return response.end(gzipSync('<html>'));
  };
  expect([await outcome({ retry: 'read' }), requests]).toEqual(['200', 2]);
});

test('text is UTF-8 whatever way it is cut into chunks', async () => {
  listener = (_, response) => {
    const bytes = Buffer.from('Grüße 👋');
    response.write(bytes.subarray(0, 3));
    setImmediate(() => response.end(bytes.subarray(3)));
  };
  const answer = await http.send({ method: 'GET', url: `${origin}/x`, origin, retry: 'none', deadlineMs: 5_000 });
  expect(answer.text).toBe('Grüße 👋');
});

test('the body goes out to the byte', async () => {
  const chunks: Buffer[] = [];
  listener = async (request, response) => {
    for await (const chunk of request) chunks.push(chunk as Buffer);
    response.end();
  };
  await outcome({ method: 'PUT', body: '{ "a":\n"ü" }' });
  expect(Buffer.concat(chunks).toString()).toBe('{ "a":\n"ü" }');
});

test('a request under way when the client is destroyed ends at once and is not repeated', async () => {
  const arrived = Promise.withResolvers<void>();
  listener = () => arrived.resolve();
  const sent = outcome({ retry: 'read' });
  await arrived.promise;
  await http.destroy();
  expect([await sent, requests]).toEqual(['lost', 1]);
});

test('a destroyed client sends nothing', async () => {
  listener = (_, response) => response.end();
  await http.destroy();
  expect([await outcome(), requests]).toEqual(['not-sent', 0]);
});
