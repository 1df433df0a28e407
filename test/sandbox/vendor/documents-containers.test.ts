import { DAY } from '../../../src/lib/clock.ts';
import { cloud } from '../../../src/sandbox/world.ts';
import { calm, detailed, events, listed, names, ofResource, told, tracked, vault } from './health-support.ts';
import { type Item, ledger, production, type Reply, readerToken, start, startSandbox, stopAll } from './support.ts';

/** Document 2, read a second time: the sentences that no other file is named after. */
afterAll(stopAll);

const groupPath = (name: string): string => `${ledger}/providers/Vendor.ContainerInstance/containerGroups/${name}`;
const account = `${ledger}/providers/Vendor.DataShare/accounts/${cloud.dataShare.account}`;
const runs = `${account}/shares/${cloud.dataShare.share}/listSynchronizations`;
const settings = `${account}/shareSubscriptions/${cloud.dataShare.shareSubscription}/listSourceShareSynchronizationSettings`;
const container = {
  name: 'one',
  properties: { image: 'registry.example/one:1', resources: { requests: { cpu: 1, memoryInGB: 1.5 } } },
};
const smallest = { osType: 'Linux', containers: [container] };

const put = async (properties: object, more: object = {}, name = 'cg-second'): Promise<Reply> =>
  (await startSandbox()).send(`${groupPath(name)}?api-version=2023-05-01`, {
    method: 'PUT',
    body: { ...more, properties: { ...smallest, ...properties } },
  });

const addresses = [
  ['container groups', 'PUT', groupPath('cg-second'), '2023-05-01'],
  ['data share', 'POST', runs, '2021-08-01'],
  ['data share', 'POST', settings, '2021-08-01'],
  ['health events by resource', 'GET', `${vault}${events}`, '2025-05-01'],
  ['health events by subscription', 'GET', `${production}${events}`, '2025-04-01'],
] as const;
const bodyOf = (method: string) => (method === 'PUT' ? { body: { properties: smallest } } : {});

describe('Versioning', () => {
  test.each(addresses)('the query parameter api-version is required: %s, %s %s', async (_, method, path, version) => {
    const { send } = await startSandbox();
    const codes: unknown[] = [];
    for (const query of ['', '?api-version=', '?api-version=2019-01-01', `?api-version=${version}`]) {
      const { body } = await send(`${path}${query}`, { method, ...bodyOf(method) });
      codes.push(body.error?.code ?? (body as unknown as { code?: string }).code);
    }
    const missing = 'MissingApiVersionParameter';
    expect(codes).toEqual([missing, missing, 'InvalidApiVersionParameter', undefined]);
  });
});

describe('Errors', () => {
  const inner = { code: expect.any(String), message: expect.any(String) };
  const refusals = [
    [400, {}, undefined],
    [401, { authorization: '' }, undefined],
    [429, {}, { kind: 'throttle' }],
    [500, {}, { kind: 'refuse', status: 500, code: 'InternalServerError' }],
    [503, {}, { kind: 'unavailable' }],
  ] as const;

  test.each(addresses)(
    'any status other than the listed success codes returns the error body of its group: %s, %s %s',
    async (group, method, path, version) => {
      const { send, sandbox } = await startSandbox();
      const flat = { ...inner, details: expect.any(String) };
      for (const [status, headers, fault] of refusals) {
        if (fault) sandbox.faults.set({ ...fault, count: 1 });
        const query = status === 400 ? '' : `?api-version=${version}`;
        const answer = await send(`${path}${query}`, { method, headers, ...bodyOf(method) });
        expect(answer.status).toBe(status);
        expect(answer.body).toEqual(group.startsWith('health') ? flat : { error: expect.objectContaining(inner) });
      }
    },
  );

  test('Health events: code, message, details of a 403 too', async () => {
    const { send } = await calm();
    const headers = { authorization: readerToken };
    const { status, body } = await send(detailed('SECU-3D9'), { method: 'POST', headers });
    expect([status, body]).toEqual([403, { ...inner, details: expect.any(String) }]);
  });

  test('Health events: nested as a switch, a 401 too', async () => {
    const { send, sandbox } = await startSandbox();
    sandbox.faults.set({ kind: 'nested-errors' });
    const { body } = await send(listed(), { headers: { authorization: '' } });
    expect(body).toEqual({ error: inner });
  });

  test('Container group: CloudError of a 403 too', async () => {
    const { send } = await calm();
    const path = `${groupPath('cg-second')}?api-version=2023-05-01`;
    const { status, body } = await send(path, {
      ...bodyOf('PUT'),
      method: 'PUT',
      headers: { authorization: readerToken },
    });
    expect([status, body]).toEqual([403, { error: expect.objectContaining(inner) }]);
  });
});

