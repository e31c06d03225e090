// The command line of the empty chain: port, operation, arguments as JSON.
import { request } from 'node:http';

const [, , port, operation, args] = process.argv;
const outgoing = request({ host: '127.0.0.1', port, method: 'POST', agent: false }, (incoming) =>
  incoming.pipe(process.stdout),
);
outgoing.end(JSON.stringify({ id: `${process.pid}`, operation, args: JSON.parse(args) }));
