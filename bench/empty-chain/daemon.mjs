// The daemon of the empty chain: POST / with an operation, answered with its result. No rights, no policy, no log.
import { createServer } from 'node:http';
import { createServer as createSocket } from 'node:net';
import { frame, onFrames } from './frames.mjs';

const [, , socketPath] = process.argv;
const waiting = new Map();
let host;

createSocket((socket) => {
  host = socket;
  onFrames(socket, (bytes) => {
    const { id, result } = JSON.parse(bytes.toString());
    waiting.get(id)?.(result);
    waiting.delete(id);
  });
}).listen(socketPath);

const server = createServer(async (request, response) => {
  const body = JSON.parse(Buffer.concat(await request.toArray()).toString());
  const result = await new Promise((resolve) => {
    waiting.set(body.id, resolve);
    host?.write(frame(Buffer.from(JSON.stringify(body))));
  });
  response.end(JSON.stringify({ id: body.id, result: result ?? null }));
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
process.on('disconnect', () => process.exit());
