import { createLogger } from '#platform/lib/logger.ts';
import { fieldsOf } from '../support/card-view.ts';
import { createContainerStory, IMAGE, LEDGER_API, LEDGER_UPDATE, secretOf } from '../support/container-story.ts';
import { wordsOf } from '../support/steward.ts';
import { answerOf, everyCopy, plain, shown } from '../support/story.ts';
import { steward } from '../support/story-steward.ts';

const logged: string[] = [];
const s = steward({ log: createLogger('debug', { write: (line) => void logged.push(line) }) });

const cardOf = s.cardSoon;
const { fillIn, asks, denyPublic, sent, storeHolds, botSaid } = createContainerStory(s);

const ports = [
  { port: 8443, protocol: 'TCP' },
  { port: 53, protocol: 'UDP' },
];

it('Ana deploys one container with the questions: confirmed, approved, followed to its end', async () => {
  const last = await fillIn(
    'ana',
    `cg-ledger-jobs image ${IMAGE} on ledger because the month ends`,
    { command: 'jobs --once "first of month"' },
    { cpu: '0,5', memory: '1', environment: 'REGION=eu\nDB_PASSWORD=secret:ledger-db-password', restart: 'OnFailure' },
    { address: 'Private', ports: '8443, 53/udp' },
  );
  for (const words of [IMAGE, 'REGION=eu', 'ledger-db-password', '8443/TCP', shown('containers.diff.new')]) {
    expect(wordsOf(last)).toContain(words);
  }
  expect(sent()).toEqual([]);
  const asked = await s.sendRequest('ana', last);
  expect(await s.pressAnyway('ana', asked, 'change.approve')).toBe(plain('changes.refused.own'));
  await s.pressApprove('bo', asked);
  for (const where of everyCopy('ana', asked)) await cardOf(asked, shown('containers.deploy.state.done'), where);
  const card = wordsOf(await cardOf(asked, shown('containers.state.Running')));
  expect(card).toContain('Started container');
  expect(sent()).toEqual([
    {
      group: 'cg-ledger-jobs',
      body: {
        location: 'westeurope',
        properties: {
          osType: 'Linux',
          restartPolicy: 'OnFailure',
          containers: [
            {
              name: 'cg-ledger-jobs',
              properties: {
                image: IMAGE,
                command: ['jobs', '--once', 'first of month'],
                ports,
                environmentVariables: [
                  { name: 'REGION', value: 'eu' },
                  { name: 'DB_PASSWORD', secureValue: secretOf('ledger-db-password') },
                ],
                resources: { requests: { cpu: 0.5, memoryInGB: 1 } },
              },
            },
          ],
          ipAddress: { type: 'Private', ports },
        },
      },
    },
  ]);
});

it('a document in a message shows what changes, and each secret comes from its file', async () => {
  const last = await s.ask('di', `deploy container on ledger because the fix is out${LEDGER_UPDATE}`);
  const words = wordsOf(last);
  expect(words).toContain(
    'Image of api\nregistry.northwind.example/ledger/api:4.18.2\n→\u00a0registry.northwind.example/ledger/api:4.19.0\n',
  );
  expect(words).not.toMatch(/containers\.|resources\.|[\u200b\u200d]/);
  expect(words).toContain(shown('containers.diff.restart'));
  expect(words).toContain(shown('containers.diff.anew'));
  const asked = await s.sendRequest('di', last);
  const everything = await s.press('bo', await cardOf(asked), 'containers.everything');
  expect(answerOf(everything)).toContain('identity.userAssignedIdentities');
  await s.press('bo', await cardOf(asked), 'containers.back');
  await s.pressApprove('bo', asked);
  await cardOf(asked, shown('containers.deploy.state.done'));
  const text = JSON.stringify(sent());
  for (const name of ['ledger-db-password', 'registry-pull', 'log-workspace-key'])
    expect(text).toContain(secretOf(name));
  expect(text).toContain(Buffer.from(secretOf('ledger-tls')).toString('base64'));
});

it('what the vendor changes only after a deletion is not requested: another name makes a new group of it', async () => {
  const group = 'cg-ledger-api';
  const last = await s.ask('di', `deploy container on ledger because we grow${LEDGER_API}`);
  const settings = 'CPU and Container log-forwarder';
  expect(wordsOf(last)).toContain(shown('containers.form.deletion', { group, settings }));
  expect(wordsOf(last)).toContain(plain('containers.problem.deletion'));
  const same = await s.sendForm('di', last, { group });
  expect(wordsOf(same)).toContain(plain('containers.problem.deletion'));
  const other = await s.sendForm('di', same, { group: 'cg-ledger-larger' });
  expect(wordsOf(other)).toContain(shown('containers.form.confirm'));
  expect(sent()).toEqual([]);
  const asked = await s.sendRequest('di', other);
  await s.pressApprove('bo', asked);
  await cardOf(asked, shown('containers.deploy.state.done'));
  expect(sent()).toMatchObject([{ group: 'cg-ledger-larger' }]);
});

