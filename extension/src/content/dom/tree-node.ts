/** A node of the page as an agent sees it. Text between nodes stands among the children as a string. */
export interface TreeNode {
  role: string;
  name: string;
  /** States and properties that hold, for example "checked" or "level=2". */
  flags: string[];
  /** What a control holds. */
  value?: string;
  url?: string;
  /** What its handle stands for, if it can be acted upon. */
  element?: Element;
  handle?: string;
  children: TreeChild[];
}

export type TreeChild = TreeNode | string;
