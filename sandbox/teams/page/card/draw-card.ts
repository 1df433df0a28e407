import type { Action, Input } from 'adaptivecards';
import type { FoundChoice } from '../../api.ts';
import type { PressedAction } from '../data/card-actions.ts';
import { type MessageLink, parseMessageLink, playedAddress } from '../text/links.ts';
import { markCardMentions, markdownToHtml } from '../text/markdown.ts';
import { BarChart, SearchInput } from './elements.ts';
import { hostConfig } from './host-config.ts';

/**
 * Input.Number of the official renderer takes an empty field for a number that is too small or too large; here, as in
 * Teams, an empty field is nothing, which only a required one refuses.
 */
class NumberInput extends AdaptiveCards.NumberInput {
  override isValid(): boolean {
    return this.isSet() ? super.isValid() : !this.isRequired;
  }
}

interface CardHandlers {
  /** A button whose inputs are valid was pressed; `button` is its element. */
  press(action: PressedAction, button: HTMLElement | undefined): void;
  follow(link: MessageLink): void;
  search(dataset: string, text: string): Promise<readonly FoundChoice[]>;
}

const {
  AdaptiveCard,
  ExecuteAction,
  GlobalSettings,
  HostConfig,
  OpenUrlAction,
  SerializationContext,
  SubmitAction,
  Versions,
} = AdaptiveCards;

GlobalSettings.setTabIndexAtCardRoot = false;
AdaptiveCard.onProcessMarkdown = (text, result) => {
  result.outputHtml = markdownToHtml(text);
  result.didProcess = true;
};

AdaptiveCards.GlobalRegistry.elements.register('Input.Number', NumberInput);
AdaptiveCards.GlobalRegistry.elements.register('Chart.HorizontalBar', BarChart);
AdaptiveCards.GlobalRegistry.elements.register('Input.ChoiceSet', SearchInput);

const teamsLook = new HostConfig(hostConfig);

const openAddress = (address: string, handlers: CardHandlers) => {
  const link = parseMessageLink(address);
  if (link) handlers.follow(link);
  else if (/^https?:/i.test(address)) window.open(playedAddress(address), '_blank', 'noopener,noreferrer');
};

const execute = (action: Action, handlers: CardHandlers) => {
  const button = action.renderedElement;
  const named = action.id ? { id: action.id } : {};
  if (action instanceof OpenUrlAction) openAddress(action.url ?? '', handlers);
  else if (action instanceof ExecuteAction)
    handlers.press({ kind: 'Action.Execute', verb: action.verb, data: action.data, ...named }, button);
  else if (action instanceof SubmitAction)
    handlers.press({ kind: 'Action.Submit', data: action.data, ...named }, button);
};

const search = async (input: Input, handlers: CardHandlers): Promise<void> => {
  if (!(input instanceof SearchInput) || input.dataset === '') return;
  const text = input.getFilterForDynamicSearch() ?? '';
  if (text !== '') input.add(text, await handlers.search(input.dataset, text));
};

const parse = (json: unknown) => {
  const card = new AdaptiveCard();
  card.hostConfig = teamsLook;
  card.maxVersion = Versions.v1_5;
  card.parse(markCardMentions(json) as object, new SerializationContext(Versions.v1_5));
  return card;
};

const draw = (json: unknown, handlers: CardHandlers): HTMLElement | undefined => {
  try {
    const card = parse(json);
    card.onExecuteAction = (action) => execute(action, handlers);
    card.onInputValueChanged = (input) => search(input, handlers);
    card.onInlineCardExpanded = ({ card: inner }, isExpanded) => {
      if (isExpanded) inner.renderedElement?.scrollIntoView({ block: 'nearest' });
    };
    return card.render();
  } catch {
    return undefined;
  }
};

/** Draws a card (version 1.5 at most) as the content of `host`, or a sentence when the card can't be drawn. */
export const drawCard = (host: HTMLElement, json: unknown, handlers: CardHandlers): void =>
  host.replaceChildren(draw(json, handlers) ?? 'This card cannot be shown.');
