import { silentLog } from '../../../src/platform/lib/logger.ts';
import { createSandboxServer } from '../../teams/http/server.ts';
import { cloud } from '../../world.ts';
import { useHarness } from './support/harness.ts';

const harness = useHarness();

const portal = (address: string) => fetch(`${harness.sandbox.url}/portal?${new URLSearchParams({ address })}`);

it('the portal’s page says that it is played, and names role and place', async () => {
  const address = `https://portal.vendor.example/roles/mine?scope=/subscriptions/${cloud.subscriptions.production.id}&role=${cloud.roles.reader.id}`;
  const answer = await portal(address);
  const html = await answer.text();
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  for (const said of ['played by the sandbox', 'Reader', 'Payments Production']) expect(html).toContain(said);
});

it('the portal’s page shows an address as text only', async () => {
  const html = await (await portal('https://portal.vendor.example/<b>?x=<script>')).text();
  expect(html).not.toMatch(/<script>|<b>\?/);
});

it.each(['javascript:alert(1)', 'http://portal.vendor.example/', ''])(
  '“%s” is no address of a portal',
  async (address) => expect((await portal(address)).status).toBe(400),
);

it('whoever opens the chat page while the sandbox starts gets a page that loads itself again', async () => {
  const server = await createSandboxServer(0, silentLog);
  const page = await fetch(server.url, { headers: { accept: 'text/html' } });
  expect([page.status, await page.text()]).toEqual([503, expect.stringContaining('http-equiv="refresh"')]);
  expect((await fetch(`${server.url}/api/world`)).headers.get('content-type')).toContain('application/json');
  await server.close();
});
