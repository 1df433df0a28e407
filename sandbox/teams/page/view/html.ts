import htm from 'htm';
import { h, type VNode } from 'preact';
import type { Session } from '../data/session.ts';
import type { State } from '../data/state.ts';

/** What most views are drawn from. */
export interface ViewProps {
  state: State;
  session: Session;
}

/** JSX without a build step: a tagged template that makes Preact nodes. Each template has one root element. */
export const html = htm.bind(h) as (strings: TemplateStringsArray, ...values: unknown[]) => VNode;
