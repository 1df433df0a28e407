import type { TextName, Words } from '#platform/texts/texts.ts';
import type { Field } from '#teams/cards/form.ts';
import { isAnswerable, reasonField } from '../card/card-buttons.ts';
import { canResubmit, type Rights } from '../card/rights.ts';
import { isRequest, type ReadBatch, type RequestLine } from './batch-renderer.ts';

/** The verbs of a batch's card; features/requests registers their handlers. */
export const batchVerbs = {
  approve: 'batch.approve',
  deny: 'batch.deny',
  accept: 'batch.accept',
  refuse: 'batch.refuse',
  cancel: 'batch.cancel',
  fix: 'batch.fix',
  view: 'batch.view',
} as const;

interface BatchButton {
  readonly title: string;
  readonly verb: string;
  readonly tone: 'default' | 'positive' | 'destructive';
  readonly batch: string;
  /** Which requests it is about, as its reader sees them: `R-7KQ2M.1 R-9WX4T.2`, each with the version of its terms. */
  readonly lines: string;
}

/** A button that shows questions, or is pressed twice; below them stands `send`. */
interface BatchQuestion extends BatchButton {
  readonly fields: readonly Field[];
  readonly sendTitle: string;
  readonly sendTone: BatchButton['tone'];
}

interface BatchButtons {
  readonly acts: readonly BatchButton[];
  readonly asks: readonly BatchQuestion[];
}

/** Whether all of it has ended without an effect, or its effect is over: then its form can be opened again. */
export const canResubmitBatch = ({ batch, lines }: Pick<ReadBatch, 'batch' | 'lines'>): boolean =>
  lines
    .filter(isRequest)
    .every(({ change, described }) => canResubmit({ form: batch.form, state: change.state }, described));

/** The buttons of one copy, what ends requests last. @param reader undefined for everybody's card: its one button shows the own view */
export const batchButtons = (read: ReadBatch, reader: string | undefined, words: Words): BatchButtons => {
  const { batch, isAltered, lines } = read;
  const requests = lines.filter(isRequest);
  const made = (
    name: keyof typeof batchVerbs,
    title: string,
    tone: BatchButton['tone'],
    about: readonly RequestLine[] = [],
  ): BatchButton => ({
    ...{ title, tone, verb: batchVerbs[name], batch: batch.id },
    lines: about.map(({ change }) => `${change.ref}.${change.termsVersion}`).join(' '),
  });
  if (isAltered) return { acts: [], asks: [] };
  if (reader === undefined) {
    const waits = requests.some(({ change }) => isAnswerable(change));
    return {
      acts: [made('view', words.plain(`changes.button.${waits ? 'respond' : 'options'}`), 'default')],
      asks: [],
    };
  }
  const count = (name: TextName<'changes.batch.button'>, about: readonly RequestLine[]): string =>
    words.plain(`changes.batch.button.${name}`, { count: about.length });
  const where = (may: (rights: Rights) => boolean) => requests.filter(({ rights }) => rights && may(rights));
  const [approved, accepted] = [
    // Each of the others asks for a sign-in of its own, on its own card.
    where(({ approve, signsIn }) => approve && !signsIn),
    where(({ accept }) => accept),
  ];
  const [withdrawn, denied] = [where(({ withdraw, accept }) => withdraw && !accept), where(({ deny }) => deny)];
  const asker = requests[0]?.change.requester.objectId.toLowerCase();
  const mayFix = asker === reader.toLowerCase() && canResubmitBatch(read);
  const question = (
    name: 'cancel' | 'refuse' | 'deny',
    opens: 'cancelAsk' | 'refuseAsk' | 'denyAsk',
    about: readonly RequestLine[],
    fields: readonly Field[],
    tone: BatchButton['tone'] = 'destructive',
  ): BatchQuestion => {
    const button = made(name, count(opens, about), tone, about);
    const named = fields.map((field) => ({ ...field, id: `${button.verb}.${field.id}` }));
    return { ...button, fields: named, sendTitle: count(name, about), sendTone: 'destructive' };
  };
  return {
    acts: [
      ...(approved.length > 0 ? [made('approve', count('approve', approved), 'positive', approved)] : []),
      ...(accepted.length > 0 ? [made('accept', count('accept', accepted), 'positive', accepted)] : []),
      ...(mayFix ? [made('fix', words.plain('changes.button.fix'), 'positive')] : []),
    ],
    asks: [
      ...(withdrawn.length > 0 ? [question('cancel', 'cancelAsk', withdrawn, [], 'default')] : []),
      ...(accepted.length > 0
        ? [question('refuse', 'refuseAsk', accepted, [reasonField(words, 'refuse', false)])]
        : []),
      ...(denied.length > 0 ? [question('deny', 'denyAsk', denied, [reasonField(words, 'deny', true)])] : []),
    ],
  };
};
