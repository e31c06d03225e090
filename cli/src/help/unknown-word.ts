import { CommandFailure } from '../output/failure.ts';

/** Loaded only for the message: a correct command line needs no guess. */
type Suggestions = typeof import('./suggestions.ts');

/** A word that has no meaning at its position. */
export class UnknownWord extends CommandFailure {
  readonly #what: string;
  readonly #hint: string;
  readonly #guess: (suggestions: Suggestions) => string | undefined;

  constructor(what: string, hint: string, guess: (suggestions: Suggestions) => string | undefined) {
    super(`${what}; ${hint}`);
    this.#what = what;
    this.#hint = hint;
    this.#guess = guess;
  }

  /** Returns the message with a guess at the intended word. */
  async withGuess(): Promise<string> {
    const meant = this.#guess(await import('./suggestions.ts'));
    return meant === undefined ? this.message : `${this.#what}; did you mean ${meant}? ${this.#hint}`;
  }
}
