import { callOptions } from '../../../api/call-options.ts';
import type { VendorClient } from '../../../api/client.ts';
import type { SecretSource } from '../../../api/services/secrets.ts';
import type { Answers } from '../../../cards/form.ts';
import type { Policy } from '../../../policy/policy.ts';
import type { Words } from '../../../texts/texts.ts';
import type { Services } from '../../feature.ts';
import { deploy } from '../deploy.ts';
import { type ContainerPlace, containerPlaces, findContainerPlace } from '../policy.ts';
import { DEPLOY } from '../terms.ts';

/** What the questions of a form have to know: what was answered so far, who asks, and what may be asked for. */
export interface DeployFormContext {
  readonly answers: Answers;
  readonly words: Words;
  readonly policy: Policy;
  readonly vendor: VendorClient;
  readonly secrets: SecretSource;
  readonly correlation: string;
  /** When the vendor's last answer must be there, in milliseconds since 1970. */
  readonly endBy: number;
  /** Where some rule lets this person ask for some group. */
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

export const formContextOf = ({ answers, turn, services }: OpenForm): DeployFormContext => {
  const policy = services.policy.current();
  return {
    answers,
    words: turn.words,
    policy,
    vendor: services.vendor,
    secrets: services.secrets,
    ...callOptions(turn),
    places: offeredPlaces(services, turn.who.objectId),
  };
};

export const offeredPlaces = ({ policy, changes }: Services, requester: string): readonly ContainerPlace[] => {
  const now = policy.current();
  return containerPlaces(now).filter(({ key }) =>
    changes.mayAsk({ kind: DEPLOY, facets: { ...deploy.facetWords(now), place: key }, requester, forSelf: false }),
  );
};

/** The place that was chosen, among those that may be. */
export const chosenPlace = ({ answers, policy, places }: DeployFormContext): ContainerPlace | undefined => {
  const found = findContainerPlace(policy, answers.place ?? '');
  return places.find(({ key }) => key === found?.key);
};

export const groupName = ({ answers }: Pick<DeployFormContext, 'answers'>): string =>
  (answers.group ?? '').trim().toLowerCase();
