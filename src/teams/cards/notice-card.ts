import { z } from 'zod';
import { defineCard } from './define-card.ts';
import { detailsView } from './failure-details.ts';
import { markdown } from './view.ts';

/** One sentence as a card, to replace a card or to be edited later. */
export const noticeCard = defineCard('shared/notice.json', z.object({ text: markdown, ...detailsView }));
