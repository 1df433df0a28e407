import type { Feature } from '../feature.ts';
import { pressApprove, pressCancel, pressDeny, pressFix, pressOffer, pressShow } from './chat/actions.ts';
import { cancelRequest, myRequests, waiting } from './chat/commands.ts';
import { changeTexts } from './chat/translatable.ts';
import { approvalSettings } from './settings.ts';

/** The change engine's face in chat: deciding, fixing, taking back, and what waits. */
export const requests: Feature = {
  name: 'requests',
  commands: [myRequests, waiting, cancelRequest],
  actions: [pressApprove, pressDeny, pressCancel, pressFix, pressShow, pressOffer],
  translatables: [changeTexts],
  settings: approvalSettings,
};
