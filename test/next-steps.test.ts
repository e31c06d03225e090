import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ERRORS, filledIn, isAction, next, step, traitsOf } from '@bproxy/shared';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import type { Context } from '../cli/src/commands/command.ts';
import { commandList } from '../cli/src/commands/commands.ts';
import { findCommand } from '../cli/src/commands/find-command.ts';
import { parseFlags } from '../cli/src/flags/parse-flags.ts';
import { FLAG_TABLE } from '../cli/src/generated/flags.ts';
import { run } from '../cli/src/run.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const commands = commandList(FLAG_TABLE);
const firstWords = new Set(commands.map(({ path }) => path[0] ?? ''));
const actions = commands.filter(({ path }) => isAction(path.join('.')) || path[0] === 'status');

/** What stands for something that only the reader or the running program knows. */
const SAMPLES: Record<string, string> = {
  SESSION: 'abcdef',
  TARGET: '--selector #a',
  URL: 'https://example.com/',
  TEXT: 'text',
  SELECTOR: '#a',
  TAB: 't1',
  DIR: '/tmp',
  PATH: fileURLToPath(import.meta.url),
  ID: 'some-id-8',
  'VALUE-OF---extension-id': 'a'.repeat(32),
  'VALUE-OF--s': 'abcdef',
};

interface Step {
  file: string;
  /** As it is written in the source. */
  line: string;
}

const sources = ['shared', 'cli', 'host', 'extension', 'doctor', 'installers', 'manifests'].flatMap(
  (folder) =>
    readdirSync(join(root, folder, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !/\.test(-d)?\.ts$|(^|\/)testing\//.test(name))
      .map((name) => `${folder}/src/${name}`),
);

/** Every text of a source file, with `…` for what is put in at run time. */
function textsOf(file: string): string[] {
  const texts: string[] = [];
  const source = ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest);
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) texts.push(node.text);
    if (ts.isTemplateExpression(node)) {
      texts.push([node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…'));
    }
    // The doctor puts its commands together from words.
    if (ts.isCallExpression(node) && /(?:^|\.)bproxy$/.test(node.expression.getText(source))) {
      const words = node.arguments.map((word) => (ts.isStringLiteral(word) ? word.text : '…'));
      if (!words.includes('…')) texts.push(['bproxy', ...words].join(' '));
    }
    if (ts.isCallExpression(node) && node.expression.getText(source) === 'step') {
      texts.push(...worded(node.getText(source)));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return texts;
}

/** A step that is data, in words; none if it takes a value of the running program. */
function worded(call: string): string[] {
  try {
    const made: unknown = new Function('step', `return ${call}`)(step);
    return [filledIn(next`${isStep(made) ? made : ''}`, { session: '' })];
  } catch {
    return [];
  }
}

function isStep(made: unknown): made is ReturnType<typeof step> {
  return typeof made === 'object' && made !== null && 'action' in made;
}

/** Every command line in a text: between backticks, or the whole text. */
function stepsOf(file: string, text: string): Step[] {
  const quoted = [...text.matchAll(/`bproxy ([^`]+)`/g)].map(([, line = '']) => line);
  const whole = /^bproxy (\S+).*[^.]$/.exec(text);
  const all = whole && firstWords.has(whole[1] ?? '') ? [text.slice('bproxy '.length)] : quoted;
  // What is put together as a whole is held to this where it is made.
  return all.filter((line) => line !== '…').map((line) => ({ file, line }));
}

const steps = sources.flatMap((file) => textsOf(file).flatMap((text) => stepsOf(file, text)));

function wordsOf(line: string): string[] {
  const words = line.match(/'[^']*'|\S+/g) ?? [];
  return words.flatMap((word, at) => {
    if (word.startsWith("'")) return [word.slice(1, -1)];
    const name = word === '…' ? `VALUE-OF-${words[at - 1]}` : word;
    return (SAMPLES[name] ?? name).split(' ');
  });
}

const context: Context = {
  env: { BPROXY_HOME: '/nowhere' },
  programDir: '/nowhere',
  now: Date.now,
  newId: () => 'some-id-8',
  stdin: async function* () {},
  trace: () => {},
};

/** What a user who copies the line would see. Commands that change this computer are parsed and not run. */
async function copied(line: string): Promise<string> {
  const words = wordsOf(line);
  const found = findCommand(commands, words);
  if ('helpFor' in found) return 'help';
  const values = parseFlags(found.command, found.rest);
  if (!actions.includes(found.command)) return 'parsed';
  const action = found.command.path.join('.');
  const needsSession = isAction(action) && traitsOf(action).session === 'required';
  if (needsSession && values !== 'help' && !values.has('session')) return 'needs -s SESSION';
  const { stderr = '' } = await run(words, context);
  return stderr.includes('/nowhere') ? 'parsed' : stderr;
}

describe('a next step', () => {
  it('is found in every part of the product', () => {
    for (const folder of ['shared', 'cli', 'host', 'extension', 'installers']) {
      expect(
        steps.filter(({ file }) => file.startsWith(`${folder}/`)),
        folder,
      ).not.toEqual([]);
    }
  });

  it.each(steps)('of $file works as printed: bproxy $line', async ({ line }) => {
    expect(await copied(line)).toMatch(/^(?:parsed|help)$/);
  });

  it('of the table of errors names each command in full', () => {
    const names = commands.map(({ path }) => path.join(' '));
    for (const [code, row] of Object.entries(ERRORS)) {
      for (const [, quoted = ''] of filledIn(row.next, { session: '' }).matchAll(/`([^`]+)`/g)) {
        expect(
          names.some((name) => quoted.startsWith(name)),
          `${code}: ${quoted}`,
        ).toBe(false);
      }
    }
  });
});

const documents = ['README.md', 'SECURITY.md', 'AGENTS.md', 'CONTRIBUTING.md']
  .concat(readdirSync(join(root, 'docs')).map((name) => `docs/${name}`))
  .filter((path) => path.endsWith('.md'));

/** The command lines of the examples, without the comments behind them. */
const examples: Step[] = documents.flatMap((file) =>
  readFileSync(join(root, file), 'utf8')
    .split('```')
    .filter((block, index) => index % 2 === 1 && /^(?:sh|console)\n/.test(block))
    .flatMap((block) => [...block.matchAll(/^ *(?:\$ |sudo |.+ \| )?bproxy (.+)$/gm)])
    .map(([, line = '']) => ({ file, line: line.replace(/ +(?:#|\|) .*$/, '') })),
);

/** What the sentences mention. */
const mentions: Step[] = documents.flatMap((file) =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/`bproxy ([a-z][^`…]*)`/g)].map(([, line = '']) => ({
    file,
    line,
  })),
);

describe('a command of the documents', () => {
  it.each(examples)('works as it is shown in $file: bproxy $line', async ({ line }) => {
    expect(await copied(line)).toMatch(/^(?:parsed|help)$/);
  });

  it.each(mentions)('exists, with its flags, where $file mentions it: bproxy $line', async ({ line }) => {
    // A sentence may leave out what the command needs, but name nothing that there is not.
    await copied(line).catch((error: unknown) => expect(String(error)).toContain(' requires '));
  });
});
