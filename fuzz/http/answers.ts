import { isErrorCode } from '@bproxy/shared';

export interface HttpResponse {
  status: number;
  body: string;
}

/** The responses in a byte stream; throws if it is anything else than whole responses, one after the other. */
export function parseResponses(bytes: Buffer, isHead: boolean): HttpResponse[] {
  const responses: HttpResponse[] = [];
  let rest = bytes;
  while (rest.length > 0) {
    const headEnd = rest.indexOf('\r\n\r\n');
    if (headEnd < 0) throw new Error('a head without an end');
    const head = rest.toString('latin1', 0, headEnd);
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1]);
    if (!status) throw new Error('no status line');
    rest = rest.subarray(headEnd + 4);
    // "100 Continue" comes before the answer and does not count.
    if (status === 100) continue;
    const length = Number(/^content-length: (\d+)\r?$/im.exec(head)?.[1]);
    if (!Number.isInteger(length)) throw new Error('no length');
    if (isHead) {
      responses.push({ status, body: '' });
      continue;
    }
    if (rest.length < length) throw new Error('less than it promised');
    responses.push({ status, body: rest.toString('utf8', 0, length) });
    rest = rest.subarray(length);
  }
  return responses;
}

/** What is wrong with an answer, if anything. */
export function faultOf({ status, body }: HttpResponse): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return 'not JSON';
  }
  if (!isFields(value)) return 'not an object';
  if (value['protocol_version'] !== 1) return 'no protocol version';
  if (typeof value['id'] !== 'string') return 'no id';
  if (value['ok'] === true) {
    return status === 200 && isFields(value['data']) && isFields(value['page']) ? undefined : 'no result';
  }
  if (value['ok'] !== false) return 'neither done nor failed';
  const { error } = value;
  if (!isFields(error)) return 'no error';
  if (typeof error['code'] !== 'string' || !isErrorCode(error['code'])) return 'no error code';
  if (error['code'] === 'INTERNAL_ERROR') return 'an error that nobody foresaw';
  return typeof error['message'] === 'string' && error['message'] !== '' ? undefined : 'no words';
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
