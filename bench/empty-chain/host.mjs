// What Chromium starts: a pipe between its stdio and the daemon's socket, and nothing else.
import { connect } from 'node:net';

const [, , socketPath] = process.argv;
const daemon = connect(socketPath);
process.stdin.pipe(daemon).pipe(process.stdout);
for (const stream of [process.stdin, daemon]) stream.on('close', () => process.exit());
