import { z } from 'zod';
import { decodeManagementError } from '#cloud/errors/error-body.ts';
import { defineOperation } from '#cloud/operation.ts';
import { GUID_PATTERN } from '#cloud/request/path.ts';
import { lenient, word } from '#cloud/response/response.ts';
import { provisioningProgress, textTags } from '../response/common.ts';
import { containerGroupSecrets, writeContainerGroup } from './container-groups-request.ts';

const text = z.string().optional();
const texts = z.array(z.string()).optional();
const number = z.number().optional();
const flag = z.boolean().optional();
const anything = z.record(z.string(), z.unknown()).optional();

/** Only in answers (docs/sources.md, Container groups), the last ones by newer versions than the documented one. */
const READ_ONLY =
  /^(?:id|etag|provisioning_?state|instance_?view|ip|fqdn|principal_?id|client_?id|tenant_?id|system_?data|is_?custom_?provisioning_?timeout|provisioning_?timeout_?in_?seconds|is_?created_?from_?standby_?pool)$/i;
/** A secret never gets into the product, even if a service sends one. */
const SECRET = /^(?:password|secureValue|workspaceKey|storageAccountKey|protectedSettings)$/i;

/** Whether a field that nobody documented may be a setting, which a change has to send back. */
export const maybeSetting = (name: string): boolean => !READ_ONLY.test(name);

/** An object of a group. A change replaces the whole group, so that settings that nobody documented are kept too. */
const open = <Shape extends z.ZodRawShape>(shape: Shape) =>
  lenient(shape, (name) => maybeSetting(name) && !SECRET.test(name));

const environmentVariables = z.array(open({ name: z.string(), value: text })).optional();
const volumeMounts = z.array(open({ name: text, mountPath: text, readOnly: flag })).optional();
const protocol = word('TCP', 'UDP').optional();
const ports = z.array(open({ port: z.number(), protocol })).optional();
const securityContext = open({
  privileged: flag,
  capabilities: open({ add: texts, drop: texts }).optional(),
}).optional();

const resources = open({
  cpu: number,
  memoryInGB: number,
  gpu: open({ count: number, sku: word('K80', 'P100', 'V100').optional() }).optional(),
}).optional();

const probe = open({
  exec: open({ command: texts }).optional(),
  httpGet: open({
    path: text,
    port: number,
    scheme: text,
    httpHeaders: z.array(open({ name: text, value: text })).optional(),
  }).optional(),
  initialDelaySeconds: number,
  periodSeconds: number,
  failureThreshold: number,
  successThreshold: number,
  timeoutSeconds: number,
}).optional();

const event = lenient({
  count: number,
  firstTimestamp: text,
  lastTimestamp: text,
  name: text,
  message: text,
  type: text,
});
const events = z.array(event).optional();

const containerState = lenient({
  state: word('Waiting', 'Running', 'Terminated').optional(),
  startTime: text,
  finishTime: text,
  exitCode: number,
  detailStatus: text,
}).optional();

const containerView = lenient({
  restartCount: number,
  currentState: containerState,
  previousState: containerState,
  events,
}).optional();

/** `{name, properties}` as one flat object. */
const named = <Shape extends z.ZodRawShape>(properties: Shape) =>
  open({ name: z.string().min(1), properties: open(properties) }).transform(
    ({ name, properties: fields, ...beside }) => ({
      name,
      ...fields,
      ...extraFields(beside),
    }),
  );

/** Unknown fields that are not below `properties`. */
const extraFields = (beside: object): { readonly beside?: Readonly<Record<string, unknown>> } =>
  Object.values(beside).some((value) => value !== undefined) ? { beside: { ...beside } } : {};

const inAnyContainer = {
  image: text,
  command: texts,
  environmentVariables,
  volumeMounts,
  securityContext,
  instanceView: containerView,
};

const container = named({
  ...inAnyContainer,
  ports,
  resources: open({ requests: resources, limits: resources }).optional(),
  livenessProbe: probe,
  readinessProbe: probe,
});

/** Its fields may be under `properties` or beside the name: the documents do not say. */
const initContainer = open({
  name: z.string().min(1),
  ...inAnyContainer,
  properties: open(inAnyContainer).optional(),
}).transform(({ properties: fields, name, image, command, environmentVariables: variables, ...others }) => {
  const { volumeMounts: mounts, securityContext: context, instanceView, ...beside } = others;
  const own = {
    image,
    command,
    environmentVariables: variables,
    volumeMounts: mounts,
    securityContext: context,
    instanceView,
  };
  return { name, ...own, ...fields, ...extraFields(beside) };
});

