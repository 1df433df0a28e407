import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { parseArgs } from 'node:util';

/**
 * A forward proxy as a program of its own: it opens a tunnel to one server of this machine, whatever host is asked for, so
 * that a test can be any part of the internet. It prints its port, then a line for each request.
 */
const { to = '', credentials } = parseArgs({
  options: { to: { type: 'string' }, credentials: { type: 'string' } },
}).values;
const wanted = credentials && `Basic ${Buffer.from(credentials).toString('base64')}`;
const say = (line: unknown): boolean => process.stdout.write(`${JSON.stringify(line)}\n`);

const server = createServer((request, response) => {
  say({ method: request.method, target: request.url });
  response.writeHead(405).end();
});
server.on('connect', (request, client: Socket) => {
  const granted = wanted === undefined || request.headers['proxy-authorization'] === wanted;
  say({ method: 'CONNECT', target: request.url, granted });
  client.on('error', () => client.destroy());
  if (!granted) {
    client.end('HTTP/1.1 407 Proxy Authentication Required\r\nproxy-authenticate: Basic\r\ncontent-length: 0\r\n\r\n');
    return;
  }
  const upstream = connect(Number(to), '127.0.0.1', () => {
    client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
    client.pipe(upstream).pipe(client);
  });
  upstream.on('error', () => client.destroy());
});
server.listen(0, '127.0.0.1', () => say(server.address()));
