import { CommandFailure } from '../output/failure.ts';

export type FlagValue = string | number | true | readonly string[];

/** The checked values of a command line, by flag name. */
export class FlagValues {
  readonly #values: ReadonlyMap<string, FlagValue>;

  constructor(values: ReadonlyMap<string, FlagValue> = new Map()) {
    this.#values = values;
  }

  /** With other values for the flags that were not given: of these names from a command line, and some of its own. */
  over(other: FlagValues, names: readonly string[], own: Readonly<Record<string, string>> = {}): FlagValues {
    const inherited = names.flatMap((name): Array<[string, FlagValue]> => {
      const value = other.raw(name);
      return value === undefined ? [] : [[name, value]];
    });
    return new FlagValues(new Map([...inherited, ...Object.entries(own), ...this.#values]));
  }

  has(name: string): boolean {
    return this.#values.has(name);
  }

  raw(name: string): FlagValue | undefined {
    return this.#values.get(name);
  }

  string(name: string): string | undefined {
    const value = this.#values.get(name);
    return typeof value === 'string' ? value : undefined;
  }

  integer(name: string): number | undefined {
    const value = this.#values.get(name);
    return typeof value === 'number' ? value : undefined;
  }

  list(name: string): string[] {
    const value = this.#values.get(name);
    return Array.isArray(value) ? [...value] : [];
  }

  /** Returns the flag that was given. Fails if two were given, or if none was and one is required. */
  oneOf<Name extends string>(names: readonly Name[]): Name;
  oneOf<Name extends string>(names: readonly Name[], required: boolean): Name | undefined;
  oneOf<Name extends string>(names: readonly Name[], required = true): Name | undefined {
    const given = names.filter((name) => this.has(name));
    const all = names.map((name) => `--${name}`).join(', ');
    if (given.length > 1) {
      const both = given.map((name) => `--${name}`).join(' and ');
      throw new CommandFailure(`${both} were given together; exactly one of ${all} is allowed.`);
    }
    if (given.length === 0 && required) throw new CommandFailure(`Exactly one of ${all} is required.`);
    return given[0];
  }
}
