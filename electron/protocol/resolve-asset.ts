import { isOwnPage } from './own-page.ts'

/** What a URL asks for: a file of the page's build, or nothing. */
export type Asset =
  | { readonly ok: true; readonly segments: readonly string[] }
  | { readonly ok: false; readonly status: 400 | 404 | 414 }

const URL_LIMIT = 2_048

/**
 * The file for a URL, as path segments that stay within the folder. A path without an extension is a route of
 * the application, served by its one page.
 */
export function resolveAsset(url: string): Asset {
  if (url.length > URL_LIMIT) return { ok: false, status: 414 }
  if (!isOwnPage(url)) return { ok: false, status: 404 }
  const segments: string[] = []
  for (const encoded of new URL(url).pathname.split('/').filter(Boolean)) {
    const segment = decode(encoded)
    if (segment === null || !isSafeSegment(segment)) return { ok: false, status: 400 }
    segments.push(segment)
  }
  const isFile = segments.at(-1)?.includes('.') ?? false
  return { ok: true, segments: isFile ? segments : ['index.html'] }
}

function decode(encoded: string): string | null {
  try {
    return decodeURIComponent(encoded)
  } catch {
    return null
  }
}

/**
 * Whether a name is one entry of a folder on every system: no separator, no parent, no hidden file, no drive
 * or stream (':'), no control character, and no dot or space at the end, which Windows drops.
 */
function isSafeSegment(segment: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  return !/[/\\:\u0000-\u001f\u007f]|^\.|[. ]$/.test(segment)
}