describe('Container group', () => {
  test('required: properties.containers and properties.osType, and nothing else', async () => {
    const { status, body } = await put({});
    expect([status, body]).toMatchObject([201, { location: expect.any(String), properties: { osType: 'Linux' } }]);
  });

  test.each([
    ['sku', 'Standard'],
    ['sku', 'Confidential'],
    ['priority', 'Spot'],
    ['restartPolicy', 'Always'],
    ['restartPolicy', 'OnFailure'],
    ['restartPolicy', 'Never'],
  ])('%s: %s', async (field, word) => {
    const { status, body } = await put({ [field]: word });
    expect([status, body.properties[field]]).toEqual([201, word]);
  });

  test.each(['UserAssigned', 'SystemAssigned, UserAssigned'])('Identity: type %s', async (type) => {
    const id = `${ledger}/providers/Vendor.ManagedIdentity/userAssignedIdentities/uai-ledger`;
    const { status, body } = await put({}, { identity: { type, userAssignedIdentities: { [id]: {} } } });
    const given = { principalId: expect.any(String), clientId: expect.any(String) };
    expect([status, body]).toMatchObject([
      201,
      { identity: { type, tenantId: expect.any(String), userAssignedIdentities: { [id]: given } } },
    ]);
  });

  test('response-only fields: what the request says of them is not taken', async () => {
    const ipAddress = { type: 'Public', ports: [{ protocol: 'TCP', port: 80 }], ip: '1.2.3.4', fqdn: 'mine.example' };
    const own = { provisioningState: 'Succeeded', instanceView: { events: [], state: 'Stopped' }, ipAddress };
    const { body } = await put(own, { id: '/mine', name: 'mine', type: 'Mine/groups' });
    expect(body).toMatchObject({
      id: groupPath('cg-second'),
      name: 'cg-second',
      type: 'Vendor.ContainerInstance/containerGroups',
      properties: { provisioningState: 'Pending', instanceView: { events: expect.any(Array), state: 'Pending' } },
    });
    expect(JSON.stringify(body)).not.toMatch(/1\.2\.3\.4|mine/);
  });

  test.each([
    ['Public', /^203\./],
    ['Private', /^10\./],
  ])('IP address: %s', async (type, ip) => {
    const { body } = await put({ ipAddress: { type, ports: [{ protocol: 'TCP', port: 80 }] } });
    expect(body.properties['ipAddress']).toMatchObject({ type, ip: expect.stringMatching(ip) });
  });

  const labelled = { type: 'Public', ports: [{ protocol: 'TCP', port: 80 }], dnsNameLabel: 'ledger' };

  test('`Unsecure` applies when none is chosen: the label is not protected', async () => {
    const { body } = await put({ ipAddress: labelled });
    expect(body.properties['ipAddress']).toMatchObject({
      autoGeneratedDomainNameLabelScope: 'Unsecure',
      fqdn: expect.stringMatching(/^ledger\.westeurope\./),
    });
  });

  test.each(['TenantReuse', 'SubscriptionReuse', 'ResourceGroupReuse'])(
    'the others allow reuse of the label within the same tenant, subscription or resource group: %s',
    async (scope) => {
      const { send } = await startSandbox();
      const ipAddress = { ...labelled, autoGeneratedDomainNameLabelScope: scope };
      for (const name of ['cg-one', 'cg-two']) {
        const body = { properties: { ...smallest, ipAddress } };
        const answer = await send(`${groupPath(name)}?api-version=2023-05-01`, { method: 'PUT', body });
        expect([answer.status, answer.body.properties['ipAddress']]).toMatchObject([
          201,
          { autoGeneratedDomainNameLabelScope: scope, fqdn: expect.not.stringMatching(/^ledger\.westeurope\./) },
        ]);
      }
    },
  );
});

describe('Data sharing', () => {
  const first = async (path: string): Promise<readonly Item[]> =>
    (await (await calm()).send(`${path}?api-version=2021-08-01`, { method: 'POST' })).body.value;

  test('ShareSynchronization: the documented fields and no other', async () => {
    const [run] = await first(runs);
    expect(run).toEqual({
      synchronizationId: expect.any(String),
      synchronizationMode: expect.stringMatching(/^(Incremental|FullSync)$/),
      status: expect.any(String),
      message: expect.any(String),
      startTime: expect.any(String),
      endTime: expect.any(String),
      durationMs: expect.any(Number),
      consumerName: expect.any(String),
      consumerEmail: expect.stringContaining('@'),
      consumerTenantName: expect.any(String),
    });
  });

  test('ScheduledSourceSynchronizationSetting: kind, recurrenceInterval and synchronizationTime', async () => {
    const time = { recurrenceInterval: expect.stringMatching(/^(Hour|Day)$/), synchronizationTime: expect.any(String) };
    const found = await first(settings);
    expect(found).toEqual(found.map(() => ({ kind: 'ScheduleBased', properties: time })));
  });
});

