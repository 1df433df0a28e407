import { z } from 'zod';

/**
 * What the toolkit's schema v1.11 says of the steps that Steward uses: their fields, which of them are required, and
 * that no other is allowed. Facts of packages/fx-core/resource/yaml-schema/v1.11 in OfficeDev/microsoft-365-agents-toolkit.
 */
const VERSION = 'v1.11';

const text = z.string();
const variable = z
  .string()
  .regex(/^[A-Z][A-Z0-9_]*$/)
  .max(256);
const secretVariable = z
  .string()
  .regex(/^SECRET_[A-Z0-9_]+$/)
  .max(256);
const packed = z.strictObject({ appPackagePath: text });

/** Fields that every step may have. */
const common = { name: text.optional(), env: z.record(text, text).optional() };

const step = z.discriminatedUnion('uses', [
  z.strictObject({
    ...common,
    uses: z.literal('teamsApp/create'),
    with: z.strictObject({ name: text }),
    writeToEnvironmentFile: z.strictObject({ teamsAppId: variable, teamsAppTenantId: variable.optional() }),
  }),
  z.strictObject({
    ...common,
    uses: z.literal('aadApp/create'),
    with: z.strictObject({
      name: text,
      generateClientSecret: z.literal(true),
      // Since v1.11.
      generateServicePrincipal: z.boolean().optional(),
      signInAudience: z.enum([
        'AzureADMyOrg',
        'AzureADMultipleOrgs',
        'AzureADandPersonalMicrosoftAccount',
        'PersonalMicrosoftAccount',
      ]),
    }),
    writeToEnvironmentFile: z.strictObject({
      clientId: variable,
      objectId: variable,
      clientSecret: secretVariable,
      tenantId: variable.optional(),
    }),
  }),
  z.strictObject({
    ...common,
    uses: z.literal('botFramework/create'),
    with: z.strictObject({
      botId: text,
      name: text,
      messagingEndpoint: text,
      description: text.optional(),
      channels: z.array(z.strictObject({ name: z.literal('msteams') })).optional(),
    }),
  }),
  z.strictObject({
    ...common,
    uses: z.literal('arm/deploy'),
    with: z.strictObject({
      subscriptionId: text,
      resourceGroupName: text,
      bicepCliVersion: text.optional(),
      templates: z.array(z.strictObject({ deploymentName: text, path: text, parameters: text.optional() })),
    }),
  }),
  z.strictObject({
    ...common,
    uses: z.literal('script'),
    with: z.strictObject({ run: text, workingDirectory: text.optional(), timeout: z.number().optional() }),
  }),
  z.strictObject({ ...common, uses: z.literal('cli/runNpmCommand'), with: z.strictObject({ args: text }) }),
  z.strictObject({
    ...common,
    uses: z.literal('devTool/install'),
    with: z.strictObject({ testTool: z.strictObject({ version: text, symlinkDir: text }).optional() }),
  }),
  z.strictObject({
    ...common,
    uses: z.literal('file/createOrUpdateEnvironmentFile'),
    with: z.strictObject({ target: text, envs: z.record(text, z.union([text, z.boolean(), z.number()])) }),
  }),
  z.strictObject({ ...common, uses: z.literal('teamsApp/validateAppPackage'), with: packed }),
  z.strictObject({ ...common, uses: z.literal('teamsApp/update'), with: packed }),
  z.strictObject({
    ...common,
    uses: z.literal('teamsApp/publishAppPackage'),
    with: packed,
    writeToEnvironmentFile: z.strictObject({ publishedAppId: variable }),
  }),
]);

export type ToolkitStep = z.infer<typeof step>;

/** A project file of the Microsoft 365 Agents Toolkit. */
export const toolkitFile = z.strictObject({
  version: z.literal(VERSION),
  /** The toolkit writes it at its first run. */
  projectId: text.optional(),
  environmentFolderPath: text.optional(),
  provision: z.array(step).default([]),
  deploy: z.array(step).default([]),
  publish: z.array(step).default([]),
});

export type ToolkitFile = z.infer<typeof toolkitFile>;
