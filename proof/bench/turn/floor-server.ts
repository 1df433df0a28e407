import { createServer, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { Agent, request } from 'undici';
import { listenForParent } from '../usage.ts';
import { eligibleRoles } from './eligible-roles.ts';

/**
 * What no turn can do without, by Node and undici alone: the activity is read and noted on disk, the vendor's list is parsed, ten of
 * its rows are posted as the reply. Nothing is checked, decided or drawn; the token would be one that came before.
 */
const [origin = '', folder = ''] = process.argv.slice(2);

const database = new DatabaseSync(join(folder, 'floor.db'));
database.exec('pragma journal_mode = wal; pragma synchronous = normal; create table seen (id text primary key)');
const note = database.prepare('insert into seen values (?)');
const dispatcher = new Agent();

interface Activity {
  readonly id: string;
  readonly conversation: { readonly id: string };
}

const answer = async (incoming: IncomingMessage): Promise<void> => {
  const { id, conversation } = JSON.parse(await text(incoming)) as Activity;
  note.run(id);
  const { value } = JSON.parse(eligibleRoles.answer) as { readonly value: readonly unknown[] };
  const { body } = await request(`${origin}/v3/conversations/${encodeURIComponent(conversation.id)}/activities`, {
    dispatcher,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'message', attachments: value.slice(0, 10) }),
  });
  await body.dump();
};

const server = createServer((incoming, response) => {
  answer(incoming).then(
    () => response.writeHead(200).end(),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
});
server.keepAliveTimeout = 60_000;
listenForParent(server);
