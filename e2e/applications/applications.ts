import type { Application } from './application.ts';
import { cloudCommander } from './cloud-commander.ts';
import { nodeRed } from './node-red.ts';
import { tiddlyWiki } from './tiddlywiki.ts';

export const APPLICATIONS: Application[] = [nodeRed, tiddlyWiki, cloudCommander];
