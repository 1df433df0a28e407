import htm from 'htm';
import { h, type VNode } from 'preact';

/** JSX without a build step: a tagged template that makes Preact nodes. Each template has one root element. */
export const html = htm.bind(h) as (strings: TemplateStringsArray, ...values: unknown[]) => VNode;
