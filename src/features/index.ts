import type { Registry } from '#bot/commands/registry.ts';
import { intentOf } from '#bot/understanding/intent.ts';
import type { UnderstandingDeps } from '#bot/understanding/understanding.ts';
import { alertsSection } from '#engine/alerts/policy.ts';
import { rulesSection } from '#engine/changes/decision/check-rules.ts';
import { access } from '#features/access/index.ts';
import { administration } from '#features/administration/index.ts';
import { apps } from '#features/apps/index.ts';
import { billing } from '#features/billing/index.ts';
import { containers } from '#features/containers/index.ts';
import { dataShare } from '#features/data-share/index.ts';
import { health } from '#features/health/index.ts';
import { help } from '#features/help/index.ts';
import { requests } from '#features/requests/index.ts';
import { subscriptions } from '#features/subscriptions/index.ts';
import { translation } from '#features/translation/index.ts';
import { watches } from '#features/watches/index.ts';
import type { Texts } from '#platform/texts/texts.ts';
import { directorySection, limitsSection, portalsSection, ratesSection } from '#policy/model/sections.ts';
import type { PolicySection } from '#policy/section.ts';
import type { Feature } from './feature.ts';

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
export const interpreterConfig = ({ commands }: Pick<Registry, 'commands'>, texts: Texts): UnderstandingDeps => {
  const words = texts.for('en');
  const areas = [...new Set(commands.map(({ area }) => area))];
  return {
    intents: commands.map(intentOf),
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
