import { person } from '#bot/arguments/types.ts';
import { personIn } from '#bot/turn/mentions.ts';
import { cardAnswer, type Turn, textAnswer } from '#bot/turn/turn.ts';
import { allowedBy, defineCommand } from '#features/feature.ts';
import { personNamed } from '#features/person-named.ts';
import { policySince } from '#platform/audit/audit.ts';
import type { Policy } from '#policy/policy.ts';
import { baseId } from '#teams/connector/conversations/conversation.ts';
import { isAdministrator, requireAdministrator } from '../administrators.ts';
import { policyView } from '../cards/policy-card.ts';
import { personSubject, personTitle, personView, reportCard } from '../cards/report-card.ts';
import { factsOf, personQuery } from '../person.ts';

/** The administrator's own chat, and the conversation that gets the file's problems anyway: elsewhere others read along. */
const isPrivate = (policy: Policy, { where }: Turn): boolean =>
  where.kind === 'personal' || baseId(where.conversationId) === policy.conversation(policy.operators ?? '')?.id;

export const policyCommand = defineCommand({
  name: 'policy',
  aliases: ['policy status'],
  area: 'administration',
  effect: 'shows',
  takes: {},
  example: 'policy',
  may: allowedBy(isAdministrator),
  listed: isAdministrator,
  async run(turn, _args, { policy, changes, database: { db } }) {
    const { words } = turn;
    const current = policy.current();
    requireAdministrator(current, turn.who);
    const digest = policy.digest();
    const report = {
      ...{ policy: current, digest, since: await policySince(db, digest), problems: policy.problems() },
      ...{ freezes: await changes.freezes.list(db), isPrivate: isPrivate(current, turn) },
      isOwn: turn.where.kind === 'personal',
    };
    const view = policyView(report, words);
    return cardAnswer(reportCard.render(view), words.plain('administration.policy.overline'));
  },
});

export const whoIs = defineCommand({
  name: 'who is',
  aliases: [],
  area: 'administration',
  effect: 'shows',
  // “who is responsible for this” is a person’s own words.
  takes: { person: person.first(/^(?:[\p{Lu}\ufdd0-\ufdef]|[0-9a-f]{8}-)/u).needed() },
  example: 'who is Bo Lind',
  may: allowedBy(isAdministrator),
  listed: isAdministrator,
  says: 'nothing',
  async run(turn, { person }, services) {
    const { words, who, where, source } = turn;
    const policy = services.policy.current();
    requireAdministrator(policy, who);
    if (person === undefined) return textAnswer('administration.refused.person');
    const objectId = personNamed(policy, personIn(turn, person.replace(/\?$/, '')));
    const asked = personQuery(policy, objectId, words);
    if (where.kind !== 'personal') {
      await services.outbox.deliver(services.database.db, {
        ...{ subject: personSubject(asked.objectId, source), variant: 'own', to: { person: who.objectId } },
        ...{ language: words.locale, version: 1, needsAnswer: true },
      });
      return textAnswer('administration.person.ownChat', { who: personTitle(asked) });
    }
    const view = personView(personTitle(asked), asked.accounts.length > 0, await factsOf(services, asked), words);
    return cardAnswer(reportCard.render(view), personTitle(asked));
  },
});
