/** Another tool, driven on the same pages in a browser of its own. */
export interface Peer {
  show(url: string): Promise<void>;
  snapshot(): Promise<string>;
  click(): Promise<void>;
  fill(value: string): Promise<void>;
  close(): Promise<void>;
}

export interface PeerKind {
  name: string;
  /** Warm: one running process. Cold: a command for each action. */
  how: 'warm' | 'cold';
  start(folder: string, chromium: string): Promise<Peer>;
}
