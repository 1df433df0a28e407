import { seededRandom } from '../../support/seeded-random.ts';

export type Json = Readonly<Record<string, unknown>>;

const ID = '/subscriptions/0d5f6a11-7c3e-4b59-9a41-5e2f8b7c1d01/resourceGroups/rg-ledger/providers';
const IDENTITY = `${ID}/Vendor.ManagedIdentity/userAssignedIdentities/id-ledger`;

/** Where a group goes. */
export const AT = {
  subscriptionId: '0d5f6a11-7c3e-4b59-9a41-5e2f8b7c1d01',
  resourceGroupName: 'rg-ledger',
  containerGroupName: 'cg',
};

/** A container group with part of everything that the document allows, equal for equal seeds; secrets by reference. */
export const documentOf = (seed: number): Json => {
  const random = seededRandom(seed);
  const number = (least: number, most: number): number => least + Math.floor(random() * (most - least + 1));
  const one = <T>(list: readonly T[]): T => list[number(0, list.length - 1)] as T;
  const maybe = (fields: () => Json): Json => (random() < 0.5 ? fields() : {});
  const list = <T>(most: number, item: (index: number) => T): T[] =>
    Array.from({ length: number(1, most) }, (_n, i) => item(i));
  const secret = () => ({ secretRef: one(['registry-pull', 'ledger-db-password', 'ledger-tls']) });
  const ports = () => list(3, () => ({ port: number(1, 65_535), ...maybe(() => ({ protocol: one(['TCP', 'UDP']) })) }));
  const volumes = list(3, (index) => ({
    name: `vol-${index}`,
    ...one<() => Json>([
      () => ({ emptyDir: {} }),
      () => ({ secret: { 'a.pem': secret(), b: secret() } }),
      () => ({
        azureFile: { shareName: 's', storageAccountName: 'acc', ...maybe(() => ({ storageAccountKey: secret() })) },
      }),
    ])(),
  }));
  const probe = (): Json => ({
    ...one<() => Json>([
      () => ({ exec: { command: ['cat', '/ready'] } }),
      () => ({ httpGet: { port: number(1, 65_535), path: '/healthz', scheme: 'http' } }),
    ])(),
    ...maybe(() => ({ periodSeconds: number(1, 60), failureThreshold: number(1, 5) })),
  });
  const common = (): Json => ({
    ...maybe(() => ({ command: ['run', '--day', 'yesterday: or so', '#1'] })),
    ...maybe(() => ({
      environmentVariables: list(4, (index) => ({
        name: `VAR_${index}`,
        ...(random() < 0.5
          ? { value: one(['', 'eu', 'true', '1.0', 'a: b', '- x', '${y}']) }
          : { secureValue: secret() }),
      })),
    })),
    ...maybe(() => ({
      volumeMounts: [{ name: one(volumes).name, mountPath: '/mnt', ...maybe(() => ({ readOnly: true })) }],
    })),
    ...maybe(() => ({ securityContext: { privileged: random() < 0.5, capabilities: { add: ['NET_ADMIN'] } } })),
  });
  const resources = (): Json => {
    const requests = {
      cpu: one([0.5, 1, 4]),
      memoryInGB: one([0.5, 1.5, 16]),
      ...maybe(() => ({ gpu: { count: number(1, 4), sku: one(['K80', 'P100', 'V100']) } })),
    };
    return { requests, ...maybe(() => ({ limits: { cpu: requests.cpu } })) };
  };
  return {
    ...maybe(() => ({ location: 'westeurope', tags: { team: 'payments', on: 'yes' }, zones: ['1', '2'] })),
    ...maybe(() => ({
      identity: {
        type: one(['UserAssigned', 'SystemAssigned, UserAssigned']),
        userAssignedIdentities: { [IDENTITY]: {} },
      },
    })),
    properties: {
      osType: one(['Linux', 'Windows']),
      containers: list(3, (index) => ({
        name: `c-${index}`,
        properties: {
          ...common(),
          image: one(['nginx', 'registry.northwind.example/ledger/api:4.18.2', 'a/b@sha256:'.concat('0'.repeat(64))]),
          resources: resources(),
          ...maybe(() => ({ ports: ports() })),
          ...maybe(() => ({ livenessProbe: probe(), readinessProbe: probe() })),
        },
      })),
      volumes,
      ...maybe(() => ({ initContainers: [{ name: 'init', properties: { ...common(), image: 'wait:1' } }] })),
      ...maybe(() => ({ sku: one(['Standard', 'Confidential', 'Dedicated']), priority: one(['Regular', 'Spot']) })),
      ...maybe(() => ({ restartPolicy: one(['Always', 'OnFailure', 'Never']) })),
      ...maybe(() => ({ confidentialComputeProperties: { ccePolicy: 'cGFja2FnZQ==' } })),
      ...maybe(() => ({
        diagnostics: {
          logAnalytics: {
            workspaceId: 'w',
            workspaceKey: secret(),
            logType: 'ContainerInsights',
            metadata: { a: 'b' },
          },
        },
      })),
      ...maybe(() => ({ dnsConfig: { nameServers: ['10.0.0.10'], searchDomains: 'a.example', options: 'ndots:2' } })),
      ...maybe(() => ({
        encryptionProperties: { vaultBaseUrl: 'https://v.example', keyName: 'k', keyVersion: '1', identity: IDENTITY },
      })),
      ...maybe(() => ({
        extensions: [
          {
            name: 'proxy',
            properties: {
              extensionType: 'kube-proxy',
              version: '1.0',
              settings: { a: { b: 1 } },
              protectedSettings: { kube: secret() },
            },
          },
        ],
      })),
      ...maybe(() => ({
        imageRegistryCredentials: [{ server: 'registry.northwind.example', username: 'u', password: secret() }],
      })),
      ...maybe(() => ({
        ipAddress: {
          type: one(['Public', 'Private']),
          ports: ports(),
          ...maybe(() => ({
            dnsNameLabel: 'ledger',
            autoGeneratedDomainNameLabelScope: one([
              'Unsecure',
              'TenantReuse',
              'SubscriptionReuse',
              'ResourceGroupReuse',
              'NoReuse',
            ]),
          })),
        },
      })),
      ...maybe(() => ({ subnetIds: [{ id: `${ID}/Vendor.Network/virtualNetworks/vnet/subnets/snet`, name: 'snet' }] })),
    },
  };
};