describe('Health event', () => {
  const everything = async (): Promise<readonly Item[]> => {
    const { all } = await calm();
    return [...(await all(listed(production, { since: '1/1/2020' }))), ...(await all(ofResource()))];
  };

  test('eventType: by-resource listing also `Billing`, the subscription\u2019s not', async () => {
    const { all } = await calm();
    const types = async (path: string) => (await all(path)).map(({ properties }) => properties['eventType']);
    const [one, other] = [await types(listed(production, { since: '1/1/2020' })), await types(ofResource())];
    expect([one.includes('Billing'), other.includes('Billing')]).toEqual([false, true]);
  });

  test('updates[].eventTags: by-resource listing only', async () => {
    const { all } = await calm();
    expect(JSON.stringify(await all(listed(production, { since: '1/1/2020' })))).not.toContain('eventTags');
    expect(JSON.stringify((await all(ofResource())).map((item) => told(item).updates))).toContain('eventTags');
  });

  test('default look-back of subscription event listing: 3 days, all of them', async () => {
    const { all } = await calm();
    const known = await all(listed(production, { since: '1/1/2020' }));
    const young = known.filter((item) => Date.parse(told(item).lastUpdateTime) >= start - 3 * DAY);
    expect(names(await all(listed()))).toEqual(names(young));
    expect(known.length).toBeGreaterThan(young.length);
  });

  test('impactedServiceGuid: permanent id', async () => {
    const ids = new Map<string, Set<string>>();
    for (const { properties } of await everything())
      for (const one of properties['impact'] as { impactedService: string; impactedServiceGuid: string }[])
        ids.set(one.impactedService, (ids.get(one.impactedService) ?? new Set<string>()).add(one.impactedServiceGuid));
    expect([...ids.values()].map(({ size }) => size)).toEqual([...ids].map(() => 1));
    expect(new Set([...ids.values()].flatMap((guids) => [...guids])).size).toBe(ids.size);
  });

  test('systemData, article, links, impact, updates, recommendedActions and faqs have the documented fields', async () => {
    const text = expect.any(String);
    const update = { summary: text, updateDateTime: text, eventTags: expect.any(Array) };
    const { body } = await (await calm()).get(tracked('PAYM-7K2'));
    expect(Object.keys(body).sort()).toEqual(['id', 'name', 'properties', 'systemData', 'type']);
    expect((body as unknown as { systemData: object }).systemData).toEqual({
      createdAt: text,
      createdBy: text,
      createdByType: expect.stringMatching(/^(User|Application|ManagedIdentity|Key)$/),
      lastModifiedAt: text,
      lastModifiedBy: text,
      lastModifiedByType: expect.stringMatching(/^(User|Application|ManagedIdentity|Key)$/),
    });
    const { article, additionalInformation, links, impact, updates, recommendedActions, faqs } = body.properties;
    const shown = { article, additionalInformation, links, impact, updates, recommendedActions, faqs };
    const region = { impactedRegion: text, status: text, impactedSubscriptions: [text, text], impactedTenants: [] };
    const impacted = {
      impactedService: text,
      impactedServiceGuid: text,
      impactedRegions: [{ ...region, lastUpdateTime: text, updates: [update, update] }],
    };
    const link = { type: expect.stringMatching(/^(Button|Hyperlink)$/), extensionName: text, bladeName: text };
    const action = { groupId: expect.any(Number), actionText: text };
    expect(shown).toEqual({
      article: { articleContent: text, articleId: text, parameters: expect.any(Object) },
      additionalInformation: { message: text },
      links: [{ ...link, displayText: { value: text, localizedValue: text }, parameters: expect.any(Object) }],
      impact: [impacted, impacted],
      updates: [update, update],
      recommendedActions: { message: text, localeCode: text, actions: [action, action, action] },
      faqs: [{ question: text, answer: text, localeCode: text }],
    });
  });

  test.each([
    ['integers', ['priority', 'duration'], (value: unknown) => Number.isInteger(value)],
    [
      'true or false',
      ['isEventSensitive', 'isHIR', 'platformInitiated', 'enableVendorSupport', 'enableChatWithUs'],
      (value: unknown) => typeof value === 'boolean',
    ],
    [
      'date-times',
      ['impactStartTime', 'impactMitigationTime', 'lastUpdateTime'],
      (value: unknown) => /^\d{4}-\d\d-\d\dT.*Z$/.test(String(value)),
    ],
  ])('some fields are %s', async (_, fields, fits) => {
    const values = (await everything()).flatMap(({ properties }) =>
      fields.flatMap((field) => (field in properties ? [properties[field]] : [])),
    );
    expect([values.length > 0, values.filter((value) => !fits(value))]).toEqual([true, []]);
  });
});