it('the errors of a document are listed by line and field, and its text is kept', async () => {
  const wrong = LEDGER_API.replace('osType: Linux', 'osType: Lunix')
    .replace('cpu: 2', 'cpu: two')
    .replace('zones:', 'zone:');
  const form = await s.ask('ana', `deploy container on ledger because of the fix${wrong}`);
  const words = wordsOf(form);
  expect(words).toContain(plain('containers.file.line', { line: 9 }));
  expect(words).toContain('properties.osType');
  expect(words).toContain('properties.resources.requests.cpu');
  expect(words).toContain(shown('containers.file.unknownNear', { near: 'zones' }));
  expect(fieldsOf(form)).toMatchObject({ document: wrong.trim(), group: 'cg-ledger-api', reason: 'of the fix' });
  const last = await s.sendForm('ana', form, { document: LEDGER_UPDATE.trim(), group: 'cg-ledger-api' });
  expect(wordsOf(last)).toContain(shown('containers.form.confirm'));
});

it('a document that is too long for a card is kept with the form', async () => {
  const many = Array.from({ length: 200 }, (_none, n) => `          - { name: V${n}, value: "${n}" }`).join('\n');
  const long = LEDGER_API.replace('          - { name: LEDGER_REGION', `${many}\n          - { name: LEDGER_REGION`);
  const form = await s.ask('ana', `deploy container cg-ledger-long on ledger because we try${long}`);
  expect(long.length).toBeGreaterThan(4_000);
  const asked = await s.sendRequest('ana', form);
  await s.pressApprove('bo', asked);
  await cardOf(asked, shown('containers.deploy.state.done'));
  expect(JSON.stringify(sent())).toContain('V199');
});

const CANARY = 'Hunter2-canary-7f3e';

it('a secret in a document is removed before it is stored, and the form says how to name it', async () => {
  const open = LEDGER_API.replace('password: { secretRef: registry-pull }', `password: ${CANARY}`).replace(
    '{ name: LEDGER_REGION, value: eu }',
    `{ name: API_TOKEN, value: ${CANARY} }`,
  );
  const form = await s.ask('ana', `deploy container on ledger because of the fix${open}`);
  expect(wordsOf(form)).toContain(shown('containers.file.takenOut'));
  expect(wordsOf(form)).toContain(shown('containers.file.looksSecret'));
  expect(fieldsOf(form).document).toContain('password: "***"');
  const again = await s.sendForm('ana', form, { document: open.trim(), group: 'cg-ledger-api' });
  expect(wordsOf(again)).toContain(shown('containers.file.takenOut'));
  const typed = await fillIn(
    'ana',
    `cg-x image ${IMAGE} on ledger because we try`,
    {},
    { environment: `DB_PASSWORD=${CANARY}` },
  );
  expect(wordsOf(typed)).toContain(plain('containers.problem.takenOut'));
  const broken = await s.ask('ana', `deploy container on ledger\nproperties:\n  volumes: [{ secret: { a: ${CANARY} }`);
  expect(wordsOf(broken)).toContain(shown('containers.form.unkept'));
  expect(await storeHolds(CANARY)).toEqual([]);
  expect(await botSaid(CANARY)).toBe(false);
});

it('a secret from a file is only in the call that is sent, even if the vendor returns it', async () => {
  const names = ['registry-pull', 'ledger-tls', 'log-workspace-key'];
  const repeated = [...names.map(secretOf), Buffer.from(secretOf('ledger-tls')).toString('base64')];
  const message = `not accepted: ${repeated.join(' ')}`;
  const refusal = {
    status: 400,
    code: 'RegistryErrorResponse',
    message,
    operation: 'createOrUpdateContainerGroup',
  } as const;
  s.vendor.faults.set({ kind: 'refuse', ...refusal });
  const text = LEDGER_API.replaceAll('cg-ledger-api', 'cg-ledger-sealed');
  const asked = await s.sendRequest('ana', await s.ask('ana', `deploy container on ledger because we try${text}`));
  await s.pressApprove('bo', asked);
  const card = wordsOf(await cardOf(asked, shown('containers.deploy.state.failed')));
  expect(card).toContain('not accepted: *** *** *** ***'.replaceAll('*', '\\*'));
  expect(JSON.stringify(sent())).toContain(secretOf('registry-pull'));
  for (const secret of repeated) {
    expect([await storeHolds(secret), logged.filter((line) => line.includes(secret))]).toEqual([[], []]);
    expect(await botSaid(secret)).toBe(false);
  }
});

