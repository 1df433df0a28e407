import 'botbuilder';
import { answerUsage } from '../usage.ts';

/** A process that has loaded botbuilder and does nothing. */
answerUsage();
process.send?.({ port: 0 });
