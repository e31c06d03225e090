import { errorEnvelope, PART_HEADER, PART_PATH, ProtocolError, readPartHeader } from '@bproxy/shared';
import type { FastifyInstance } from 'fastify';
import { toError } from '../answers/to-error.ts';
import type { StagedFiles } from '../state/staged-files.ts';

/** `POST /part`: bytes of a file that a request waits for. They pass no log. */
export function acceptParts(app: FastifyInstance, staged: Pick<StagedFiles, 'add'>): void {
  app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );
  app.post(PART_PATH, async ({ headers, body }, reply) => {
    const header = headers[PART_HEADER];
    const place = typeof header === 'string' ? readPartHeader(header) : undefined;
    try {
      if (!place || !Buffer.isBuffer(body)) {
        throw new ProtocolError('BAD_REQUEST', {
          message: `A part needs bytes, and the header ${PART_HEADER}.`,
        });
      }
      return reply.send({ received: staged.add(place, body) });
    } catch (thrown) {
      return reply.code(400).send(errorEnvelope(place?.id ?? '', toError(thrown)));
    }
  });
}
