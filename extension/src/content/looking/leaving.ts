import * as own from '../dom/own-properties.ts';

/**
 * Whether Chrome would ask the user before it leaves this document. Chrome asks only where the user has clicked or
 * typed, and only if the page objects to the event that it sends a moment before. The page gets the same event here.
 */
export function objectsToLeaving(): boolean {
  if (!navigator.userActivation.hasBeenActive) return false;
  const event = own.createEvent(document, 'BeforeUnloadEvent');
  if (!(event instanceof BeforeUnloadEvent)) return false;
  event.initEvent('beforeunload', false, true);
  own.dispatchEvent(window, event);
  // A page says either: both make Chrome ask.
  const returned: unknown = event.returnValue;
  return event.defaultPrevented || returned !== '';
}
