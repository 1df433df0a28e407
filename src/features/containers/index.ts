import type { Feature } from '../feature.ts';
import { pressBack, pressChange, pressEverything, pressList, pressNow, pressShow } from './chat/actions.ts';
import { container, deployContainer } from './chat/commands.ts';
import { caseForm, documentForm } from './chat/deploy-form.ts';
import { deploy } from './deploy.ts';
import { containersSection } from './policy.ts';

/** Container groups: deploying and changing them, and seeing how they are. */
export const containers: Feature = {
  name: 'containers',
  commands: [deployContainer, container],
  actions: [pressShow, pressList, pressChange, pressEverything, pressBack, pressNow],
  forms: [caseForm, documentForm],
  changes: [deploy],
  sections: [containersSection],
};
