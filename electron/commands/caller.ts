/** The window that sent a command, as its handler sees it. */
export interface CommandCaller {
  readonly windowId: number
  /** Calls back once, when the page that sent the command has gone: closed, crashed, or another loaded. */
  onPageGone(action: () => void): void
  /** Runs the action when the command's answer is on its way. */
  afterAnswer(action: () => void): void
}

/** What is known of a message's sender: the parts of Electron's event that the check needs. */
export interface CommandEvent {
  readonly sender: { readonly id: number }
  /** Null where the frame has gone since. */
  readonly senderFrame: { readonly url: string; readonly parent: unknown } | null
}

/** Windows of this application by the id of their web contents. */
export interface CommandWindows {
  onPageGone(webContentsId: number, action: () => void): void
  has(webContentsId: number): boolean
}
