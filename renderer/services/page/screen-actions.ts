/** What a screen may do on a key of the shell: search in itself, tell about what it shows. */
export type ScreenAction = 'search' | 'info'

/** The actions of the screen that is showing; the last that was offered goes first. */
export interface ScreenActions {
  /** Offers an action until the returned function is called. */
  offer(action: ScreenAction, run: () => void): () => void
  /** Does it. False where no screen offers it. */
  run(action: ScreenAction): boolean
}

export function createScreenActions(): ScreenActions {
  const offered: { action: ScreenAction; run: () => void }[] = []
  return {
    offer(action, run) {
      const entry = { action, run }
      offered.push(entry)
      return () => {
        const at = offered.indexOf(entry)
        if (at >= 0) offered.splice(at, 1)
      }
    },
    run(action) {
      const found = offered.findLast((entry) => entry.action === action)
      found?.run()
      return found !== undefined
    },
  }
}
