import type { Dice } from '../../lib/dice.ts';
import { policyOf } from '../../lib/policy-text.ts';
import { type Key, keys, PLACE, roleIds } from '../../policy-change/policy.ts';
import { viewers } from '../laws.ts';

/** Cards that the outbox keeps up to date, and lists by the command that draws them. */
export const postedKinds = ['incident', 'failure', 'watch', 'invoice', 'translation'] as const;
export const listKinds = {
  watches: 'watches',
  group: 'container cg-ledger-api on ledger',
  groups: 'containers',
  subscriptions: 'subscription requests',
  'all subscriptions': 'subscription requests all',
  shares: 'syncs',
  syncs: 'syncs settlements',
  'sync settings': 'sync settings fees',
  summaries: 'invoice summaries',
  glossary: 'glossary',
  health: 'health payments',
  requests: 'my requests',
  waiting: 'waiting',
} as const;

export type PostedKind = (typeof postedKinds)[number];
export type ListKind = keyof typeof listKinds;

/** One card under one policy. */
export interface KindPlan {
  readonly kind: PostedKind | ListKind;
  readonly policy: string;
  /** Who asked for it, set it up or has it translated: the first of them who may. */
  readonly askers: readonly Key[];
  /** Whose buttons are pressed: of everybody's are too many. */
  readonly pressers: readonly string[];
  /** How many people the conversation has. */
  readonly crowd: number;
  /** An incident is sensitive, over, acknowledged or snoozed; a watch is paused or has ended; an answer has failed. */
  readonly hidden: boolean;
  readonly over: boolean;
  readonly taken: boolean;
  readonly quiet: boolean;
}

const groups = { askers: ['ana', 'bo'], leads: ['bo', 'cy', 'di', 'ed'], security: ['ed', 'fi'], platform: ['cy'] };
const some = [['leads'], ['security', 'platform'], ['askers'], ['askers', 'leads', 'security'], []] as const;
const readers = ['everyone', 'everyone', ...some] as const;

/** A policy with other readers, watchers and requesters each time. */
const policyBy = (dice: Dice): string => {
  const group = () => dice.pick(some);
  const read = () => dice.pick(readers);
  const share = (kind: string, name: string) => ({
    id: `${PLACE}/resourceGroups/rg/providers/Vendor.DataShare/accounts/dsa/${kind}/${name}`,
    read: read(),
  });
  const rule = (name: string, change: string, ask: readonly string[]) => ({
    ...{ name, change, ask, decide: ['leads'], card: 'here' },
  });
  const asks = () => dice.pick([['everyone'], ['askers'], ['leads', 'security']]);
  return policyOf(keys, {
    groups,
    places: { payments: { scope: PLACE }, ledger: { scope: `${PLACE}/resourceGroups/rg-ledger` } },
    access: { roles: { reader: { id: roleIds['reader'], title: 'Reader', max: '30 days' } } },
    alerts: { watch: group() },
    health: { read: read(), details: group() },
    billing: {
      accounts: {
        main: { account: '8608480', invoices: { november: 'G002548106' }, see: group(), channels: ['here'] },
      },
    },
    translation: { use: read(), glossary: { see: read(), edit: read() } },
    dataShares: { settlements: share('shares', 'settlements'), fees: share('shareSubscriptions', 'fees') },
    containers: { see: group(), places: { ledger: { location: 'west', groups: ['cg-ledger-api'] } } },
    subscriptions: { list: group() },
    changes: {
      rules: [
        rule('roles', 'access.grant', asks()),
        rule('groups', 'containers.deploy', asks()),
        rule('orders', 'subscriptions.create', ['everyone']),
      ],
    },
  });
};

export const kindPlanBy = (dice: Dice): KindPlan => {
  const first = dice.below(keys.length);
  return {
    kind: dice.pick([...postedKinds, ...postedKinds, ...(Object.keys(listKinds) as ListKind[])]),
    policy: policyBy(dice),
    askers: [...keys.slice(first), ...keys.slice(0, first)],
    pressers: [dice.pick(viewers), dice.pick(viewers), dice.pick(viewers)],
    crowd: dice.pick([8, 60, 61, 400]),
    ...{ hidden: dice.oneIn(3), over: dice.oneIn(3), taken: dice.oneIn(3), quiet: dice.oneIn(3) },
  };
};
