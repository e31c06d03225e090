import type { Piece } from './fence.ts';

/** A command without anything that a shell would need quotes for. */
const PLAIN_COMMAND = /`[\w@%+=:,./ -]*`/g;

/**
 * A next step is in the words of bproxy. Where it quotes a page, the quotation stands in quotes, as JSON or a shell
 * writes them: such a next step is a page's words in part, and is marked as a whole.
 */
export function nextStepPiece(step: string): Piece {
  return /["`]/.test(step.replace(PLAIN_COMMAND, '')) ? { page: step } : step;
}
