// The least that a worker of this shape can do: each message is an operation in a page, each answer its result.

const OPERATIONS = {
  activeTab: async () => (await chrome.tabs.query({ active: true, lastFocusedWindow: true }))[0]?.id,
  text: (tabId) => inPage(tabId, () => document.body.innerText),
  walk: (tabId) => inPage(tabId, walk),
  click: (tabId, selector) => inPage(tabId, (target) => document.querySelector(target)?.click(), selector),
  fill: (tabId, selector, value) => inPage(tabId, fill, selector, value),
  turn: (tabId) => inPage(tabId, () => document.body.dataset.turn),
};

async function inPage(tabId, func, ...args) {
  const [answer] = await chrome.scripting.executeScript({
    target: { tabId },
    func,
    args,
    injectImmediately: true,
  });
  return answer.result ?? null;
}

/** Tags, labels and text, nested; no roles, no names, nothing left out but what is not displayed. */
function walk() {
  const lines = [];
  const visit = (node, depth) => {
    if (node instanceof Text) {
      const text = node.data.trim();
      if (text) lines.push(' '.repeat(depth) + JSON.stringify(text));
      return;
    }
    if (!(node instanceof Element) || ['SCRIPT', 'STYLE'].includes(node.tagName) || !node.checkVisibility())
      return;
    lines.push(`${' '.repeat(depth)}${node.localName} ${node.getAttribute('aria-label') ?? ''}`);
    for (const child of (node.shadowRoot ?? node).childNodes) visit(child, depth + 1);
  };
  visit(document.body, 0);
  return lines.join('\n');
}

function fill(selector, value) {
  const field = document.querySelector(selector);
  field.value = value;
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
  return field.value;
}

const port = chrome.runtime.connectNative('bproxy.bench.empty_chain');
port.onMessage.addListener(async ({ id, operation, args }) => {
  port.postMessage({ id, result: await OPERATIONS[operation](...args) });
});