/** Only whether it is a secret volume: its contents are never returned, and not read. */
const volume = open({
  name: z.string().min(1),
  azureFile: open({ shareName: text, storageAccountName: text, readOnly: flag }).optional(),
  emptyDir: open({}).optional(),
  secret: lenient({}).optional(),
});

const ipAddress = open({
  type: word('Public', 'Private').optional(),
  ports,
  dnsNameLabel: text,
  autoGeneratedDomainNameLabelScope: word(
    'Unsecure',
    'TenantReuse',
    'SubscriptionReuse',
    'ResourceGroupReuse',
    'NoReuse',
  ).optional(),
  ip: text,
  fqdn: text,
}).optional();

const logAnalytics = open({
  workspaceId: text,
  logType: word('ContainerInsights', 'ContainerInstanceLogs').optional(),
  metadata: textTags.optional(),
  workspaceResourceId: text,
}).optional();

const identity = open({
  type: text,
  principalId: text,
  tenantId: text,
  userAssignedIdentities: z.record(z.string(), lenient({ principalId: text, clientId: text })).optional(),
}).optional();

const registry = open({ server: text, username: text, identity: text, identityUrl: text });

const properties = open({
  provisioningState: word('Pending', 'Creating', 'Updating', 'Succeeded', 'Failed', 'Canceled').optional(),
  containers: z.array(container),
  osType: word('Linux', 'Windows').optional(),
  sku: word('Standard', 'Confidential', 'Dedicated').optional(),
  priority: word('Regular', 'Spot').optional(),
  restartPolicy: word('Always', 'OnFailure', 'Never').optional(),
  confidentialComputeProperties: open({ ccePolicy: text }).optional(),
  diagnostics: open({ logAnalytics }).optional(),
  dnsConfig: open({ nameServers: texts, searchDomains: text, options: text }).optional(),
  encryptionProperties: open({ vaultBaseUrl: text, keyName: text, keyVersion: text, identity: text }).optional(),
  extensions: z.array(named({ extensionType: text, version: text, settings: anything })).optional(),
  imageRegistryCredentials: z.array(registry).optional(),
  initContainers: z.array(initContainer).optional(),
  ipAddress,
  subnetIds: z.array(open({ id: text, name: text })).optional(),
  volumes: z.array(volume).optional(),
  instanceView: lenient({ state: text, events }).optional(),
});

/** Container group (docs/sources.md, Container groups), as one flat object. */
export const containerGroup = open({
  id: z.string().min(1),
  name: z.string().min(1),
  type: text,
  location: text,
  identity,
  tags: textTags.optional(),
  zones: texts,
  properties,
}).transform(({ properties: fields, ...record }) => {
  const { id, name, type, location, identity: who, tags, zones, ...beside } = record;
  return { id, name, type, location, identity: who, tags, zones, ...fields, ...extraFields(beside) };
});

export type ContainerGroup = z.infer<typeof containerGroup>;

const common = {
  path: '/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Vendor.ContainerInstance/containerGroups/{containerGroupName}',
  patterns: { subscriptionId: GUID_PATTERN },
  version: '2023-05-01',
  credential: 'app',
  decodeError: decodeManagementError,
  answer: containerGroup,
} as const;

/** Creates or changes a group; safe to repeat with the same name and bytes. */
export const createOrUpdateContainerGroup = defineOperation({
  ...common,
  id: 'createOrUpdateContainerGroup',
  kind: 'long',
  method: 'PUT',
  success: [200, 201],
  retry: 'same-bytes',
  section: 'Container groups',
  follow: 'self',
  progressOf: provisioningProgress,
  secrets: containerGroupSecrets,
  parts: writeContainerGroup,
});

export const getContainerGroup = defineOperation({
  ...common,
  id: 'getContainerGroup',
  kind: 'single',
  method: 'GET',
  success: [200],
  retry: 'read',
  section: 'Container groups',
  parts: (path: {
    readonly subscriptionId: string;
    readonly resourceGroupName: string;
    readonly containerGroupName: string;
  }) => ({ path: { ...path } }),
});
