import type { FormContext } from '#bot/commands/registry.ts';
import { personIn } from '#bot/turn/mentions.ts';
import type { Turn } from '#bot/turn/turn.ts';
import { changesPolicy } from '#engine/changes/decision/rules.ts';
import type { Services } from '#features/feature.ts';
import { choiceField, oneOf } from '#features/form-fields.ts';
import { personNamed } from '#features/person-named.ts';
import { AppError } from '#platform/lib/errors.ts';
import { EVERYONE } from '#policy/model/entries.ts';
import type { PolicyPerson } from '#policy/policy.ts';
import type { Answers, Field } from '#teams/cards/form.ts';
import { GRANT, requestableFor } from '../requestable.ts';

/** The receiver of what a form asks for. */
export interface Receiver {
  /** Directory object id. */
  readonly objectId: string;
  readonly name: string;
  /** Whether it is not the person who fills in the form. */
  readonly isOther: boolean;
}

/**
 * The person a command names, in whose place its author asks.
 * @returns their directory object id; undefined for the author
 * @throws AppError for a person missing from the policy, such as a guest or a person of another tenant, and where the author may
 * not ask in their place
 */
export const receiverNamed = (turn: Turn, services: Services, text: string): string | undefined => {
  const policy = services.policy.current();
  const objectId = personNamed(policy, personIn(turn, text));
  if (objectId === turn.who.objectId) return undefined;
  const person = policy.personByObjectId(objectId);
  if (!person)
    throw new AppError({ code: 'Access.UnknownReceiver', text: 'access.onBehalf.unknown', values: { who: text } });
  if (requestableFor(services, turn.who.objectId, GRANT, objectId).length > 0) return objectId;
  const values = { who: person.name };
  throw new AppError({ code: 'Policy.NotForOthers', text: 'access.form.onlySelf', values });
};

/** The receiver by the answers so far. */
export const receiverOf = ({ answers, turn: { who }, services }: Omit<FormContext, 'form'>): Receiver => {
  const other = answers.person ? services.policy.current().personByObjectId(answers.person) : undefined;
  return other && other.objectId !== who.objectId
    ? { objectId: other.objectId, name: other.name, isOther: true }
    : { objectId: who.objectId, name: who.name, isOther: false };
};

/** In whose place this person may ask for some role; empty for most people. */
export const receiversFor = (services: Services, objectId: string): readonly PolicyPerson[] => {
  const policy = services.policy.current();
  const mayAny = changesPolicy(policy).rules.some(
    ({ change, onBehalf }) =>
      change.includes(GRANT) && onBehalf && (onBehalf.by.includes(EVERYONE) || policy.isIn(objectId, onBehalf.by)),
  );
  if (!mayAny) return [];
  return policy.people.filter(
    (person) => person.objectId !== objectId && requestableFor(services, objectId, GRANT, person.objectId).length > 0,
  );
};

const SOMEBODY_ELSE = /^somebody\s+else$/i;

/** Whether a command is for another person without naming them: the form asks for the name first. */
export const isSomebodyElse = (text = ''): boolean => SOMEBODY_ELSE.test(text.trim());

/** @throws AppError where this person may ask only for themselves */
export const requireReceivers = (services: Services, objectId: string): undefined => {
  if (receiversFor(services, objectId).length > 0) return;
  throw new AppError({ code: 'Policy.NotForOthers', text: 'access.onBehalf.nobody' });
};

/** Whether the form was opened for another person who is not named yet. */
export const isForAnother = ({ another }: Answers): boolean => another !== undefined;

/** The question for the receiver, for people who may ask in another's place. */
export const personField = ({ turn: { words, who }, services, answers }: FormContext): readonly Field[] => {
  const people = receiversFor(services, who.objectId);
  if (people.length === 0) return [];
  const isNeeded = isForAnother(answers);
  const ids = people.map(({ objectId }) => objectId);
  return [
    choiceField({
      ...{ id: 'person', required: isNeeded, searchable: true },
      label: words.plain(isNeeded ? 'access.onBehalf.personNeeded' : 'access.onBehalf.person'),
      missing: words.plain('access.onBehalf.personMissing'),
      placeholder: words.plain(isNeeded ? 'access.onBehalf.personNeededExample' : 'access.onBehalf.personExample'),
      items: people.map(({ objectId, name }) => ({ key: objectId, title: name })),
      schema: oneOf([...ids, who.objectId], words.plain('access.onBehalf.personUnknown')),
    }),
  ];
};
