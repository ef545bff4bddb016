import { type BrowserWindow, dialog } from 'electron'

const STAY = 0
const LEAVE = 1

/**
 * Asks the person about closing a window whose page has a navigation lock (spec 1 §8). Electron alone would
 * silently keep it open.
 *
 * @param window null where the page has none any more
 */
export function askBeforeLeaving(window: BrowserWindow | null): boolean {
  if (window === null) return true
  const answer = dialog.showMessageBoxSync(window, {
    type: 'question',
    title: 'Fieldwork',
    message: 'Close this window?',
    detail: 'Something in it is still under way. If you leave now, it may be lost.',
    buttons: ['Stay', 'Leave'],
    defaultId: STAY,
    cancelId: STAY,
    noLink: true,
  })
  return answer === LEAVE
}
