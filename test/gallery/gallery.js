// Draws each sample in each look when it comes near; a search shows the samples whose name or template holds the words.
import { drawCard } from 'draw-card';

const cards = JSON.parse(document.getElementById('cards').textContent);
const nothing = { press() {}, follow() {} };

const near = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      near.unobserve(target);
      drawCard(target, cards[Number(target.dataset.card)], nothing);
    }
  },
  { rootMargin: '800px' },
);
for (const host of document.querySelectorAll('[data-card]')) near.observe(host);

document.getElementById('find').addEventListener('input', ({ target }) => {
  const words = target.value.toLowerCase();
  for (const section of document.querySelectorAll('section')) {
    const file = section.id.toLowerCase();
    const articles = [...section.querySelectorAll('article')];
    for (const article of articles)
      article.hidden = !`${file} ${article.firstChild.textContent.toLowerCase()}`.includes(words);
    section.hidden = articles.every(({ hidden }) => hidden);
  }
});
