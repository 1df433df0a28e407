import { type ContainerGroup, containerGroup } from '#cloud/operations/container-groups.ts';
import { changeCard } from '#engine/changes/card/card.ts';
import { linesCard, viewDetails } from '#features/containers/cards/details-card.ts';
import { groupCard, viewGroup } from '#features/containers/cards/group-card.ts';
import { termsFacts } from '#features/containers/change-facts.ts';
import { observedFacts } from '#features/containers/facts.ts';
import type { ObservedState } from '#features/containers/group-state.ts';
import type { DeployTerms } from '#features/containers/terms.ts';
import type { TextKey } from '#platform/lib/errors.ts';
import { formCard } from '#teams/cards/form.ts';
import { type Tone, toneStyle } from '#teams/cards/view.ts';
import { bareChange, bareForm, type CardSample, sample, words } from './sample.ts';

const terms: DeployTerms = {
  place: {
    key: 'ledger',
    title: 'Ledger',
    subscriptionId: '0d5f6a11-7c3e-4b59-9a41-5e2f8b7c1d01',
    resourceGroup: 'rg-ledger',
  },
  group: 'cg-ledger-api',
  images: 'own',
  spec: {
    location: 'westeurope',
    osType: 'Linux',
    restartPolicy: 'Always',
    tags: { team: 'payments' },
    containers: [
      {
        name: 'api',
        image: 'registry.northwind.example/ledger/api:4.19.0',
        command: ['ledger', '--serve'],
        ports: [{ port: 8443, protocol: 'TCP' }],
        environmentVariables: [
          { name: 'LEDGER_REGION', value: 'eu' },
          { name: 'LEDGER_DB_PASSWORD', secureValue: { secretRef: 'ledger-db-password', digest: 'scrypt:a:b' } },
        ],
        securityContext: { privileged: true },
        resources: { requests: { cpu: 2, memoryInGB: 1.5, gpu: { count: 1, sku: 'V100' } } },
      },
    ],
    ipAddress: { type: 'Public', ports: [{ port: 8443 }], dnsNameLabel: 'northwind-ledger' },
  },
  standing: {
    exists: true,
    print: '',
    state: 'Running',
    changes: [
      {
        path: 'containers.api.image',
        from: 'registry.northwind.example/ledger/api:4.18.2',
        to: 'registry.northwind.example/ledger/api:4.19.0',
        anew: false,
      },
      { path: 'containers.api.resources.requests.cpu', from: '1', to: '2', anew: true },
      {
        path: 'containers.log-forwarder',
        from: 'registry.northwind.example/shared/forwarder:2.3.0',
        to: '',
        anew: true,
      },
      { path: 'tags.team', from: '', to: 'payments', anew: false },
    ],
  },
  reason: 'The fix for the failed payouts is out',
};

const seen: ObservedState = {
  provisioningState: 'Succeeded',
  state: 'Running',
  fqdn: 'northwind-ledger.westeurope.containers.vendor.example',
  ip: '203.0.113.40',
  events: [
    { name: 'Started', message: 'Started container', type: 'Normal', count: 1, at: '2026-11-22T02:00:00Z' },
    { name: 'Pulling', message: 'pulling image', type: 'Normal', count: 3, at: '2026-11-22T01:59:00Z' },
  ],
};

const card = (name: string, state: TextKey, tone: Tone, of: DeployTerms, more: object = {}): CardSample =>
  sample(name, changeCard, {
    overline: words.markdown('containers.deploy.overline', { ref: 'R-7KQ2M', who: 'Ana Rossi' }),
    title: words.markdown('containers.deploy.title', { group: of.group, place: of.place.title }),
    state: words.markdown(state, { by: 'Bo Lind', given: 0, needs: 1 }),
    ...toneStyle(tone),
    facts: [...termsFacts(of, words), ...observedFacts(seen, words)],
    reason: of.reason,
    ...bareChange,
    ...more,
  });

/** With as many containers, variables and changes as a card ever shows, each as long as it gets. */
const longest: DeployTerms = {
  ...terms,
  spec: {
    ...terms.spec,
    containers: Array.from({ length: 12 }, (_none, n) => ({
      name: `${'c'.repeat(60)}${n}`,
      image: `registry.northwind.example/${'long/'.repeat(60)}api:1`,
      environmentVariables: Array.from({ length: 40 }, (_no, m) => ({ name: `V${m}`, value: '*'.repeat(80) })),
      resources: { requests: { cpu: 1, memoryInGB: 1 } },
    })),
  },
  standing: {
    ...terms.standing,
    state: 'Succeeded',
    changes: Array.from({ length: 40 }, (_none, n) => ({
      path: `containers.${'c'.repeat(50)}.environmentVariables.V${n}`,
      from: '*'.repeat(400),
      to: '_'.repeat(400),
      anew: true,
    })),
  },
  reason: '*'.repeat(1_000),
};

