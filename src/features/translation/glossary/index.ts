import type { Feature } from '../../feature.ts';
import { openAdd, openImport, pressRemove, turnGlossary } from './actions.ts';
import { addForm } from './add-form.ts';
import { addCommand, glossaryCommand, importCommand, removeCommand } from './commands.ts';
import { importForm } from './import-form.ts';
import { termMigrations } from './term-rows.ts';

/** What teams and channels call things in other languages. */
export const glossary = {
  commands: [glossaryCommand, addCommand, importCommand, removeCommand],
  actions: [turnGlossary, pressRemove, openAdd, openImport],
  forms: [addForm, importForm],
  migrations: termMigrations,
} satisfies Partial<Feature>;
