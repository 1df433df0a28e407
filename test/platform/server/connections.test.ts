import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { silentLog } from '#platform/lib/logger.ts';
import { createServer, type Server, type ServerDeps } from '#platform/server/server.ts';

const TRUSTED = 'trusted';
const running: Server[] = [];
const sockets: Socket[] = [];

/** A server that takes one token, with limits of its own. */
const open = async (limits: ServerDeps['limits']): Promise<number> => {
  const server = createServer({
    ...{ host: '127.0.0.1', port: 0, log: silentLog, ready: () => ({ ready: true, mode: 'sandbox' as const }) },
    messages: async (token) => (token === TRUSTED ? async () => ({ status: 202 }) : { status: 403 }),
    ...(limits ? { limits } : {}),
  });
  running.push(server);
  return (await server.listen()).port;
};

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await Promise.all(running.splice(0).map((server) => server.close()));
});

const dial = async (port: number): Promise<Socket> => {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
};

const heads = (token: string, length: number): string =>
  `POST /api/messages HTTP/1.1\r\nhost: bot\r\nauthorization: ${token}\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`;

/** The next answer's status on this connection; `cut` where it ends instead. */
const answerOn = (socket: Socket): Promise<number | 'cut'> =>
  new Promise((resolve) => {
    if (socket.closed) return resolve('cut');
    socket.once('data', (data) => resolve(Number(String(data).slice(9, 12))));
    socket.once('close', () => resolve('cut'));
  });

const request = (socket: Socket, token = TRUSTED): Promise<number | 'cut'> => {
  const answer = answerOn(socket);
  socket.write(`${heads(token, 2)}{}`);
  return answer;
};

const probe = (socket: Socket): Promise<number | 'cut'> => {
  const answer = answerOn(socket);
  socket.write('GET /healthz HTTP/1.1\r\nhost: bot\r\n\r\n');
  return answer;
};

const standStill = (ms: number): void => {
  const end = performance.now() + ms;
  while (performance.now() < end);
};

it('at the most connections, the one that has waited longest without a verified token gives way', async () => {
  const port = await open({ most: 3 });
  const trusted = await dial(port);
  await request(trusted);
  const oldest = await dial(port);
  oldest.write('POST /api/messages HTTP/1.1\r\nhost: bot\r\n');
  const younger = await dial(port);
  // Its answer shows that the server knows of it.
  await probe(younger);
  const gone = answerOn(oldest);
  expect([await request(await dial(port)), await gone]).toEqual([202, 'cut']);
  expect([await request(trusted), await request(younger)]).toEqual([202, 202]);
});

it('a request without a verified token is answered, and its connection is closed', async () => {
  const socket = await dial(await open({}));
  const gone = once(socket, 'close');
  expect(await request(socket, 'junk')).toBe(403);
  await gone;
});

it('where all connections are trusted, a new one is hung up and none gives way', async () => {
  const port = await open({ most: 2 });
  const [one, two] = [await dial(port), await dial(port)];
  await request(one);
  await request(two);
  expect(await request(await dial(port))).toBe('cut');
  expect([await request(one), await request(two)]).toEqual([202, 202]);
});

it('a connection with a verified request rests longer than one without', async () => {
  const port = await open({ headersMs: 200, restMs: 60_000 });
  const [trusted, other] = [await dial(port), await dial(port)];
  await request(trusted);
  await probe(other);
  expect(await answerOn(other)).toBe('cut');
  expect(await request(trusted)).toBe(202);
});

it('what arrived while the process stood still is read, however late the clocks fire', async () => {
  const port = await open({ headersMs: 100, restMs: 100 });
  const kept = await dial(port);
  await request(kept);
  const fresh = await dial(port);
  const answers = [request(kept), request(fresh)];
  standStill(400);
  expect(await Promise.all(answers)).toEqual([202, 202]);
});

describe('bodies that arrive together', () => {
  it('the oldest unfinished one gives way with 503, and the others are taken', async () => {
    const port = await open({ each: 1_000, together: 1_500 });
    const [slow, quick] = [await dial(port), await dial(port)];
    const refused = answerOn(slow);
    slow.write(`${heads(TRUSTED, 1_000)}"${'x'.repeat(900)}`);
    // By the time that this is refused, the server holds what came before it.
    await request(await dial(port), 'junk');
    const answered = answerOn(quick);
    quick.write(`${heads(TRUSTED, 1_000)}"${'x'.repeat(998)}"`);
    expect(await refused).toBe(503);
    expect(await answered).toBe(202);
  });

  it('that ended or were cut off leave their room to the next', async () => {
    const port = await open({ each: 1_000, together: 1_000 });
    const cut = await dial(port);
    cut.end(`${heads(TRUSTED, 1_000)}"${'x'.repeat(900)}`);
    await answerOn(cut);
    for (let count = 0; count < 3; count += 1) {
      const socket = await dial(port);
      const answer = answerOn(socket);
      socket.write(`${heads(TRUSTED, 1_000)}"${'x'.repeat(998)}"`);
      expect(await answer).toBe(202);
    }
  });
});
