/** The window that sent a command, as its handler sees it. */
export interface CommandCaller {
  readonly windowId: number
  /** Calls back once when the page that sent the command is gone: closed, crashed, or replaced by another. */
  onPageGone(action: () => void): void
  /** Runs the action once the command's answer is on its way. */
  afterAnswer(action: () => void): void
}

/** What the check needs to know of a message's sender: parts of Electron's event. */
export interface CommandEvent {
  readonly sender: { readonly id: number }
  /** Null where the frame no longer exists. */
  readonly senderFrame: { readonly url: string; readonly parent: unknown } | null
}

/** Windows of this application by the id of their web contents. */
export interface CommandWindows {
  onPageGone(webContentsId: number, action: () => void): void
  has(webContentsId: number): boolean
}
