/** templating's types import this name as a real .ts file of adaptivecards; only this one interface is used. */
export interface IAdaptiveCard {
  type: 'AdaptiveCard';
  version: string;
  [property: string]: unknown;
}
