import { buttonsOf, fieldsOf } from '../support/card-view.ts';
import { createContainerStory, IMAGE, LEDGER_API, secretOf } from '../support/container-story.ts';
import { wordsOf } from '../support/steward.ts';
import { plain, shown } from '../support/story.ts';
import { steward } from '../support/story-steward.ts';

const s = steward();
const { denyPublic, putAtVendor, sent } = createContainerStory(s);

const SCORE = 'registry.northwind.example/ledger/score';
const NEXT = IMAGE.replace('1.4', '1.5');

const REGISTRY = 'secret imageRegistryCredentials.registry.northwind.example.password';
/** Secrets of cg-ledger-api, which the vendor does not return. */
const secrets = {
  [REGISTRY]: 'registry-pull',
  'secret diagnostics.logAnalytics.workspaceKey': 'log-workspace-key',
  'secret volumes.certificates.secret': 'tls.pem=ledger-tls',
};

/** The image of the only container in the last body that was sent. */
const lastImage = () => JSON.stringify(sent().at(-1)?.body).match(/"image":"([^"]+)"/)?.[1];

describe('“Change image …” on a group’s card', () => {
  it('opens one small form with the image that runs now, and one press asks for another', async () => {
    const form = await s.pressForForm('ana', await s.ask('ana', 'container cg-ledger-scoring'), 'containers.image');
    expect(fieldsOf(form)).toEqual({ image: `${SCORE}:0.9.0`, reason: '' });
    expect(wordsOf(form)).toContain(plain('containers.imageForm.now', { setting: 'Image' }));
    expect(wordsOf(form)).toContain(shown('containers.imageForm.intro'));
    const asked = await s.sendRequest('ana', form, { image: `${SCORE}:1.0.0` });
    const card = wordsOf(await s.cardSoon(asked));
    expect(card).toContain(`Image\n${SCORE}:0.9.0\n→\u00a0${SCORE}:1.0.0`);
    expect(card).toContain(plain('containers.diff.count', { count: 1 }));
    await s.pressApprove('bo', asked);
    await s.cardSoon(asked, shown('containers.deploy.state.done'));
    expect(sent()).toHaveLength(1);
    expect(sent()[0]).toMatchObject({
      group: 'cg-ledger-scoring',
      body: { properties: { priority: 'Spot', restartPolicy: 'OnFailure' } },
    });
    expect(lastImage()).toBe(`${SCORE}:1.0.0`);
  });

  it('refuses the image that runs already, one from elsewhere, and what is no image, beside the field', async () => {
    const form = await s.pressForForm('ana', await s.ask('ana', 'container cg-ledger-migration'), 'containers.image');
    const same = await s.sendForm('ana', form, {});
    expect(wordsOf(same)).toContain(plain('containers.problem.sameImage'));
    const elsewhere = await s.sendForm('ana', same, { image: 'evil.example/a:1' });
    expect(wordsOf(elsewhere)).toContain('The policy allows images only from');
    const none = await s.sendForm('ana', elsewhere, { image: 'not an image' });
    expect(wordsOf(none)).toContain(plain('containers.problem.image'));
    expect(sent()).toEqual([]);
  });

  const FORWARDER = 'registry.northwind.example/shared/forwarder';
  const API = 'registry.northwind.example/ledger/api';

  it('has a field for each container of a group of several, and asks for the images that changed', async () => {
    const form = await s.pressForForm('ana', await s.ask('ana', 'container cg-ledger-api'), 'containers.image');
    const images = { 'image:api': `${API}:4.18.2`, 'image:log-forwarder': `${FORWARDER}:2.3.0` };
    expect(fieldsOf(form)).toMatchObject(images);
    expect(wordsOf(form)).toContain('Image of log-forwarder now');
    const same = await s.sendForm('ana', form, secrets);
    expect(wordsOf(same)).toContain(plain('containers.problem.sameImage'));
    const asked = await s.sendRequest('ana', same, { ...secrets, 'image:log-forwarder': `${FORWARDER}:2.4.0` });
    const card = wordsOf(await s.cardSoon(asked));
    expect(card).toContain(`Image of log-forwarder\n${FORWARDER}:2.3.0\n→\u00a0${FORWARDER}:2.4.0`);
    expect(card).toContain(plain('containers.diff.count', { count: 1 }));
    await s.ask('ana', `withdraw ${asked.ref}`);
  });

  it('asks for which container an image is that fits none, and offers it there', async () => {
    const which = await s.ask('ana', `deploy container cg-ledger-api image ${SCORE}:1.1.0 on ledger`);
    expect(Object.keys(fieldsOf(which))).toEqual(['container']);
    const form = await s.sendForm('ana', which, { container: 'log-forwarder' });
    expect(fieldsOf(form)).toMatchObject({ 'image:api': `${API}:4.18.2`, 'image:log-forwarder': `${SCORE}:1.1.0` });
  });

  it('is the card’s primary button, for those who may ask', async () => {
    const [first, ...others] = buttonsOf(await s.ask('ana', 'container cg-ledger-scoring'));
    expect(first?.title).toBe(plain('containers.button.image'));
    expect(others).toHaveLength(3);
    const verbs = buttonsOf(await s.ask('fi', 'container cg-ledger-scoring')).map(({ verb }) => verb);
    expect(verbs).toEqual(['containers.show', 'containers.list']);
  });
});

