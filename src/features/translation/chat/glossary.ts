import type { Feature } from '../../feature.ts';
import { termMigrations } from '../glossary/term-rows.ts';
import { addForm } from './add-form.ts';
import { openAdd, openImport, pressRemove, turnGlossary } from './glossary-actions.ts';
import { addCommand, glossaryCommand, importCommand, removeCommand } from './glossary-commands.ts';
import { importForm } from './import-form.ts';

/** What teams and channels call things in other languages. */
export const glossary = {
  commands: [glossaryCommand, addCommand, importCommand, removeCommand],
  actions: [turnGlossary, pressRemove, openAdd, openImport],
  forms: [addForm, importForm],
  migrations: termMigrations,
} satisfies Partial<Feature>;
