import { importFaults } from './import-rules.ts';
import { parseSource, readSources, type Source } from './source.ts';

const faultsOf = (file: string, text: string): string[] => importFaults([parseSource(file, text)]);

/** The tests of the sandbox may import what they test it with. */
const sandboxSources = (): Source[] =>
  readSources('sandbox').filter(({ file }) => !/^sandbox\/(test|browser)\//.test(file));

it('no file of src and of the sandbox imports what its room may not', () => {
  expect(importFaults([...readSources('src'), ...sandboxSources()])).toEqual([]);
});

describe('a made-up file that breaks a rule is named', () => {
  it.each([
    ['a lower layer that imports a higher one', 'src/platform/lib/x.ts', `import { a } from '#platform/http/http.ts';`],
    ['a layer that imports one after it in its own line', 'src/cloud/x.ts', `import { a } from '#policy/policy.ts';`],
    ['a type from a higher layer', 'src/engine/changes/x.ts', `import type { Turn } from '#bot/turn/turn.ts';`],
    ['an inline type import', 'src/engine/outbox/x.ts', `type A = import('../changes/change.ts').Change;`],
    ['a dynamic import', 'src/platform/jobs/x.ts', `const load = () => import('#engine/outbox/outbox.ts');`],
    ['a re-export', 'src/teams/cards/x.ts', `export { a } from '#engine/outbox/outbox.ts';`],
    ['a re-export of everything', 'src/platform/storage/x.ts', `export * from '#teams/cards/form.ts';`],
    ['bot that knows changes', 'src/bot/x.ts', `import type { Change } from '#engine/changes/change.ts';`],
    ['bot that knows alerts', 'src/bot/x.ts', `import type { Watch } from '#engine/alerts/watch.ts';`],
    ['a feature in another feature', 'src/features/help/x.ts', `import { grant } from '../access/grant.ts';`],
    ['shared feature code that names a feature', 'src/features/x.ts', `import { grant } from './access/grant.ts';`],
    ['a feature that reads the list', 'src/features/help/index.ts', `import { features } from '../index.ts';`],
    ['a service that speaks chat', 'src/features/access/service.ts', `import type { Turn } from '#bot/turn/turn.ts';`],
    ['a repository that imports commands', 'src/features/access/grants.ts', `import { a } from './chat/commands.ts';`],
    ['a feature that imports the app', 'src/features/access/form.ts', `import { a } from '../../app.ts';`],
    ['the operators in a layer', 'src/engine/outbox/x.ts', `import { tellOperators } from '#features/operators.ts';`],
    ['the sandbox in the app', 'src/app.ts', `import { a } from '../sandbox/sandbox.ts';`],
    ['a layer in the sandbox', 'sandbox/cloud/x.ts', `import { a } from '../../src/cloud/request/freeze.ts';`],
    [
      'more of the operations than their ids as a type',
      'sandbox/cloud/operation-ids.ts',
      `import { operations } from '../../src/cloud/operations/index.ts';`,
    ],
    ['a file that is no tier', 'src/somewhere/x.ts', `import { a } from '#platform/lib/ids.ts';`],
    ['botbuilder outside bot', 'src/features/access/form.ts', `import { TurnContext } from 'botbuilder-core';`],
    ['a type of botbuilder', 'src/teams/connector/x.ts', `import type { Activity } from 'botbuilder';`],
    ['undici outside http', 'src/cloud/x.ts', `import { request } from 'undici';`],
    ['restify outside the server', 'src/bot/x.ts', `import restify from 'restify';`],
    ['templating outside cards', 'src/engine/changes/x.ts', `import { Template } from 'adaptivecards-templating';`],
    ['pg outside storage', 'src/platform/jobs/x.ts', `import pg from 'pg';`],
    ['node:sqlite outside storage', 'src/platform/jobs/x.ts', `import { DatabaseSync } from 'node:sqlite';`],
    ['Kysely itself outside storage', 'src/platform/jobs/x.ts', `import { Kysely, sql } from 'kysely';`],
    ['pino outside the logger', 'src/platform/lib/x.ts', `import { pino } from 'pino';`],
    ['jose outside the gate', 'src/teams/connector/x.ts', `import { jwtVerify } from 'jose';`],
    ['the identity library outside identity', 'src/cloud/x.ts', `import { AuthError } from '@azure/msal-node';`],
    ['a package without a door', 'src/platform/lib/x.ts', `import _ from 'lodash';`],
    ['a computed import', 'src/platform/lib/x.ts', `const load = (name: string) => import(name);`],
    ['the environment', 'src/platform/config/config.ts', `const port = process.env.PORT;`],
    ['the environment by a quoted name', 'src/platform/lib/x.ts', `const port = process['env']['PORT'];`],
    ['the environment taken apart', 'src/platform/lib/x.ts', `const { env } = process;`],
    ['the environment by its module', 'src/platform/lib/x.ts', `import { env } from 'node:process';`],
  ])('%s', (_what, file, text) => {
    expect(faultsOf(file, text)).toEqual([expect.stringContaining(file)]);
  });
});

describe('what the rules allow is left alone', () => {
  it.each([
    ['an earlier layer', 'src/bot/x.ts', `import { a } from '#engine/outbox/outbox.ts';`],
    ['a feature with its own files', 'src/features/access/form.ts', `import { a } from './grants.ts';`],
    ['what features share', 'src/features/access/form.ts', `import { a } from '../change-answers.ts';`],
    ['the list of features', 'src/features/index.ts', `import { access } from './access/index.ts';`],
    ['the sandbox in main', 'src/main.ts', `import { a } from '../sandbox/sandbox.ts';`],
    [
      'operation ids as a type',
      'sandbox/cloud/operation-ids.ts',
      `import type { OperationId } from '../../src/cloud/operations/index.ts';`,
    ],
    ['a type and an expression of Kysely', 'src/platform/jobs/x.ts', `import { type Selectable, sql } from 'kysely';`],
    ['the environment in main', 'src/main.ts', `const config = readConfig(process.env);`],
  ])('%s', (_what, file, text) => {
    expect(faultsOf(file, text)).toEqual([]);
  });
});