it('a violation of the policy is shown beside its question or at its line, and sends nothing', async () => {
  await denyPublic();
  const form = await fillIn(
    'ana',
    `cg-open image ${IMAGE} on ledger because we try`,
    {},
    {},
    { address: 'Public', ports: '80' },
  );
  expect(wordsOf(form)).toContain(plain('containers.violation.publicAddress', { place: 'Ledger' }));
  const label = await s.sendForm('ana', form, { address: 'Private', label: 'open-to-all' });
  expect(wordsOf(label)).toContain(plain('containers.problem.scope'));
  const forbidden = LEDGER_API.replace('type: Private', 'type: Public')
    .replace('    autoGeneratedDomainNameLabelScope: TenantReuse\n', '')
    .replace(
      '        ports: [{ port: 8443',
      '        securityContext: { privileged: true, capabilities: { add: [SYS_ADMIN] } }\n        ports: [{ port: 8443',
    );
  const words = await s.reply('ana', `deploy container cg-open on ledger because${forbidden}`);
  for (const rule of ['privileged', 'capabilities', 'publicAddress', 'unsecureLabel'] as const) {
    expect(words).toContain(shown(`containers.violation.${rule}`, { place: 'Ledger' }));
  }
  expect(sent()).toEqual([]);
});

it('a public group is decided by security, and the platform deploys its own images without approval', async () => {
  const open = await fillIn(
    'ana',
    `cg-front image ${IMAGE} on gateway because we open`,
    {},
    {},
    {
      address: 'Public',
      ports: '443',
      label: 'front',
      labelScope: 'NoReuse',
    },
  );
  expect(wordsOf(open)).toContain(shown('containers.warning.publicAddress'));
  const asked = await s.sendRequest('ana', open);
  expect(await s.pressAnyway('bo', asked, 'change.approve')).toContain('can decide this');
  await s.pressApprove('cy', asked);
  const card = wordsOf(await cardOf(asked, shown('containers.deploy.state.done')));
  expect(card).toContain('front.');
  const own = await asks('bo', `cg-probe image ${IMAGE} on gateway because we look`);
  await cardOf(own, shown('containers.deploy.state.done'), own.where);
});

it('a request that the policy now forbids cannot be approved, and Fix opens its form', async () => {
  const asked = await asks('ana', `cg-late image ${IMAGE} on ledger because we wait`);
  await s.replaceInPolicy('own: registry.northwind.example', 'own: elsewhere.example');
  const forbidden = { place: 'Ledger', rule: 'image' };
  expect(await s.pressAnyway('bo', asked, 'change.approve')).toBe(plain('containers.failure.forbidden', forbidden));
  await cardOf(asked, shown('containers.failure.forbidden', forbidden), asked.where);
  await s.pressDeny('bo', asked, 'The images come from elsewhere now');
  const card = await cardOf(asked, shown('changes.state.denied', { by: 'Bo Lind' }), asked.where);
  await s.replaceInPolicy('own: elsewhere.example', 'own: registry.northwind.example');
  expect(sent()).toEqual([]);
  const form = await s.pressForForm('ana', card, 'change.fix');
  expect(fieldsOf(form)).toMatchObject({ group: 'cg-late', image: IMAGE });
});

it('`container` shows state, events and addresses, refreshes in place, and opens a change', async () => {
  const card = await s.ask('ana', 'container cg-ledger-scoring');
  for (const words of [shown('containers.state.Stopped'), 'ledger/score:0.9.0', 'Pulling']) {
    expect(wordsOf(card)).toContain(words);
  }
  expect(answerOf(await s.press('ana', card, 'containers.show'))).toContain('cg-ledger-scoring');
  const migration = await s.ask('fi', 'container cg-ledger-migration on ledger');
  expect(wordsOf(migration)).toContain('ImagePullBackOff');
});

it('`container` with a place lists its groups; a wrong name and a person without the right are refused', async () => {
  const list = await s.reply('ana', 'container gateway');
  for (const words of ['cg-gateway-edge', 'cg-gateway-tokens', shown('containers.state.Running')]) {
    expect(list).toContain(words);
  }
  const values = { group: 'cg-nowhere', place: 'Ledger' };
  expect(await s.reply('ana', 'container cg-nowhere on ledger')).toContain(shown('containers.refused.noGroup', values));
  expect(await s.reply('ana', 'container x on atlantis')).toContain('atlantis');
  const action = { action: 'logs', group: 'cg-ledger-api' };
  for (const words of ['cg-ledger-api logs', 'logs cg-ledger-api']) {
    expect(await s.reply('ana', `container ${words}`)).toContain(
      shown('containers.refused.action', action).slice(0, 40),
    );
  }
  expect(await s.reply('cy', 'container gateway')).toContain(shown('containers.refused.see'));
  expect(await s.reply('fi', 'deploy container')).toContain(shown('containers.form.nothing'));
  expect(await s.reply('ed', 'container gateway')).toContain(shown('bot.refused.guest'));
});
