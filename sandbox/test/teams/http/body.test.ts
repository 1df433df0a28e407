import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { readBytes } from '../../../teams/http/answer.ts';

it('reading the body of a sender that is gone already is refused', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  server.unref();
  const sender = connect((server.address() as AddressInfo).port, '127.0.0.1');
  sender.write('POST / HTTP/1.1\r\nhost: teams\r\ncontent-length: 10\r\n\r\n');
  const [request] = (await once(server, 'request')) as [IncomingMessage];
  sender.destroy();
  await new Promise((resolve) => request.once('close', resolve));
  await expect(readBytes(request, 100)).rejects.toMatchObject({ code: 'RequestCut' });
  server.close();
});
