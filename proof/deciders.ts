import { type PersonKey, people, type SandboxPerson } from '../sandbox/world.ts';
import { MINUTE } from '../src/platform/lib/clock.ts';

const two = (n: number): string => String(n).padStart(2, '0');

const decider = (n: number): SandboxPerson => ({
  ...people.bo,
  key: `j${two(n)}`,
  objectId: `aaaac0de-7777-4a77-8a77-0000000000${two(n)}`,
  teamsId: `29:sandbox-j${two(n)}`,
  name: `Decider No ${two(n)}`,
});

/** Sixteen who may decide: the clickers of the largest race. */
export const deciders: readonly SandboxPerson[] = Array.from({ length: 16 }, (_, n) => decider(n + 1));

/** What the vendor offers without a second factor or a ticket, by the key that the policy gives it. */
export const roles = {
  monitoring: '43d0d8ad-25c7-4714-9337-8ba259a9fe05',
  logs: '73c42c96-874c-492b-b04d-ab87d138a893',
  blobs: '2a2b9908-6ea1-4ae2-8e65-a410df84e7d1',
  vaults: '21090545-7ca7-4776-b22c-e363652d74d2',
  network: '4d97b98b-1d4f-4787-a291-c67834d212e7',
  findings: '39bc4728-0917-49c7-9d2c-d95423bc2eb4',
  billing: 'fa23ad8b-c56e-40d8-ac0c-ce449e1d2c64',
} as const;

/** One thing that one person may ask for. */
export interface Wanted {
  readonly asker: PersonKey;
  readonly place: string;
  readonly role: string;
}

const askers = ['ana', 'bo', 'cy', 'di', 'fi'] as const;
const places = ['payments', 'staging', 'ledger', 'gateway'] as const;

/** So many may wait at once; what Ana has at the gateway before the story begins is left out. */
export const wants: readonly Wanted[] = askers
  .flatMap((asker) =>
    places.flatMap((place) => ['reader', 'contributor', ...Object.keys(roles)].map((role) => ({ asker, place, role }))),
  )
  .filter(({ asker, place }) => asker !== 'ana' || place !== 'gateway');

/** How long what is asked waits for a decision, by the clock of the cluster. */
const PATIENCE_MINUTES = 40;
export const PATIENCE_MS = PATIENCE_MINUTES * MINUTE;

const lines = (texts: readonly string[]): string => texts.map((text) => `${text}\n`).join('');

/** The shipped policy with people who decide on everything, and patience for a busy machine: a batch takes its time. */
export const policyDecidedBy = (text: string, decide: readonly SandboxPerson[]): string =>
  lines([
    text
      .replace('\ngroups:\n', () =>
        lines([
          ...decide
            .filter(({ objectId }) => !text.includes(objectId))
            .map(({ key, objectId, name }) => `  ${key}: { id: ${objectId}, name: ${name} }`),
          `\ngroups:\n  deciders: [${decide.map(({ key }) => key).join(', ')}]`,
        ]),
      )
      .replace('  roles:\n', () =>
        lines(['  roles:', ...Object.entries(roles).map(([key, id]) => `    ${key}: { id: ${id}, title: ${key} }`)]),
      )
      .replace('answerWithin: 8 hours', `answerWithin: ${PATIENCE_MINUTES} minutes`)
      .replace('  rules:\n', () =>
        lines([
          '  rules:',
          '    - { name: deciders decide, change: access.grant, ask: everyone, decide: deciders, card: approvals }',
        ]),
      ),
    'teams: { perTenantPerSecond: 50 }',
  ]);

/** With sixteen of them. */
export const decidersPolicy = (text: string): string => policyDecidedBy(text, deciders);
