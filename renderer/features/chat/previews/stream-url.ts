import { WATCH_VIDEO_PATH } from '#shared/contract/chat-files.ts'
import { serverOrigin } from '../../../services/desktop/desktop.ts'

/** Where a file is streamed from, parts of it too (spec 2 §7). @param filePath of the attachment's details */
export const streamUrl = (page: Window, filePath: string): string =>
  `${serverOrigin(page)}${WATCH_VIDEO_PATH}?token=${encodeURIComponent(filePath)}`

/**
 * A part of a streamed file: from that byte up to before `end`.
 *
 * @throws Error where the file isn't to be had, or not by its parts
 */
export async function fetchPart(
  url: string,
  { from, end }: { readonly from: number; readonly end: number },
  signal: AbortSignal,
): Promise<Uint8Array> {
  const response = await fetch(url, { headers: { range: `bytes=${from}-${end - 1}` }, signal })
  if (response.status !== 206) {
    // Whatever else comes may be the whole file.
    await response.body?.cancel()
    throw new Error(`The part was answered with ${response.status}.`)
  }
  return new Uint8Array(await response.arrayBuffer())
}
