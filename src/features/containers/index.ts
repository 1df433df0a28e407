import type { Feature } from '#features/feature.ts';
import {
  openChangeForm,
  openImageForm,
  showCurrentState,
  showDetails,
  showPressedGroup,
  showRequest,
  turnList,
} from './chat/actions.ts';
import { container, deployContainer } from './chat/commands.ts';
import { caseForm, documentForm, imageForm } from './chat/deploy-form.ts';
import { suggest, vocabulary } from './chat/vocabulary.ts';
import { deploy } from './deploy.ts';
import { containersSection } from './policy.ts';
import { probes } from './probes.ts';

/** Container groups: deploying, changing and showing them. */
export const containers: Feature = {
  name: 'containers',
  commands: [deployContainer, container],
  suggest,
  vocabulary,
  actions: [showPressedGroup, turnList, openChangeForm, openImageForm, showDetails, showRequest, showCurrentState],
  forms: [caseForm, documentForm, imageForm],
  changes: [deploy],
  probes,
  sections: [containersSection],
};
