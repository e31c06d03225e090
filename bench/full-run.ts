export async function fullRun(_options: { peers: boolean }): Promise<number> {
  return 1;
}
