import type { FrameName } from '@bproxy/shared';
import type { KnownElement } from '../dom/known-element.ts';

/** A node of the page as an agent sees it. Text between nodes is a string among the children. */
export interface TreeNode {
  element: Element | undefined;
  role: string;
  name: string;
  /** States and properties that apply, for example "checked" or "level=2". */
  flags: readonly string[];
  /** The value of a control. */
  value: string | undefined;
  url: string | undefined;
  /** The element that its handle names, if it can be acted on. */
  control: KnownElement | undefined;
  handle: string | undefined;
  /** How many rows like those before it are left out. */
  more: number | undefined;
  /** The element of a frame, and the name of the document in it. */
  frame: { element?: Element; name?: FrameName } | undefined;
  children: TreeChild[];
}

export type TreeChild = TreeNode | string;

const NO_FLAGS: readonly string[] = [];

/** A node with only its role so far. All nodes have the same shape, because V8 goes through thousands of them. */
export function treeNode(role: string, element?: Element): TreeNode {
  return {
    element,
    role,
    name: '',
    flags: NO_FLAGS,
    value: undefined,
    url: undefined,
    control: undefined,
    handle: undefined,
    more: undefined,
    frame: undefined,
    children: [],
  };
}

export function isWhiteSpace(child: TreeChild): boolean {
  return typeof child === 'string' && child.trim() === '';
}

/** Whether it, or something in it, can be acted on. */
export function isTold(node: TreeNode): boolean {
  return (
    node.control !== undefined ||
    node.frame !== undefined ||
    node.children.some((child) => typeof child !== 'string' && isTold(child))
  );
}
