export * from './actions.ts';
export * from './errors.ts';
export * from './identity.ts';
export * from './link.ts';
export * from './protocol.ts';
export * from './sessions.ts';
export * from './targets.ts';
export * from './traits.ts';
