/** Native messaging: four bytes of length, then JSON. */
export function frame(bytes) {
  const head = Buffer.alloc(4);
  head.writeUInt32LE(bytes.length);
  return Buffer.concat([head, bytes]);
}

export function onFrames(stream, take) {
  let rest = Buffer.alloc(0);
  stream.on('data', (chunk) => {
    rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    while (rest.length >= 4 && rest.length >= 4 + rest.readUInt32LE()) {
      const end = 4 + rest.readUInt32LE();
      take(rest.subarray(4, end));
      rest = rest.subarray(end);
    }
  });
}
