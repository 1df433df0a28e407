import { z } from 'zod';
import type { ContainerGroup } from '#cloud/operations/container-groups.ts';
import { cut, escapeMarkdown, type Markdown, NO_TEXT } from '#platform/lib/text.ts';
import { isTextKey, type TextName, type Words } from '#platform/texts/texts.ts';
import { placeButtons, placedButton } from '#teams/cards/buttons.ts';
import { type CardJson, defineCard, fitCard, some } from '#teams/cards/define-card.ts';
import { dateTime, type Fact, fact, markdown, type Tone, toneStyle } from '#teams/cards/view.ts';
import { redactText } from '../document/redaction.ts';
import { eventWords, groupFact, groupStateText, provisioningFact } from '../facts.ts';
import { eventsOf } from '../group-state.ts';
import type { ContainerPlace } from '../policy.ts';
import { containerVerbs } from '../terms.ts';

/** A group's current state, containers, address and events. */
export const groupCard = defineCard(
  'containers/group.json',
  z.object({
    state: markdown,
    tone: z.string(),
    colour: z.string(),
    overline: markdown,
    title: markdown,
    facts: z.array(fact),
    containers: z.array(
      z.object({
        name: markdown,
        detail: markdown,
        state: markdown,
        colour: z.string(),
        note: markdown,
        noteColour: z.enum(['Default', 'Warning', 'Attention']),
      }),
    ),
    eventsTitle: markdown,
    events: z.array(z.object({ name: markdown, text: markdown, colour: z.string() })),
    more: markdown,
    foot: markdown,
    buttons: z.array(placedButton),
  }),
);

const tones: ReadonlyMap<string, Tone> = new Map([
  ['Running', 'good'],
  ['Pending', 'accent'],
  ['Creating', 'accent'],
  ['Updating', 'accent'],
  ['Failed', 'attention'],
  ['Stopped', 'warning'],
  ['Canceled', 'warning'],
  ['Terminated', 'default'],
  ['Waiting', 'warning'],
]);

export const toneOf = (state: string): Tone => tones.get(state) ?? 'default';

/** The group's state; its provisioning state where it has none yet. */
export const stateOf = ({ instanceView, provisioningState }: ContainerGroup): string =>
  provisioningState === 'Failed' ? 'Failed' : (instanceView?.state ?? provisioningState ?? '');

const MOST_CONTAINERS = 10;
const MOST_EVENTS = 10;

/** The group's place, and whether the reader may request changes there. */
type Place = Pick<ContainerPlace, 'key' | 'title' | 'resourceGroup'> & { readonly mayRequest: boolean };
type GroupView = Parameters<typeof groupCard.render>[0];

/** @param readAt when the vendor was read, in milliseconds */
export const renderGroup = (group: ContainerGroup, place: Place, readAt: number, words: Words): CardJson => {
  const view = viewGroup(group, place, readAt, words);
  return fitCard((share) => groupCard.render(view(share)));
};

/** The parts of the group that are shown, for a share of the whole. */
export const viewGroup = (
  group: ContainerGroup,
  place: Place,
  readAt: number,
  words: Words,
): ((share: number) => GroupView) => {
  const state = stateOf(group);
  const events = eventsOf(group);
  const buttons = buttonsOf(place, group, words);
  return (share) => {
    const shown = events.slice(0, some(MOST_EVENTS, share));
    return {
      state: escapeMarkdown(groupStateText('state', state, words)),
      ...toneStyle(toneOf(state)),
      overline: words.markdown('containers.group.overline', { place: place.title, resourceGroup: place.resourceGroup }),
      title: escapeMarkdown(group.name),
      facts: [
        ...factsOf(group, words),
        ...moreContainers(group.containers.length - some(MOST_CONTAINERS, share), words),
      ],
      containers: group.containers.slice(0, some(MOST_CONTAINERS, share)).map((one) => toRow(one, words)),
      eventsTitle:
        shown.length > 0 ? words.markdown('containers.group.events') : words.markdown('containers.group.noEvents'),
      events: shown.map((event) => ({
        name: escapeMarkdown(event.name),
        text: eventWords(event),
        colour: /warning|error/i.test(event.type) ? 'Attention' : 'Default',
      })),
      more:
        events.length > shown.length
          ? words.markdown('containers.more', { count: events.length - shown.length })
          : NO_TEXT,
      foot: `${words.markdown('containers.group.read')} ${dateTime(readAt)}` as Markdown,
      buttons,
    };
  };
};

