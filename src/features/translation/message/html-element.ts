import type { Block, KeptPart, MarkPart } from './document.ts';
import type { Attributes } from './html-tokens.ts';
import { type HtmlElement, type HtmlNode, rawOf } from './html-tree.ts';
import { isAddress, urlOf } from './protect.ts';

const list = (names: string): ReadonlySet<string> => new Set(names.split(','));

/** Elements that stand by themselves: what is before and after them is another block. */
const BLOCKS = list(
  'address,article,aside,attachment,blockquote,body,caption,center,codeblock,col,colgroup,dd,details,dialog,div,dl,dt,' +
    'fieldset,figcaption,figure,footer,form,h1,h2,h3,h4,h5,h6,head,header,hr,html,legend,li,main,menu,meta,nav,ol,p,pre,' +
    'section,summary,table,tbody,td,tfoot,th,thead,title,tr,ul',
);

const ROLES: Readonly<Record<string, Block['role']>> = {
  ...{ h1: 'heading', h2: 'heading', h3: 'heading', h4: 'heading', h5: 'heading', h6: 'heading' },
  ...{ li: 'item', dt: 'item', dd: 'item', blockquote: 'quote', td: 'cell', th: 'cell', caption: 'heading' },
};

const STYLES: Readonly<Record<string, MarkPart['style']>> = {
  ...{ b: 'bold', strong: 'bold', i: 'italic', em: 'italic', cite: 'italic', u: 'underline', ins: 'underline' },
  ...{ s: 'strike', strike: 'strike', del: 'strike' },
};

const UNSEEN = list('script,style,textarea,title,xmp,iframe,noembed,noframes,noscript,plaintext,template,head');
const CODE = list('code,kbd,samp,tt,var');
const PICTURES = list('img,svg,picture,video,audio,object,canvas,map,math');

export const isBlockName = (name: string | undefined): boolean => name !== undefined && BLOCKS.has(name);

/** Blocks whose whole content is code. */
export const isCodeBlock = ({ name }: HtmlElement): boolean => name === 'pre' || name === 'codeblock';

/** @param above the role of what stands around it */
export const roleIn = ({ name }: HtmlElement, above: Block['role']): Block['role'] =>
  (Object.hasOwn(ROLES, name) ? ROLES[name] : undefined) ?? above;

export const styleOf = ({ name, attributes }: HtmlElement): Pick<MarkPart, 'style' | 'url'> => {
  if (name === 'a') {
    const url = urlOf(attributes.get('href') ?? '');
    return url === undefined ? { style: 'link' } : { style: 'link', url };
  }
  return { style: (Object.hasOwn(STYLES, name) ? STYLES[name] : undefined) ?? 'other' };
};

/** What no translator may look into, with its kind; undefined: its text is to be translated. */
export const keptOf = (node: Exclude<HtmlNode, { is: 'text' }>): KeptPart | undefined => {
  const source = rawOf(node);
  if (node.is === 'raw')
    return { is: 'kept', what: node.name === 'at' ? 'mention' : 'other', source, shown: node.text };
  const { name, attributes } = node;
  const kept = (what: KeptPart['what'], shown: string): KeptPart => ({ is: 'kept', what, source, shown });
  const has = (attribute: string, pattern: RegExp): boolean => pattern.test(attributes.get(attribute) ?? '');
  const seen = textOf(node);

  if (name === 'at' || isMention(attributes) || has('itemprop', /^mri$/i)) return kept('mention', seen);
  if (name === 'emoji' || (name === 'img' && has('itemtype', /emoji/i))) return kept('emoji', seen);
  if (PICTURES.has(name)) return kept('picture', seen);
  if (CODE.has(name)) return kept('code', seen);
  if (name === 'br') return kept('other', '\n');
  if (UNSEEN.has(name) || seen === '') return kept('other', '');
  if (has('translate', /^no$/i) || has('class', /(?:^|\s)notranslate(?:\s|$)/)) return kept('other', seen);
  if (name === 'a' && (isAddress(seen) || !/\p{L}/u.test(seen))) {
    const { url } = styleOf(node);
    return url === undefined ? kept('link', seen) : { ...kept('link', seen), url };
  }
  return undefined;
};

/** How Teams marks somebody who is called, besides `<at>`. */
export const isMention = (attributes: Attributes): boolean =>
  /schema\.skype\.com\/mention/i.test(attributes.get('itemtype') ?? '');

/** As a person reads it, a picture as the words that stand for it. */
export const textOf = (node: HtmlNode): string => {
  if (node.is !== 'element') return node.text;
  if (node.name === 'br') return '\n';
  if (UNSEEN.has(node.name)) return '';
  const { attributes } = node;
  const inside = node.nodes.map(textOf).join('');
  return attributes.get('alt') ?? (inside === '' ? (attributes.get('title') ?? '') : inside);
};
