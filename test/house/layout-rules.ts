import { posix } from 'node:path';

/** Rooms of a feature beside chat/ and cards/, each for what is large; a noun of docs/glossary.md. */
const rooms: Readonly<Record<string, readonly string[]>> = {
  access: ['batch', 'break-glass', 'drift', 'ending', 'export', 'incident', 'preview', 'removal', 'reviews'],
  billing: ['export', 'invoice', 'report'],
  containers: ['document', 'form'],
  requests: ['export'],
  subscriptions: ['form'],
  translation: ['glossary', 'languages', 'message', 'meter', 'translator'],
};

const CHAT = /^((\w+-)*(commands|actions|forms?)|vocabulary|message-actions|translatable)\.ts$/;
const SQL = /\.(selectFrom|insertInto|updateTable|deleteFrom)\(/;
const STORE = /(^|-)store\.ts$/;

/** Where a file of src/features breaks the layout that docs/architecture.md describes, as `file: why`. */
export const layoutFault = (file: string, text: string): string | undefined => {
  const [, , feature = '', ...inside] = file.split('/');
  const folder = inside.length > 1 ? inside[0] : undefined;
  const name = posix.basename(file);
  const wrong = [
    [folder !== undefined && !isRoom(feature, folder), `${folder}/ is no room of a feature`],
    [
      folder === 'chat' && !CHAT.test(name),
      'chat/ has commands, actions, forms, a vocabulary, message actions and translatable texts',
    ],
    [folder !== 'chat' && /^(commands|actions|translatable)\.ts$/.test(name), 'commands and actions are in chat/'],
    [folder !== 'cards' && /-card\.ts$/.test(name), 'cards are in cards/'],
    [SQL.test(text) && !STORE.test(name), 'statements of the database are in store.ts'],
    [/\bdefineSection\(/.test(text) && name !== 'policy.ts', 'the policy section is in policy.ts'],
  ] as const;
  const fault = wrong.find(([is]) => is);
  return fault && `${file}: ${fault[1]}`;
};

const isRoom = (feature: string, folder: string): boolean =>
  ['chat', 'cards', ...(rooms[feature] ?? [])].includes(folder);
