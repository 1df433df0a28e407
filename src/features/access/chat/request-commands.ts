import { z } from 'zod';
import type { Turn } from '../../../bot/turn/turn.ts';
import { defineCommand, type Services } from '../../feature.ts';
import { givenAnswers } from '../../form-fields.ts';
import { GRANT, REQUEST_FORM, requestableFor } from '../requestable.ts';
import { withPlace } from './choose-form.ts';
import { receiverNamed } from './on-behalf-form.ts';
import { askForRole } from './request-form.ts';

const word = z.string().optional();

/** How a length begins: “for 3 days”, “for an hour”, “for the day”; “for Bo Lind” names a person. */
const LENGTH =
  /^\s*(?:\d|["“„]|(?:an?|the|this|one|two|three|four|five|six|seven|eight|nine|ten|half|no|ever|good|always|as|some|few|several|today|tonight|long)(?=\s|$)|$)/i;

export const requestRole = defineCommand({
  name: 'request role',
  aliases: ['request', 'ask for role', 'ask for'],
  area: 'access',
  form: REQUEST_FORM,
  lead: 'role',
  slots: [
    { word: 'on', argument: 'place' },
    { word: 'for', argument: 'duration', before: LENGTH },
    // “reader for staging for 2 days”
    { word: 'for', argument: 'place', before: /^\s*\p{Ll}/u },
    { word: 'for', argument: 'person' },
    { word: 'until', argument: 'duration', keep: true },
    { word: 'from', argument: 'start' },
    { word: 'starting', argument: 'start' },
    { word: 'ticket', argument: 'ticket' },
    { word: 'because', argument: 'reason', rest: true },
  ],
  arguments: z.object({
    ...{ role: word, place: word, duration: word, person: word },
    ...{ start: word, ticket: word, reason: word },
  }),
  example: 'request role reader on payments for 5 days because I look into the failed payouts',
  async handle(turn, args, services) {
    const { person: named = somebodyElse(turn, args, services), ...said } = args;
    const { whom, place } = whomAndWhere(named, said.place, services);
    const person = whom === undefined ? undefined : receiverNamed(turn, services, whom);
    const all = requestableFor(services, turn.who.objectId, GRANT, person);
    return askForRole(turn, services, withPlace(givenAnswers({ ...said, place, person }), all));
  },
});

/** Names alone tell “for Payments Production” from “for Bo Lind”, and “for bo” from “for staging”. */
const whomAndWhere = (person: string | undefined, place: string | undefined, { policy }: Services) => {
  const current = policy.current();
  if (person !== undefined && place === undefined && current.findPlace(person))
    return { whom: undefined, place: person };
  const isPerson = place !== undefined && !current.findPlace(place) && current.findPeople(place).length > 0;
  return person === undefined && isPerson ? { whom: place, place: undefined } : { whom: person, place };
};

/** “Cy Okafor for 3 days …” */
const LENGTH_BEHIND = /^(\S.{0,79}?)\s+for\s+\S{1,20}\s+(?:minute|hour|day|week|month)s?\b/is;

/** “Cy Okafor”, left over before the reason. */
const somebodyElse = (
  turn: Turn,
  { reason = '' }: { readonly reason?: string | undefined },
  { policy }: Services,
): string | undefined => {
  const [, named = ''] = LENGTH_BEHIND.exec(reason) ?? [];
  const people = named === '' ? [] : policy.current().findPeople(named);
  return people.find(({ objectId }) => objectId !== turn.who.objectId)?.name;
};
