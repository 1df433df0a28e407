import type { Feature } from '../feature.ts';
import { pressApprove, pressCancel, pressDeny, pressFix, pressOffer, pressShow } from './actions.ts';
import { cancelRequest, myRequests, waiting } from './commands.ts';
import { approvalSettings } from './settings.ts';
import { changeTexts } from './texts.ts';

/** The change engine's face in chat: deciding, fixing, taking back, and what waits. */
export const requests: Feature = {
  name: 'requests',
  commands: [myRequests, waiting, cancelRequest],
  actions: [pressApprove, pressDeny, pressCancel, pressFix, pressShow, pressOffer],
  translatables: [changeTexts],
  settings: approvalSettings,
};
