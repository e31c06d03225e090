import { html } from './pages.ts';

/** A shop with about this many elements: navigation, cards with tables, fields, links, shadow roots and hidden parts. */
export function generatedPage(elements: number): string {
  const cards = Math.max(1, Math.round((elements - 70) / 27));
  const navigation = Array.from(
    { length: 20 },
    (_, index) => `<li><a href="/p/${index}">Aisle ${index}</a></li>`,
  );
  const body = Array.from({ length: cards }, (_, index) => card(index)).join('');
  return html(
    'Shop',
    `<h1>Shop</h1><nav aria-label="Aisles"><ul>${navigation.join('')}</ul></nav><main>${body}</main>${SCRIPT}`,
  );
}

function card(index: number): string {
  return `<section class="card"><h3><a href="/item/${index}">Item ${index}</a></h3>
    <div><div><p>Some <b>plain</b> words on item ${index}, and <a href="https://example.test/a/long/way/to/${index}">more</a>.</p></div></div>
    <table><tr><td>Price</td><td>${index}.99</td></tr><tr><td>Stock</td><td><span>${index * 3}</span></td></tr></table>
    <label>Quantity <input type="number" value="1" name="q${index}"></label>
    <label><input type="checkbox"> Gift wrap</label><button>Add to cart</button>
    <div style="display:none"><p>never shown</p></div><x-stars data-n="${index % 5}"></x-stars></section>`;
}

const SCRIPT = `<script>
  customElements.define('x-stars', class extends HTMLElement {
    connectedCallback() {
      this.attachShadow({ mode: 'open' }).innerHTML = '<span>' + this.dataset.n + ' of 5 stars</span>';
    }
  });
</script>`;
