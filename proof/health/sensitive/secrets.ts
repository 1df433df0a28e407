import { cloud } from '../../../sandbox/world.ts';
import type { Dice } from '../../run-on-stores.ts';

/**
 * How an event becomes sensitive: marked from the beginning; an unmarked security advisory, which counts as sensitive;
 * marked later; and an event that is not sensitive, to show that the search finds its texts where they are allowed.
 */
export const secrets = ['always', 'unsaid', 'later', 'never'] as const;
type Secrecy = (typeof secrets)[number];

export interface SecretEvent {
  /** Tracking id. */
  readonly name: string;
  readonly number: number;
  readonly secrecy: Secrecy;
  /** Whether the list leaves out the texts as documented; otherwise it shows everything. */
  readonly asDocumented: boolean;
  readonly level: 'Critical' | 'Error' | 'Warning' | 'Informational';
  readonly byResource: boolean;
}

export const secretEventOf = (dice: Dice, number: number): SecretEvent => {
  const secrecy = dice.pick(secrets);
  return {
    ...{ name: `S${number.toString(36).toUpperCase().padStart(3, '0')}-SEC`, number, secrecy },
    asDocumented: secrecy === 'always' && dice.oneIn(2),
    level: dice.pick(['Critical', 'Error', 'Warning', 'Informational']),
    byResource: dice.oneIn(2),
  };
};

/** A mark of one field of one event. */
const seed = (number: number, field: string): string => `PLANTq${number}q${field}`;

/** The events whose marks are in a text, by number. */
export const secretsIn = (text: string): Set<number> =>
  new Set([...text.matchAll(/plantq(\d+)q/gi)].map(([, number]) => Number(number)));

/** The parts of the event that everybody may see. */
export const SHOWN = { service: 'Key Vault', region: 'West Europe', spreads: 'North Europe' } as const;

interface EventStep {
  /** From 0; each is an update. */
  readonly step: number;
  readonly sensitive: boolean;
  readonly spread: boolean;
  readonly over: boolean;
  readonly at: number;
  readonly startedAt: number;
}

/** The event as the vendor sends it: marks in every text field. */
export const tell = ({ name, number, secrecy, level }: SecretEvent, moment: EventStep): Record<string, unknown> => {
  const { step, over, spread } = moment;
  const at = new Date(moment.at).toISOString();
  const say = (field: string): string => seed(number, `${field}${step}`);
  const html = (field: string): string =>
    `<p>It says <b>${say(field)}</b> at <a href="https://status.example/${say(`${field}Link`)}">${say(`${field}Anchor`)}</a></p>`;
  const update = (field: string) => ({ summary: html(field), updateDateTime: at, eventTags: [say(`${field}Tag`)] });
  const region = (impactedRegion: string) => ({
    ...{ impactedRegion, status: over ? 'Resolved' : 'Active', lastUpdateTime: at },
    impactedSubscriptions: [cloud.subscriptions.production.id, say('subscription')],
    impactedTenants: [say('tenant')],
    updates: [update('regionUpdate')],
  });
  const flag = secrecy === 'unsaid' ? {} : { isEventSensitive: moment.sensitive };
  return {
    id: `/providers/Vendor.ResourceHealth/events/${name}`,
    name,
    type: '/providers/Vendor.ResourceHealth/events',
    systemData: { createdBy: say('createdBy'), createdAt: at, lastModifiedBy: say('modifiedBy') },
    properties: {
      ...flag,
      eventType: secrecy === 'unsaid' || number % 2 === 0 ? 'SecurityAdvisory' : 'ServiceIssue',
      ...{ eventSubType: say('subType'), eventSource: say('source'), eventLevel: level },
      ...{ status: over ? 'Resolved' : 'Active', title: say('title'), header: say('header') },
      ...{ summary: html('summary'), description: html('description') },
      article: {
        articleContent: html('article'),
        articleId: say('articleId'),
        parameters: { a: say('articleParameter') },
      },
      additionalInformation: { message: html('additional') },
      links: [
        {
          type: 'Hyperlink',
          displayText: { value: say('linkText'), localizedValue: say('linkLocal') },
          ...{ extensionName: say('extension'), bladeName: say('blade') },
          parameters: { url: `https://status.example/${say('url')}` },
        },
      ],
      impact: [
        {
          ...{ impactedService: SHOWN.service, impactedServiceGuid: say('serviceGuid') },
          impactedRegions: [SHOWN.region, ...(spread ? [SHOWN.spreads] : [])].map(region),
        },
      ],
      updates: [update('update'), update('older')],
      eventTags: [say('tag'), ...(step > 1 ? ['Final PIR'] : [])],
      recommendedActions: {
        message: html('recommended'),
        localeCode: say('locale'),
        actions: [{ groupId: 1, actionText: html('action') }],
      },
      faqs: [{ question: say('question'), answer: html('answer'), localeCode: say('faqLocale') }],
      ...{ impactStartTime: new Date(moment.startedAt).toISOString(), lastUpdateTime: at, priority: 3 },
      ...{ isHIR: true, hirStage: say('hirStage'), externalIncidentId: say('external'), reason: say('reason') },
      ...{ impactType: say('impactType'), billingId: say('billing'), currencyType: say('currency') },
      ...{ oldRate: 1.5, newRate: 2.5, platformInitiated: true },
    },
  };
};

const HIDDEN = ['summary', 'description', 'updates', 'article'];

/** A sensitive event in a list, as documented. */
export const withoutTexts = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutTexts);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => !HIDDEN.includes(name));
  return Object.fromEntries(kept.map(([name, field]) => [name, withoutTexts(field)]));
};
