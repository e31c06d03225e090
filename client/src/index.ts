export { type Access, readAccess } from './access.ts';
export type { Answer } from './answer.ts';
export { ClientError, type ClientErrorCode } from './client-error.ts';
export {
  type Client,
  type ClientRequest,
  connect,
  DEFAULT_TIMEOUT_MS,
  type PostOptions,
  type Traffic,
} from './connect.ts';
export { findHome } from './home.ts';
export { newId } from './new-id.ts';
