import { shows, taking } from '#bot/understanding/intent.ts';

export const intents = [shows('help', taking('topic')), shows('settings'), shows('whoami'), shows('where am i')];
