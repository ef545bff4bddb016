import { WATCH_VIDEO_PATH } from '#shared/contract/chat-files.ts'
import { serverOrigin } from '../../../services/desktop/desktop.ts'

/** Where a file is streamed from, parts of it too (spec 2 §7). @param filePath of the attachment's details */
export const streamUrl = (page: Window, filePath: string): string =>
  `${serverOrigin(page)}${WATCH_VIDEO_PATH}?token=${encodeURIComponent(filePath)}`
