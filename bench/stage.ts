import { EXTENSION } from '../e2e/harness/chromium.ts';
import { Pages } from '../e2e/harness/pages.ts';
import { until, World } from '../e2e/harness/world.ts';
import { benchPages, type PageName } from './bench-pages.ts';
import { EMPTY_EXTENSION, EmptyChain } from './empty-chain.ts';
import { PlaywrightPages } from './playwright-page.ts';
import { Product } from './product.ts';

/** Everything that is measured, up and connected: bproxy and the empty chain in one browser and one tab, Playwright in its own. */
export class Stage {
  readonly world: World;
  readonly pages: Pages;
  readonly product: Product;
  /** Another session, in a background tab of the same window. */
  readonly unseen: Product;
  readonly empty: EmptyChain;
  readonly playwright: PlaywrightPages;
  readonly browserPid: number;

  private constructor(
    world: World,
    parts: Pick<Stage, 'pages' | 'product' | 'unseen' | 'empty' | 'playwright' | 'browserPid'>,
  ) {
    this.world = world;
    this.pages = parts.pages;
    this.product = parts.product;
    this.unseen = parts.unseen;
    this.empty = parts.empty;
    this.playwright = parts.playwright;
    this.browserPid = parts.browserPid;
  }

  static async setUp(): Promise<Stage> {
    const pages = await Pages.serve(benchPages());
    const world = new World();
    const empty = await EmptyChain.start(world.dir, world.profile('main'));
    const browser = await world.startBrowser('main', {
      args: [`--load-extension=${EXTENSION},${EMPTY_EXTENSION}`],
    });
    await world.connected();
    const product = new Product(world);
    await product.open(pages.url('/small'), '--show');
    const unseen = new Product(world);
    await unseen.open(pages.url('/small'));
    await until('the empty chain answers', () => reached(empty));
    const playwright = await PlaywrightPages.open((page) => pages.url(`/${page}`));
    return new Stage(world, { pages, product, unseen, empty, playwright, browserPid: browser.pid });
  }

  /** Loads the page in the tab that bproxy and the empty chain share, and again in Playwright's: none has a head start. */
  async show(page: PageName): Promise<void> {
    await this.playwright.page(page).reload();
    await this.product.call('navigate', { url: this.pages.url(`/${page}`) });
    await this.empty.takeActiveTab();
  }

  async close(): Promise<void> {
    await this.playwright.close();
    await this.empty.close();
    await this.world.close();
    await this.pages.close();
  }
}

async function reached(empty: EmptyChain): Promise<boolean> {
  return empty.takeActiveTab().then(
    () => true,
    () => false,
  );
}
