import { z } from 'zod';
import { defineCard } from './define-card.ts';
import { markdown } from './view.ts';

/** One sentence as a card: where a card must be replaced, or a message must be editable. */
export const noticeCard = defineCard('shared/notice.json', z.object({ text: markdown }));