/** The path of every value in a document. */
export const waysIn = (value: unknown, path: readonly (string | number)[] = []): (readonly (string | number)[])[] => {
  if (typeof value !== 'object' || value === null) return [path];
  const steps = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  return [path, ...steps.flatMap((step) => waysIn((value as Json)[step], [...path, step]))];
};

/** The document with one value replaced. */
export const withAt = (
  value: unknown,
  [step, ...rest]: readonly (string | number)[],
  change: (old: unknown) => unknown,
): unknown => {
  if (step === undefined) return change(value);
  const copy = structuredClone(value) as Record<string | number, unknown>;
  copy[step] = withAt(copy[step], rest, change);
  return copy;
};

/** YAML that is not JSON; every text in quotes. */
export const asYaml = (value: unknown, indent = ''): string => {
  if (Array.isArray(value)) {
    if (value.length === 0) return ' []';
    return value.map((item) => `\n${indent}-${asYaml(item, `${indent}  `)}`).join('');
  }
  if (typeof value !== 'object' || value === null) return ` ${JSON.stringify(value)}`;
  const fields = Object.entries(value);
  if (fields.length === 0) return ' {}';
  return fields.map(([name, field]) => `\n${indent}${JSON.stringify(name)}:${asYaml(field, `${indent}  `)}`).join('');
};
