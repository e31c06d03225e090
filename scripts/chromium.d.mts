export function findChromium(): string | undefined;
export function findProgram(...names: string[]): string | undefined;
