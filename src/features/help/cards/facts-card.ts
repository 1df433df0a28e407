import { z } from 'zod';
import { escapeMarkdown } from '#platform/lib/text.ts';
import { languageWords, type TextName, type Words } from '#platform/texts/texts.ts';
import type { Policy } from '#policy/policy.ts';
import { defineCard } from '#teams/cards/define-card.ts';
import { type Fact, fact, markdown } from '#teams/cards/view.ts';
import type { ChannelNames } from '#teams/connector/conversations/channels.ts';
import type { ConversationKind } from '#teams/connector/conversations/conversation.ts';

const factsView = z.object({ title: markdown, facts: z.array(fact), foot: markdown });
type FactsView = z.input<typeof factsView>;

export const factsCard = defineCard('help/facts.json', factsView);

const factOf = (words: Words, name: TextName<'help.label'>, value: string): Fact => ({
  title: words.plain(`help.label.${name}`),
  value: escapeMarkdown(value === '' ? '–' : value),
});

/** The ids by which a policy names a person, and whether it names this one. */
export const factsOfPerson = (
  policy: Policy,
  { objectId, tenantId, name }: { readonly objectId: string; readonly tenantId: string; readonly name: string },
  zone: string,
  words: Words,
): FactsView => {
  const known = policy.personByObjectId(objectId);
  return {
    title: words.markdown('help.whoami.title', { name }),
    facts: [
      factOf(words, 'objectId', objectId),
      factOf(words, 'tenant', tenantId),
      factOf(words, 'policyName', known?.key ?? ''),
      factOf(words, 'groups', policy.groupsOf(objectId).join(', ')),
      factOf(words, 'zone', zone),
      factOf(words, 'language', languageWords(words.locale, words)),
    ],
    foot: words.markdown(known ? 'help.whoami.known' : 'help.whoami.unknown'),
  };
};

interface Where {
  readonly kind: ConversationKind;
  readonly conversationId: string;
  readonly teamId?: string;
}

/** The ids by which a policy names a conversation, and whether it names this one. */
export const factsOfPlace = (
  policy: Policy,
  where: Where,
  names: ChannelNames | undefined,
  words: Words,
): FactsView => {
  const known = policy.conversationById(where.conversationId);
  const [conversation = '', thread = ''] = where.conversationId.split(';messageid=');
  // Teams does not name General, whose id is the team's.
  const general = conversation === where.teamId ? words.plain('help.where.general') : '';
  return {
    title: words.markdown(`help.where.${where.kind}`),
    facts: [
      ...(where.kind === 'channel'
        ? [factOf(words, 'team', names?.team ?? ''), factOf(words, 'channel', names?.channel ?? general)]
        : []),
      factOf(words, 'conversation', conversation),
      ...(thread === '' ? [] : [factOf(words, 'thread', thread)]),
      factOf(words, 'policyName', known?.key ?? ''),
      factOf(words, 'language', languageWords(known?.language ?? words.locale, words)),
    ],
    foot: words.markdown(known ? 'help.where.known' : 'help.where.unknown', { kind: where.kind }),
  };
};
