import type { Feature } from '../feature.ts';
import { pressBack, pressChange, pressEverything, pressList, pressNow, pressShow } from './actions.ts';
import { container, deployContainer } from './commands.ts';
import { deploy } from './deploy.ts';
import { caseForm, documentForm } from './deploy-form.ts';
import { containersSection } from './section.ts';

/** Container groups: deploying and changing them, and seeing how they are. */
export const containers: Feature = {
  name: 'containers',
  commands: [deployContainer, container],
  actions: [pressShow, pressList, pressChange, pressEverything, pressBack, pressNow],
  forms: [caseForm, documentForm],
  changes: [deploy],
  sections: [containersSection],
};
