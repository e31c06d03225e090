import { knownRole } from '../accessibility/accessible.ts';
import { type KnownElement, known } from '../dom/known-element.ts';
import * as own from '../dom/own-properties.ts';
import { fileFieldName } from '../files/field-name.ts';
import { FILE_FIELDS, isFileField } from '../files/file-field.ts';
import { canBeSeen } from '../visibility/can-be-seen.ts';
import { heldValue } from '../writing/control-value.ts';
import { flagsOf } from './node-facts.ts';
import { type TreeNode, treeNode } from './tree-node.ts';

/** A file field. Files can be given to it whether a person can see it or not. */
export function uploadNode(it: KnownElement, role: string): TreeNode {
  const { element } = it;
  const node = treeNode('upload', element);
  node.name = fileFieldName(element);
  node.flags = [
    ...(canBeSeen(it, role) ? [] : ['hidden']),
    ...(isFileField(element) && element.multiple ? ['multiple'] : []),
    ...flagsOf(it, role),
  ];
  node.value = heldValue(element);
  node.control = it;
  return node;
}

/** The file fields of a part of the page that is not shown. */
export function uploadNodes(hidden: Element): TreeNode[] {
  const fields = isFileField(hidden) ? [hidden] : own.querySelectorAll(hidden, FILE_FIELDS);
  return [...fields].filter(isFileField).map((field) => {
    const it = known(field);
    return uploadNode(it, knownRole(it));
  });
}
