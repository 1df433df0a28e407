import { alertsSection } from '../alerts/policy.ts';
import type { Registry } from '../bot/commands/registry.ts';
import type { UnderstandingDeps } from '../bot/understanding/understanding.ts';
import { rulesSection } from '../changes/decision/check-rules.ts';
import { directorySection } from '../policy/model/directory-section.ts';
import { limitsSection, ratesSection } from '../policy/model/limits.ts';
import { portalsSection } from '../policy/model/portals.ts';
import type { PolicySection } from '../policy/section.ts';
import type { Texts } from '../texts/texts.ts';
import { access } from './access/index.ts';
import { administration } from './administration/index.ts';
import { apps } from './apps/index.ts';
import { billing } from './billing/index.ts';
import { containers } from './containers/index.ts';
import { dataShare } from './data-share/index.ts';
import type { Feature } from './feature.ts';
import { health } from './health/index.ts';
import { help } from './help/index.ts';
import { requests } from './requests/index.ts';
import { subscriptions } from './subscriptions/index.ts';
import { translation } from './translation/index.ts';
import { watches } from './watches/index.ts';

/** The only list of features. */
export const features: readonly Feature[] = [
  access,
  apps,
  subscriptions,
  containers,
  requests,
  health,
  billing,
  dataShare,
  translation,
  watches,
  administration,
  help,
];

/** What a policy file may hold beside people and places. */
export const policySections: readonly PolicySection<unknown>[] = [
  ratesSection,
  portalsSection,
  directorySection,
  limitsSection,
  alertsSection,
  rulesSection(features.flatMap(({ changes = [] }) => changes)),
  ...features.flatMap(({ sections = [] }) => sections),
];

/** What people can mean by their own words, and name in them. */
export const understood = ({ commands }: Pick<Registry, 'commands'>, texts: Texts): UnderstandingDeps => {
  const words = texts.for('en');
  const areas = [...new Set(commands.map(({ area }) => area))];
  return {
    intents: features.flatMap(({ intents = [] }) => intents),
    topics: [
      ...areas.map((area) => ({ kind: 'topic', key: words.plain(`help.area.${area}`).toLowerCase(), titles: [] })),
      ...commands.map(({ name, aliases }) => ({
        kind: 'topic',
        key: name,
        titles: aliases.filter((alias) => alias.includes(' ')),
      })),
    ],
    namesIn: (policy) => features.flatMap((feature) => feature.vocabulary?.(policy) ?? []),
  };
};
