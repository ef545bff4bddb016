/**
 * Calls back when the process that started this one is gone, however it went: the channel between
 * them closes. Without a channel it never calls.
 */
export function onParentGone(callback: () => void): void {
  if (!process.connected) return
  process.once('disconnect', callback)
  // Listening must not keep this process alive.
  process.channel?.unref()
}
