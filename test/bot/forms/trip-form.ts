import { z } from 'zod';
import type { Form, FormContext } from '#bot/commands/registry.ts';
import type { Services } from '#bot/services.ts';
import { type Answer, type CardRef, textAnswer } from '#bot/turn/turn.ts';
import { escapeMarkdown } from '#platform/lib/text.ts';
import type { Answers, Field, FormPage } from '#teams/cards/form.ts';

/** What happened to a trip form: each submission by its answers, and what the next one is to be refused with. */
export interface Trips {
  readonly sent: Answers[];
  /** The cards that the submissions were pressed on. */
  readonly pressed?: (CardRef | undefined)[];
  refuse?: { readonly errors: Readonly<Record<string, string>>; readonly problem?: string };
  fail?: Error;
  /** What the second page fails with while it is made. */
  failPage?: Error;
  /** What a submission is answered with. */
  answer?: Answer;
}

/** The forms of these tests get a record of trips in place of the services. */
export const servicesOf = (trips: Trips): Services => trips as unknown as Services;
const tripsOf = (services: Services): Trips => services as unknown as Trips;

const field = (id: string, more: Partial<Field> = {}): Field => ({
  id,
  label: id,
  kind: 'text',
  required: true,
  schema: z.string().regex(/^[^!]*$/, { error: `no "!" in ${id}` }),
  missing: `say ${id}`,
  ...more,
});

const page = (title: string, fields: readonly Field[]): FormPage => ({
  title: escapeMarkdown(title),
  intro: escapeMarkdown(''),
  facts: [],
  fields,
  submit: 'Go on',
  cancel: 'Never mind',
});

const goals = [
  { title: 'The sea', value: 'sea' },
  { title: 'The hills', value: 'hills' },
];
const boots = ['yes', 'new', 'old'].map((value) => ({ title: value, value }));
const goal = field('goal', { kind: 'choice', choices: goals, schema: z.enum(['sea', 'hills']) });

/** Asks where to go, and then, by what was chosen, how long and why. */
export const tripForm: Form = {
  name: 'trip',
  pages: [
    async () => page('Where to?', [goal]),
    async ({ answers, services }: FormContext) => {
      const { failPage } = tripsOf(services);
      if (failPage) throw failPage;
      return page(`To the ${answers['goal']}`, [
        field('days', { schema: z.string().regex(/^\d+$/, { error: 'a number, please' }) }),
        field('note', { required: false }),
        ...(answers['goal'] === 'hills' ? [field('boots', { kind: 'choice', choices: boots, preset: 'yes' })] : []),
      ]);
    },
  ],
  async submit({ answers, services, turn }) {
    const trips = tripsOf(services);
    if (trips.fail) throw trips.fail;
    if (trips.refuse) return { kind: 'wrong', ...trips.refuse };
    trips.sent.push(answers);
    trips.pressed?.push(turn.pressed);
    return trips.answer ?? textAnswer('bot.answer.done');
  },
};

/** The same, whose last page shows every answer. */
export const complete: Form = {
  ...tripForm,
  pages: [
    ...tripForm.pages,
    async ({ answers }) => ({
      ...page(`To the ${answers['goal']}`, []),
      facts: Object.entries(answers).map(([title, value]) => ({ title, value: escapeMarkdown(value) })),
      back: 'Change it',
    }),
  ],
};

/** The same, which asks once more before it is sent. */
export const careful: Form = {
  ...tripForm,
  pages: [
    ...tripForm.pages,
    async ({ answers }) => ({ ...page(`To the ${answers['goal']}, really?`, []), back: 'Change it' }),
  ],
};
