import type { VendorClient } from '#cloud/client.ts';
import { callOptions } from '#cloud/operation.ts';
import type { SecretSource } from '#cloud/services/secrets.ts';
import type { Changes } from '#engine/changes/changes.ts';
import { findRule } from '#engine/changes/decision/rules.ts';
import type { Services } from '#features/feature.ts';
import type { AppError } from '#platform/lib/errors.ts';
import type { Words } from '#platform/texts/texts.ts';
import { notAllowed, type Policy } from '#policy/policy.ts';
import type { Answers } from '#teams/cards/form.ts';
import { deploy } from '../deploy.ts';
import { type ContainerPlace, containerPlaces, findContainerPlace } from '../policy.ts';
import { DEPLOY } from '../terms.ts';

/** What the form's pages are built from. */
export interface DeployFormContext {
  readonly answers: Answers;
  readonly words: Words;
  readonly policy: Policy;
  readonly vendor: VendorClient;
  readonly secrets: SecretSource;
  readonly changes: Pick<Changes, 'list'>;
  readonly correlation: string;
  /** Deadline for the vendor's answers, in milliseconds since 1970. */
  readonly endBy: number;
  /** The places where a rule lets this person request a group. */
  readonly places: readonly ContainerPlace[];
}

interface OpenForm {
  readonly answers: Answers;
  readonly turn: {
    readonly who: { readonly objectId: string };
    readonly words: Words;
    readonly correlation: string;
    readonly answerBy: number;
  };
  readonly services: Services;
}

export const deployContextOf = ({ answers, turn, services }: OpenForm): DeployFormContext => {
  const policy = services.policy.current();
  return {
    answers,
    words: turn.words,
    policy,
    vendor: services.vendor,
    secrets: services.secrets,
    changes: services.changes,
    ...callOptions(turn),
    places: requestablePlaces(policy, turn.who.objectId),
  };
};

export const requestablePlaces = (policy: Policy, requester: string): readonly ContainerPlace[] =>
  containerPlaces(policy).filter(({ key }) => {
    const facets = { ...deploy.facetWords(policy), place: key };
    return findRule(policy, { kind: DEPLOY, facets, requester, forSelf: false }) !== undefined;
  });

/** Whether a rule lets this person request a group at the place. */
export const mayRequestAt = (policy: Policy, requester: string, { key }: Pick<ContainerPlace, 'key'>): boolean =>
  requestablePlaces(policy, requester).some((place) => place.key === key);

/** Says who may request a group there; without a place, who may anywhere. */
export const notRequestable = (policy: Policy, place: ContainerPlace | undefined): AppError =>
  place
    ? notAllowed('containers.form.notThere', policy, (person) => mayRequestAt(policy, person, place), {
        place: place.title,
      })
    : notAllowed('containers.form.nothing', policy, (person) => requestablePlaces(policy, person).length > 0);

/** @throws AppError that says who may, where this person may request a group nowhere */
export const requireAnyPlace = (policy: Policy, requester: string): void => {
  if (requestablePlaces(policy, requester).length === 0) throw notRequestable(policy, undefined);
};

/** The chosen place, if it is one of `places`. */
export const chosenPlace = ({ answers, policy, places }: DeployFormContext): ContainerPlace | undefined => {
  const found = findContainerPlace(policy, answers.place ?? '');
  return places.find(({ key }) => key === found?.key);
};

export const groupName = ({ answers }: Pick<DeployFormContext, 'answers'>): string =>
  (answers.group ?? '').trim().toLowerCase();
