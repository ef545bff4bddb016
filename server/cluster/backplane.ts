/**
 * Tells other servers that there is something to read in the database, and nothing else. Each hint may be lost: who
 * reads looks by itself now and then, so that a lost one costs time and no event.
 */
export interface Backplane {
  /** Hints at all servers but this one. Many at once become one. Never throws. */
  hint(): void
  /** Called with each hint of another server, and whenever some may have been lost. */
  listen(look: () => void): void
  close(): Promise<void>
}

/** Sends at most one at a time; what is wanted meanwhile becomes one more. */
export function coalesced(send: () => Promise<unknown>, onError: (error: unknown) => void): () => void {
  let isSending = false
  let isWanted = false
  const run = async () => {
    isSending = true
    while (isWanted) {
      isWanted = false
      await send().catch(onError)
    }
    isSending = false
  }
  return () => {
    isWanted = true
    if (!isSending) void run()
  }
}