describe('an image in words', () => {
  it('goes to the only container with an image of that repository', async () => {
    const form = await s.ask(
      'ana',
      'deploy container cg-ledger-api image registry.northwind.example/ledger/api:4.19.0 on ledger',
    );
    expect(wordsOf(form)).toContain('Image of api now');
  });

  it('names the secrets of the last deployment again, and asks for none', async () => {
    const group = 'cg-ledger-secrets';
    const document = LEDGER_API.replaceAll('cg-ledger-api', group);
    const asked = await s.sendRequest(
      'ana',
      await s.ask('ana', `deploy container on ledger because we try${document}`),
    );
    await s.pressApprove('bo', asked);
    await s.cardSoon(asked, shown('containers.deploy.state.done'));
    const form = await s.ask('ana', `deploy container ${group} image ${NEXT} on ledger`);
    expect(fieldsOf(form)).toEqual({ image: NEXT, reason: '' });
    expect(wordsOf(form)).toContain('log-workspace-key, registry-pull, ledger-tls, ledger-db-password');
    const changed = await s.sendRequest('ana', form);
    await s.pressApprove('bo', changed);
    await s.cardSoon(changed, shown('containers.deploy.state.done'));
    const text = JSON.stringify(sent().at(-1));
    for (const name of ['registry-pull', 'ledger-db-password', 'log-workspace-key'])
      expect(text).toContain(secretOf(name));
    expect(text).toContain(Buffer.from(secretOf('ledger-tls')).toString('base64'));
    expect(lastImage()).toBe(NEXT);
  });
});

it('a volume of a kind that no document lists stays in a group whose image changes', async () => {
  const volumes = [{ name: 'source', gitRepo: { repository: 'https://git.northwind.example/x.git', revision: 'a1' } }];
  await putAtVendor('cg-ledger-source', IMAGE, { volumes });
  await s.until('the group runs', async () =>
    wordsOf(await s.ask('ana', 'container cg-ledger-source on ledger')).includes(shown('containers.state.Running')),
  );
  const form = await s.ask('ana', `deploy container cg-ledger-source image ${NEXT} on ledger because of the fix`);
  const asked = await s.sendRequest('ana', form);
  await s.pressApprove('bo', asked);
  await s.cardSoon(asked, shown('containers.deploy.state.done'));
  expect(sent().at(-1)?.body.properties).toMatchObject({ containers: [{ properties: { image: NEXT } }], volumes });
});

it('what a tool prints of a group is a request, which says before it is sent what gets lost', async () => {
  const { volumes, imageRegistryCredentials } = {
    volumes: [{ name: 'source', gitRepo: { repository: 'https://git.northwind.example/x.git', revision: null } }],
    imageRegistryCredentials: [{ server: 'registry.northwind.example', username: 'ledger', password: 'x' }],
  };
  await putAtVendor('cg-ledger-shown', IMAGE, { volumes, imageRegistryCredentials });
  const printed = {
    ...{ name: 'cg-ledger-shown', osType: 'Linux', provisioningState: 'Succeeded', instanceView: null, volumes },
    containers: [{ name: 'a', image: NEXT, resources: { requests: { cpu: '1.0', memoryInGb: 1 } }, instanceView: {} }],
    imageRegistryCredentials: [{ ...imageRegistryCredentials[0], password: null }],
  };
  const page = await s.ask('ana', `deploy container on ledger because we try ${JSON.stringify(printed, null, 1)}`);
  expect(wordsOf(page)).toContain(shown('containers.form.confirm'));
  expect(wordsOf(page)).toContain(`${plain('containers.label.leftOut')}\nprovisioningState, instanceView`);
  expect(wordsOf(page)).toContain(`${plain('containers.label.secretsLost')}\nRegistry registry.northwind.example`);
  const other = { ...printed, volumes: [{ name: 'source', gitRepo: { repository: 'https://other.example/x.git' } }] };
  const refused = await s.ask('ana', `deploy container on ledger because we try ${JSON.stringify(other)}`);
  expect(wordsOf(refused)).toContain(shown('containers.file.asItIs'));
});

it('“Change settings …” shows the group as it is, without errors; they come once it is sent', async () => {
  const form = await s.pressForForm('ana', await s.ask('ana', 'container cg-ledger-api'), 'containers.change');
  expect(fieldsOf(form).document).toContain('registry.northwind.example');
  expect(wordsOf(form)).toContain(shown('containers.form.current'));
  expect(wordsOf(form)).not.toContain(plain('containers.file.line', { line: 1 }).slice(0, 5));
  expect(wordsOf(form)).not.toContain('There are');
  const again = await s.sendForm('ana', form, { document: fieldsOf(form).document ?? '', reason: 'we try' });
  expect(wordsOf(again)).toContain(shown('containers.file.secretName'));
});

it('the secrets of a group that Steward did not deploy are chosen from those of the policy', async () => {
  const named = 'deploy container cg-ledger-api image registry.northwind.example/ledger/api:4.20.0 on ledger';
  const form = await s.ask('ana', named);
  const password = 'secret containers.api.environmentVariables.LEDGER_DB_PASSWORD';
  expect(fieldsOf(form)).toMatchObject({ [password]: 'ledger-db-password', [REGISTRY]: '' });
  const asked = await s.sendRequest('ana', form, secrets);
  await s.pressApprove('cy', asked);
  await s.cardSoon(asked, shown('containers.deploy.state.done'));
  const text = JSON.stringify(sent().at(-1));
  for (const name of ['registry-pull', 'ledger-db-password']) expect(text).toContain(secretOf(name));
  expect(text).toContain('"tls.pem"');
});

it('what the policy forbids of the group is said beside its image', async () => {
  await denyPublic();
  const form = await s.pressForForm('ana', await s.ask('ana', 'container cg-ledger-api'), 'containers.image');
  expect(wordsOf(form)).toContain(shown('containers.violation.publicAddress', { place: 'Ledger' }));
});