const documentForm = {
  ...{ ...bareForm, name: 'containers.documentForm', cancel: words.plain('containers.form.cancel') },
};

const confirm = (name: string, of: DeployTerms): CardSample =>
  sample(name, formCard, {
    title: words.markdown('containers.deploy.title', { group: of.group, place: of.place.title }),
    intro: words.markdown('containers.form.confirm'),
    ...{ ...documentForm, facts: [...termsFacts(of, words)], mark: 'm'.repeat(43) },
    submit: words.plain('containers.form.send'),
    back: words.plain('containers.form.back'),
  });

const change = { id: 'q1w2e3r4', ref: 'R-7KQ2M', requester: { objectId: 'a', name: 'Ana Rossi', language: 'en' } };

const event = (name: string, message: string, type = 'Normal', count = 1) => ({
  name,
  message,
  type,
  count,
  firstTimestamp: '2026-11-22T01:59:00Z',
  lastTimestamp: '2026-11-22T02:00:00Z',
});

const groupOf = (state: string, currentState: object, events: readonly object[], containers = 2): ContainerGroup =>
  containerGroup.parse({
    id: '/subscriptions/x',
    name: 'cg-ledger-api',
    location: 'westeurope',
    properties: {
      provisioningState: state === 'Failed' ? 'Failed' : 'Succeeded',
      osType: 'Linux',
      restartPolicy: 'Always',
      containers: Array.from({ length: containers }, (_none, n) => ({
        name: n === 0 ? 'api' : `forwarder-${n}`,
        properties: {
          image: `registry.northwind.example/ledger/api:4.19.${n}`,
          resources: { requests: { cpu: 1, memoryInGB: 1.5 } },
          instanceView: { restartCount: n * 3, currentState },
        },
      })),
      ipAddress: {
        type: 'Public',
        ip: '203.0.113.40',
        fqdn: 'northwind-ledger.westeurope.containers.vendor.example',
        ports: [{ port: 8443 }],
        dnsNameLabel: 'northwind-ledger',
        autoGeneratedDomainNameLabelScope: 'TenantReuse',
      },
      instanceView: { state, events },
    },
  });

const groupSample = (name: string, group: ContainerGroup, share = 1): CardSample =>
  sample(
    name,
    groupCard,
    viewGroup(group, { ...terms.place, mayRequest: true }, Date.parse('2026-11-22T02:01:00Z'), words)(share),
  );

export const containerSamples: readonly CardSample[] = [
  card('a container group with the longest words', 'containers.deploy.unfinished', 'warning', longest, {
    next: words.markdown('containers.next.unfinished', { until: new Date(Date.UTC(2026, 0, 1)) }),
  }),
  confirm('the longest container group, once more', longest),
  sample('everything about a container group', linesCard, viewDetails({ ...change, terms }, 0, words)),
  sample(
    'everything about the longest container group',
    linesCard,
    viewDetails({ ...change, terms: longest }, 1, words),
  ),
  groupSample(
    'how a container group is',
    groupOf('Running', { state: 'Running', startTime: '2026-11-22T02:00:00Z' }, [
      event('Started', 'Started container'),
      event('Pulling', 'pulling image "registry.northwind.example/ledger/api:4.19.0"', 'Normal', 3),
    ]),
  ),
  groupSample(
    'a container group that failed',
    groupOf('Failed', { state: 'Waiting', detailStatus: 'ImagePullBackOff' }, [
      event('Failed', 'Failed to pull image "registry.northwind.example/ledger/api:4.19.0": not found', 'Warning', 5),
    ]),
  ),
  groupSample(
    'a container group with everything there can be',
    groupOf(
      'Stopped',
      { state: 'Terminated', exitCode: 137, detailStatus: '*'.repeat(300) },
      Array.from({ length: 30 }, (_none, n) => event(`Killing${n}`, '*'.repeat(300), 'Warning', n)),
      14,
    ),
    0.5,
  ),
];
