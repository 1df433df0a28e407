import { z } from 'zod';
import { defineCard } from './define-card.ts';
import { button, markdown } from './view.ts';

/** A question with its answers: buttons, or sentences too long for one, each in a line that is pressed. */
export const choicesCard = defineCard(
  'shared/choices.json',
  z.object({ text: markdown, sentences: z.array(button).default([]), buttons: z.array(button) }),
);
