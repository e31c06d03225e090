import { readFileSync } from 'node:fs';
import {
  DEFAULT_UPLOAD_BYTES,
  MOST_UPLOAD_BYTES,
  PACING_PRESETS,
  type PacingConfig,
  type PacingMode,
} from '@bproxy/shared';
import * as z from 'zod';
import { type Home, HomeError, isMissing } from '../../home/home.ts';

/** Longer than any browser needs to reconnect. */
const BROWSER_GRACE_MS = 120_000;

const range = z
  .strictObject({ min: z.int().min(0).max(600_000), max: z.int().min(0).max(600_000) })
  .refine(({ min, max }) => min <= max, 'min must not be above max');
const preset = z.strictObject({
  navigate: range.exactOptional(),
  scroll: range.exactOptional(),
  interaction: range.exactOptional(),
  fill: range.exactOptional(),
  keystroke: range.exactOptional(),
});
const logLevel = z.enum(['debug', 'info', 'warn']);

const schema = z.strictObject({
  pacing: z
    .strictObject({
      human: preset.exactOptional(),
      fast: preset.exactOptional(),
      allowFast: z.boolean().exactOptional(),
    })
    .exactOptional(),
  port: z.int().min(1).max(65_535).exactOptional(),
  logLevel: logLevel.exactOptional(),
  defaultBrowser: z.string().min(1).exactOptional(),
  hiddenTabs: z.enum(['refuse', 'allow']).exactOptional(),
  upload: z.strictObject({ maxBytes: z.int().min(0).max(MOST_UPLOAD_BYTES).exactOptional() }).exactOptional(),
  browserGraceMs: z.int().min(0).max(86_400_000).exactOptional(),
});

export interface Config {
  pacing: Record<PacingMode, PacingConfig>;
  allowFast: boolean;
  /** A configured port must be free. 0 means any port, so that no page can guess it. */
  port: number;
  logLevel: z.output<typeof logLevel>;
  defaultBrowser: string | undefined;
  hiddenTabs: 'refuse' | 'allow';
  /** For all files of one upload together. */
  maxUploadBytes: number;
  browserGraceMs: number;
}

/** The owner's settings for this computer. The agent has no flag for any of them. A bad file stops the daemon. */
export function readConfig(home: Home, portFlag: number | undefined, env: NodeJS.ProcessEnv): Config {
  const parsed = schema.safeParse(readJson(home));
  if (!parsed.success) {
    throw new HomeError(`${home.config} is not valid: ${describe(parsed.error)}.`);
  }
  const owner = parsed.data;
  const level = logLevel.safeParse(env['BPROXY_LOG_LEVEL'] ?? owner.logLevel ?? 'info');
  if (!level.success) throw new HomeError('BPROXY_LOG_LEVEL must be debug, info or warn.');
  const port = portFlag ?? readPort(env['BPROXY_PORT']) ?? owner.port;
  return {
    pacing: {
      human: { ...PACING_PRESETS.human, ...owner.pacing?.human },
      fast: { ...PACING_PRESETS.fast, ...owner.pacing?.fast },
    },
    allowFast: owner.pacing?.allowFast ?? false,
    port: port ?? 0,
    logLevel: level.data,
    defaultBrowser: owner.defaultBrowser,
    hiddenTabs: owner.hiddenTabs ?? 'allow',
    maxUploadBytes: owner.upload?.maxBytes ?? DEFAULT_UPLOAD_BYTES,
    browserGraceMs: owner.browserGraceMs ?? BROWSER_GRACE_MS,
  };
}

function describe({ issues: [issue] }: z.ZodError): string {
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  const path = [...(issue?.path ?? []), ...unknown].join('.') || 'the file';
  return `${path}: ${unknown.length > 0 ? 'is not a setting of bproxy' : issue?.message}`;
}

function readPort(text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined;
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new HomeError('BPROXY_PORT must be a number from 1 to 65535.');
  }
  return port;
}

function readJson(home: Home): unknown {
  let text: string;
  try {
    text = readFileSync(home.config, 'utf8');
  } catch (error) {
    if (isMissing(error)) return {};
    throw error;
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new HomeError(
      `${home.config} is not valid JSON: ${error instanceof Error ? error.message : error}`,
    );
  }
}
