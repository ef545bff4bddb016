import { useState } from 'react'
import { useServices } from '../../services/context.tsx'
import { DOCUMENTS_TEXT } from './text.ts'

const NAME_MAX = 60

/** A picture as the desktop client gives it, as a file called after its source and the time. */
function fileOf(picture: string, source: string, now: number): File {
  const words = source
    .replaceAll(/[^\p{L}\p{N} _-]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, NAME_MAX)
  const time = new Date(now).toISOString().slice(0, 19).replace('T', ' ').replaceAll(':', '.')
  const bytes = Uint8Array.from(atob(picture.slice(picture.indexOf(',') + 1)), (letter) =>
    letter.charCodeAt(0),
  )
  return new File([bytes], DOCUMENTS_TEXT.captured(words || 'Screen', time), { type: 'image/png' })
}

/** Takes a picture of the screen or window that the person picks in the desktop client (spec 1 §3). */
export function useCapture(onPicture: (file: File) => void) {
  const { desktop, notices, now } = useServices()
  const [busy, setBusy] = useState(false)
  const capture = async () => {
    setBusy(true)
    const result = await desktop.invoke('screenCapture', null)
    setBusy(false)
    if (!result.ok) return notices.show('error', result.error.message)
    if (result.value) onPicture(fileOf(result.value.picture, result.value.name, now()))
  }
  return { capture, busy }
}
