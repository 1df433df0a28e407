import { z } from 'zod';
import { identityTypes } from '#cloud/operations/container-groups-request.ts';
import { resourcePath } from '#cloud/request/path.ts';
import { profileOf } from '#cloud/services/profile.ts';
import { SECRET_NAME } from '#cloud/services/secrets.ts';
import type { FileRule } from './problems.ts';
import { GROUP_TYPE } from './template.ts';

/** The messages of this schema are text names. */
const text = z.string().min(1).max(4_000);
const anyText = z.string().max(32_000);
const texts = z.array(anyText);
const pairs = z.record(text, anyText);

/** `registry:port/path:tag@digest`; everything except the last part of the path is optional. */
export const IMAGE =
  /^(?:[a-zA-Z0-9](?:[a-zA-Z0-9.-]*[a-zA-Z0-9])?(?::\d{1,5})?\/)?(?:[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*\/)*[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*(?::[\w][\w.-]{0,127})?(?:@sha256:[0-9a-f]{64})?$/;

/** Names of groups, containers and volumes; they become part of host names. */
export const GROUP_NAME = /^(?=.{1,63}$)[a-z0-9]+(?:-[a-z0-9]+)*$/;
/** What the vendor takes as a DNS label. */
export const DNS_LABEL = /^[a-z][a-z0-9-]{3,61}[a-z0-9]$/;

/** A text that fits the pattern; capitals alone are a fault of their own. */
const lowerCase = (pattern: RegExp, fault: FileRule) =>
  z.string().regex(pattern, {
    error: ({ input }) => (pattern.test(String(input).toLowerCase()) ? ('capitals' satisfies FileRule) : fault),
  });
const groupName = lowerCase(GROUP_NAME, 'name');
const port = z.int().min(1).max(65_535);
const protocol = z.enum(['TCP', 'UDP']);
const resourceId = z
  .string()
  .refine((id) => resourcePath(id, profileOf('Vendor')) !== undefined, 'resourceId' satisfies FileRule);

/** Never the secret itself: the name of a file in SECRETS_DIR, whose digest is added on request. */
const secretOf = (as?: 'base64') =>
  z
    .strictObject({ secretRef: z.string().regex(SECRET_NAME, 'secretName' satisfies FileRule) })
    .transform(({ secretRef }) => ({ secretRef, digest: '', ...(as ? { as } : {}) }));
const secret = secretOf();

const environmentVariable = z
  .strictObject({ name: text, value: anyText.optional(), secureValue: secret.optional() })
  .refine(({ value, secureValue }) => value !== undefined || secureValue !== undefined, 'noValue' satisfies FileRule)
  .refine(({ value, secureValue }) => value === undefined || secureValue === undefined, 'oneValue' satisfies FileRule);

const volumeMount = z.strictObject({ name: text, mountPath: text, readOnly: z.boolean().optional() });
const securityContext = z.strictObject({
  privileged: z.boolean().optional(),
  capabilities: z.strictObject({ add: texts.optional(), drop: texts.optional() }).optional(),
});
const amount = z.number().positive();
const gpu = z.strictObject({ count: z.int().min(1), sku: z.enum(['K80', 'P100', 'V100']) });
const requests = z.strictObject({ cpu: amount, memoryInGB: amount, gpu: gpu.optional() });
const seconds = z.int().min(0).optional();

const probe = z.strictObject({
  exec: z.strictObject({ command: texts }).optional(),
  httpGet: z
    .strictObject({
      path: text.optional(),
      port,
      scheme: text.optional(),
      httpHeaders: z.array(z.strictObject({ name: text, value: anyText })).optional(),
    })
    .optional(),
  initialDelaySeconds: seconds,
  periodSeconds: seconds,
  failureThreshold: seconds,
  successThreshold: seconds,
  timeoutSeconds: seconds,
});

const common = {
  command: texts.optional(),
  environmentVariables: z.array(environmentVariable).optional(),
  volumeMounts: z.array(volumeMount).optional(),
  securityContext: securityContext.optional(),
};
const image = z
  .string()
  .max(500)
  .regex(IMAGE, 'image' satisfies FileRule);

const container = z.strictObject({
  name: groupName,
  properties: z.strictObject({
    ...common,
    image,
    ports: z.array(z.strictObject({ port, protocol: protocol.optional() })).optional(),
    resources: z.strictObject({ requests, limits: requests.partial().optional() }),
    livenessProbe: probe.optional(),
    readinessProbe: probe.optional(),
  }),
});
const initContainer = z.strictObject({
  name: groupName,
  properties: z.strictObject({ ...common, image: image.optional() }),
});

const volume = z.strictObject({
  name: groupName,
  azureFile: z
    .strictObject({
      shareName: text,
      storageAccountName: text,
      storageAccountKey: secret.optional(),
      readOnly: z.boolean().optional(),
    })
    .optional(),
  emptyDir: z.strictObject({}).optional(),
  secret: z.record(text, secretOf('base64')).optional(),
});

const properties = z.strictObject({
  containers: z.array(container).min(1).max(60),
  osType: z.enum(['Linux', 'Windows']),
  sku: z.enum(['Standard', 'Confidential', 'Dedicated']).optional(),
  priority: z.enum(['Regular', 'Spot']).optional(),
  restartPolicy: z.enum(['Always', 'OnFailure', 'Never']).optional(),
  confidentialComputeProperties: z.strictObject({ ccePolicy: anyText }).optional(),
  diagnostics: z
    .strictObject({
      logAnalytics: z.strictObject({
        workspaceId: text,
        workspaceKey: secret,
        logType: z.enum(['ContainerInsights', 'ContainerInstanceLogs']).optional(),
        metadata: pairs.optional(),
        workspaceResourceId: resourceId.optional(),
      }),
    })
    .optional(),
  dnsConfig: z
    .strictObject({ nameServers: texts, searchDomains: text.optional(), options: text.optional() })
    .optional(),
  encryptionProperties: z
    .strictObject({ vaultBaseUrl: text, keyName: text, keyVersion: text, identity: resourceId.optional() })
    .optional(),
  extensions: z
    .array(
      z.strictObject({
        name: text,
        properties: z.strictObject({
          extensionType: text,
          version: text,
          settings: z.record(text, z.unknown()).optional(),
          protectedSettings: z.record(text, secret).optional(),
        }),
      }),
    )
    .optional(),
  imageRegistryCredentials: z
    .array(
      z.strictObject({
        server: text,
        username: text.optional(),
        password: secret.optional(),
        identity: resourceId.optional(),
        identityUrl: text.optional(),
      }),
    )
    .optional(),
  initContainers: z.array(initContainer).optional(),
  ipAddress: z
    .strictObject({
      type: z.enum(['Public', 'Private']),
      ports: z.array(z.strictObject({ protocol: protocol.optional(), port })).min(1),
      dnsNameLabel: lowerCase(DNS_LABEL, 'label').optional(),
      autoGeneratedDomainNameLabelScope: z
        .enum(['Unsecure', 'TenantReuse', 'SubscriptionReuse', 'ResourceGroupReuse', 'NoReuse'])
        .optional(),
    })
    .optional(),
  subnetIds: z.array(z.strictObject({ id: resourceId, name: text.optional() })).optional(),
  volumes: z.array(volume).optional(),
});

/**
 * A container group as people write it: the document's fields (docs/sources.md, Container groups), with a
 * reference for each of the six kinds of secrets. `respell` brings other spellings into this one.
 */
export const groupDocument = z.strictObject({
  apiVersion: text.optional(),
  type: z
    .string()
    .regex(GROUP_TYPE, 'groupType' satisfies FileRule)
    .optional(),
  name: groupName.optional(),
  location: text.optional(),
  identity: z
    .strictObject({
      type: z.enum(identityTypes),
      userAssignedIdentities: z.record(resourceId, z.strictObject({})).optional(),
    })
    .optional(),
  tags: pairs.optional(),
  zones: texts.optional(),
  properties,
});
export type GroupDocument = z.infer<typeof groupDocument>;