const buttonsOf = ({ key, mayRequest }: Place, { name }: ContainerGroup, words: Words) => {
  const data = { place: key, group: name };
  const button = (title: TextName<'containers.button'>, verb: string) => ({
    ...{ title: words.plain(`containers.button.${title}`), verb, data },
  });
  return placeButtons([
    ...(mayRequest ? [{ ...button('image', containerVerbs.image), style: 'positive' as const }] : []),
    button('refresh', containerVerbs.show),
    ...(mayRequest ? [button('change', containerVerbs.change)] : []),
    { title: words.plain('containers.button.list'), verb: containerVerbs.list, data: { place: key, page: 0 } },
  ]);
};

const moreContainers = (count: number, words: Words): Fact[] =>
  count > 0 ? [groupFact('container', words.plain('containers.more', { count }), words)] : [];

const factsOf = (group: ContainerGroup, words: Words): Fact[] => {
  const { ipAddress, provisioningState = '', osType = '', restartPolicy = '', location, priority, sku } = group;
  const ports = (ipAddress?.ports ?? []).map(({ port, protocol = 'TCP' }) => `${port}/${protocol}`).join(', ');
  const address = ipAddress
    ? [ipAddress.fqdn, ipAddress.ip, words.plain('containers.ports', { ports })].filter(Boolean).join(' · ')
    : words.plain('containers.address.none');
  const scope = ipAddress?.dnsNameLabel ? (ipAddress.autoGeneratedDomainNameLabelScope ?? 'Unsecure') : undefined;
  const kind = [priority, sku].filter((word) => word !== undefined && !/^(?:Regular|Standard)$/.test(word));
  const restart = knownWords(`containers.restart.${restartPolicy}`, words);
  return [
    ...provisioningFact(provisioningState, group.instanceView?.state ?? '', words),
    groupFact('reached', address, words),
    ...(ipAddress?.type === 'Public' || ipAddress?.type === 'Private'
      ? [
          groupFact(
            'address',
            [
              words.plain(`containers.address.${ipAddress.type}`),
              ...knownWords(`containers.scope.${scope}`, words),
            ].join(' · '),
            words,
          ),
        ]
      : []),
    groupFact('system', [osType, ...restart, ...kind].join(' · '), words),
    ...(location ? [groupFact('location', location, words)] : []),
  ];
};

/** Empty for an undocumented value. */
const knownWords = (key: string, words: Words): readonly string[] => (isTextKey(key) ? [words.plain(key)] : []);

const noteColourOf = (tone: Tone, restarts: number): GroupView['containers'][number]['noteColour'] => {
  if (tone === 'attention') return 'Attention';
  return tone === 'warning' || restarts > 0 ? 'Warning' : 'Default';
};

const toRow = (one: ContainerGroup['containers'][number], words: Words) => {
  const { currentState, restartCount = 0 } = one.instanceView ?? {};
  const { state = '', detailStatus = '', exitCode } = currentState ?? {};
  const { cpu, memoryInGB, gpu } = one.resources?.requests ?? {};
  const size =
    cpu === undefined || memoryInGB === undefined ? [] : [words.plain('containers.size', { cpu, memory: memoryInGB })];
  const notes = [
    ...(detailStatus === '' ? [] : [detailStatus]),
    ...(exitCode === undefined ? [] : [words.plain('containers.group.exit', { code: exitCode })]),
    ...(restartCount > 0 ? [words.plain('containers.group.restarts', { count: restartCount })] : []),
  ];
  const tone = toneOf(state);
  return {
    name: escapeMarkdown(one.name),
    detail: escapeMarkdown(
      [cut(redactText(one.image ?? ''), 160), ...size, ...(gpu?.sku ? [`${gpu.count ?? 1} ${gpu.sku}`] : [])].join(
        ' · ',
      ),
    ),
    state: escapeMarkdown(groupStateText('state', state, words)),
    colour: toneStyle(tone).colour,
    note: escapeMarkdown(cut(notes.join(' · '), 160)),
    noteColour: noteColourOf(tone, restartCount),
  };
};
