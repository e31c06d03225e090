/** Properties that code which reads a page is likely to ask of a form or of the document. */
export const PAGE_PROPERTIES = `
  activeElement adoptedStyleSheets ariaLabel assignedSlot attributes baseURI blur body checkValidity checkVisibility
  childElementCount childNodes children classList className click clientHeight clientWidth cloneNode closest
  compareDocumentPosition contains contentType createElement createRange createTreeWalker defaultView dispatchEvent
  documentElement elementFromPoint elements execCommand firstChild firstElementChild focus getAttribute
  getAttributeNames getBoundingClientRect getClientRects getElementById getElementsByTagName getRootNode getSelection
  hasAttribute hasAttributes head hidden id innerText isConnected isContentEditable labels lastChild length localName
  matches namespaceURI nextElementSibling nextSibling nodeName nodeType nodeValue offsetParent ownerDocument
  parentElement parentNode previousElementSibling querySelector querySelectorAll readyState remove requestSubmit
  reset scrollBy scrollHeight scrollIntoView scrollTop scrollingElement setAttribute shadowRoot style submit tabIndex
  tagName textContent title type URL value visibilityState`
  .trim()
  .split(/\s+/);
