import { changesPolicy, decidingGroups, escalated } from '#engine/changes/decision/rules.ts';
import { isDecider } from '#engine/changes/notices/settings.ts';
import type { Services } from '#features/feature.ts';
import { escapeMarkdown, joinMarkdown, type Markdown } from '#platform/lib/text.ts';
import { listed, type TextName, type Words } from '#platform/texts/texts.ts';
import type { Policy, PolicyPerson } from '#policy/policy.ts';
import { dateTime, type Fact } from '#teams/cards/view.ts';
import { isAdministrator } from './administrators.ts';

/** The person a question is about. */
export interface PersonQuery {
  /** Directory object id of one of their accounts, in lower case. */
  readonly objectId: string;
  /** All of their accounts that the policy has; none for a person missing from it. */
  readonly accounts: readonly PolicyPerson[];
  readonly policy: Policy;
  readonly words: Words;
}

/** Where something about a person is known: its lines of the card. */
type PersonSource = (services: Services, asked: PersonQuery) => Promise<readonly Fact[]>;

/** A directory adds its own. */
const sources: readonly PersonSource[] = [fromPolicy, fromRules, fromNotices, fromRequests];

/** @param objectId of one of the person's accounts */
export const personQuery = (policy: Policy, objectId: string, words: Words): PersonQuery => ({
  ...{ objectId: objectId.toLowerCase(), policy, words },
  accounts: policy.people.filter((person) => policy.identityOf(person.objectId) === policy.identityOf(objectId)),
});

export const factsOf = async (services: Services, asked: PersonQuery): Promise<readonly Fact[]> => {
  const facts: Fact[] = [];
  for (const source of sources) facts.push(...(await source(services, asked)));
  return facts;
};

const fact = ({ words }: PersonQuery, name: TextName<'administration.person.label'>, value: Markdown): Fact => ({
  title: words.plain(`administration.person.label.${name}`),
  value,
});

const names = ({ words }: PersonQuery, all: readonly string[]): Markdown => escapeMarkdown(listed(all, words));

async function fromPolicy(_services: Services, asked: PersonQuery): Promise<readonly Fact[]> {
  const { accounts, objectId, policy, words } = asked;
  if (accounts.length === 0) return [fact(asked, 'id', escapeMarkdown(objectId))];
  const email = accounts.find((account) => account.email !== undefined)?.email;
  const groups = [...new Set(accounts.flatMap((account) => account.groups))];
  return [
    ...accounts.map(({ key, objectId: id }) => fact(asked, 'account', escapeMarkdown(`${key}: ${id}`))),
    ...(email === undefined ? [] : [fact(asked, 'email', escapeMarkdown(email))]),
    fact(asked, 'groups', groups.length === 0 ? words.markdown('administration.person.none') : names(asked, groups)),
    ...(isAdministrator(policy, objectId)
      ? [fact(asked, 'administrator', words.markdown('administration.person.yes'))]
      : []),
  ];
}

const GRANT = 'access.grant';

/** By the rules for what they ask for themselves; the limits of a role come on top. */
async function fromRules({ changes }: Services, asked: PersonQuery): Promise<readonly Fact[]> {
  const { accounts, objectId, policy, words } = asked;
  const ids = accounts.length === 0 ? [objectId] : accounts.map((account) => account.objectId);
  const places = policy.places.map(({ key }) => key);
  const may = (role: string, place: string): boolean =>
    ids.some((requester) => changes.mayAsk({ kind: GRANT, facets: { role, place }, requester, forSelf: true }));
  const roles = changes.wordsOf('role').flatMap((role) => {
    const where = places.filter((place) => may(role, place));
    if (where.length === 0) return [];
    const everywhere = where.length === places.length;
    return [words.markdown('administration.person.role', { role, everywhere, places: listed(where, words) })];
  });
  const rules = changesPolicy(policy).rules.filter((rule) =>
    ids.some((id) => policy.isIn(id, decidingGroups(escalated(rule)))),
  );
  return [
    fact(asked, 'asks', roles.length === 0 ? words.markdown('administration.person.none') : joinMarkdown(roles, '; ')),
    fact(
      asked,
      'decides',
      ids.some((id) => isDecider(policy, id))
        ? names(
            asked,
            rules.map(({ name }) => name),
          )
        : words.markdown('administration.person.none'),
    ),
  ];
}

/** Whether they are away, and who stands in for them. */
async function fromNotices({ changes, clock }: Services, asked: PersonQuery): Promise<readonly Fact[]> {
  const { accounts, policy, words } = asked;
  const facts: Fact[] = [];
  for (const { objectId } of accounts) {
    const { awayUntil = 0, standIn = '' } = (await changes.notices.find(objectId)) ?? {};
    if (awayUntil <= clock.now()) continue;
    const who = policy.personByObjectId(standIn)?.name;
    const instead = who === undefined ? '' : `, ${words.markdown('administration.person.standIn', { who })}`;
    facts.push(fact(asked, 'away', `${dateTime(awayUntil)}${instead}` as Markdown));
  }
  return facts;
}

/** More than one person may have waiting. */
const MOST_WAITING = 100;

async function fromRequests({ changes }: Services, asked: PersonQuery): Promise<readonly Fact[]> {
  const ids = asked.accounts.length === 0 ? [asked.objectId] : asked.accounts.map((account) => account.objectId);
  const refs: string[] = [];
  for (const id of ids) refs.push(...(await changes.requestsOf(id, ['waiting'], MOST_WAITING)).map(({ ref }) => ref));
  return refs.length === 0 ? [] : [fact(asked, 'waiting', names(asked, [...new Set(refs)]))];
}
