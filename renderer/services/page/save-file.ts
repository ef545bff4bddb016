import type { DownloadedFile } from '../http/api-client.ts'

/** The browser has taken the file by then, in milliseconds. */
const RELEASE_MS = 60_000

/** Hands a file to the browser to keep. */
export function saveFile({ blob, fileName }: DownloadedFile): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), RELEASE_MS)
}
