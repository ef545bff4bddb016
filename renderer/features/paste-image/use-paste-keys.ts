import { useEffect } from 'react'
import { useServices, useSession } from '../../services/context.tsx'
import { destinationsOf } from './destinations.ts'
import { pictureOf } from './picture-of.ts'

/** What takes text takes pastes of its own. */
const TAKEN = 'input, textarea, select, [contenteditable]:not([contenteditable="false"])'

/**
 * A picture that is pasted where nothing else takes it opens 'Paste image' with it (spec 1 §2.8).
 * @param isFree whether nothing lies over the page
 */
export function usePasteKeys(isFree: boolean): void {
  const { dialogs } = useServices()
  const permissions = useSession((session) => session.permissions)
  const may = isFree && destinationsOf(permissions).length > 0
  useEffect(() => {
    if (!may) return
    const paste = (event: ClipboardEvent) => {
      const { target, clipboardData } = event
      if (event.defaultPrevented || (target instanceof Element && target.closest(TAKEN))) return
      const file = pictureOf(clipboardData)
      if (!file) return
      event.preventDefault()
      dialogs.open('paste-image', { file })
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [may, dialogs])
}
