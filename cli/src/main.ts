#!/usr/bin/env node
import module from 'node:module';
import { keepCompiled } from './programs/compile-cache.ts';

keepCompiled(process.env, module);
// An import would run first and be compiled without the cache.
module.createRequire(__filename)('./program.cjs');
