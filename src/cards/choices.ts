import { z } from 'zod';
import { defineCard } from './define-card.ts';
import { button, markdown } from './view.ts';

/** A sentence with its possible actions. */
export const choicesCard = defineCard('shared/choices.json', z.object({ text: markdown, buttons: z.array(button) }));
