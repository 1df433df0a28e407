/** The official renderer, loaded by a script element before the page's modules run. */
declare const AdaptiveCards: typeof import('adaptivecards');
