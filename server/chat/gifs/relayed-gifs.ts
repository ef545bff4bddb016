import { GIFS_PATH } from './gif-provider.ts'

const MARK = 's-'
/** Largest image that is passed on, in bytes. */
const IMAGE_BYTES_MAX = 8 * 1024 * 1024
const TIMEOUT_MS = 8000

/**
 * The address under which this server passes an image of the service on. So pages load nothing from
 * elsewhere, and the service doesn't learn who looks.
 */
export const relayedPath = (url: string): string =>
  `${GIFS_PATH}/${MARK}${Buffer.from(url).toString('base64url')}.gif`

/** The domain of a service's images: its host, without the first of three or more names. */
function domainOf(service: string): string {
  const { hostname } = new URL(service)
  const names = hostname.split('.')
  return names.length > 2 ? names.slice(1).join('.') : hostname
}

/** Whether an address is an image of that service, over https and on the usual port. */
export function isImageOf(service: string, url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, hostname, port, username } = new URL(url)
  const domain = domainOf(service)
  return (
    protocol === 'https:' &&
    port === '' &&
    username === '' &&
    (hostname === domain || hostname.endsWith(`.${domain}`))
  )
}

/** The image for such an address; null for a bad name, or another domain's image. */
export async function relayedImage(
  service: string,
  name: string,
  fetchOf: typeof fetch,
): Promise<Buffer | null> {
  const url = name.startsWith(MARK) ? Buffer.from(name.slice(MARK.length), 'base64url').toString() : ''
  if (!isImageOf(service, url)) return null
  try {
    const answer = await fetchOf(url, {
      headers: { accept: 'image/gif' },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const isGif = answer.ok && answer.headers.get('content-type')?.startsWith('image/gif')
    if (!isGif || Number(answer.headers.get('content-length') ?? 0) > IMAGE_BYTES_MAX) return null
    const image = Buffer.from(await answer.arrayBuffer())
    return image.length > IMAGE_BYTES_MAX ? null : image
  } catch {
    return null
  }
}
