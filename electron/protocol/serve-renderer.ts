import { readFile, realpath } from 'node:fs/promises'
import path from 'node:path'
import { isVaultWorker, VAULT_WORKER_POLICY } from '#shared/domain/vault.ts'
import { isOwnPage } from './own-page.ts'
import { resolveAsset } from './resolve-asset.ts'

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.mp3': 'audio/mpeg',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}

/** Answers requests for the application's pages from the page's build, and nothing else. */
export function serveRenderer(parts: {
  readonly folder: string
  readonly policy: string
  /** Pages that aren't in the build, by path. */
  readonly pages?: Readonly<Record<string, string>>
}): (request: { readonly method: string; readonly url: string }) => Promise<Response> {
  const headers = {
    'content-security-policy': parts.policy,
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  }
  const refuse = (status: number) => new Response(null, { status, headers })

  return async ({ method, url }) => {
    if (method !== 'GET' && method !== 'HEAD') return refuse(405)
    const page = ownPageOf(parts.pages, url)
    if (page !== undefined) {
      const html = { ...headers, 'content-type': CONTENT_TYPES['.html'] ?? '' }
      return new Response(method === 'HEAD' ? null : page, { headers: html })
    }
    const asset = resolveAsset(url)
    if (!asset.ok) return refuse(asset.status)
    const name = path.join(...asset.segments)
    const content = await readWithin(parts.folder, name)
    if (!content) return refuse(404)
    const contentType = CONTENT_TYPES[path.extname(name).toLowerCase()] ?? 'application/octet-stream'
    const own = isVaultWorker(new URL(url).pathname) ? { 'content-security-policy': VAULT_WORKER_POLICY } : {}
    return new Response(method === 'HEAD' ? null : new Uint8Array(content), {
      headers: { ...headers, ...own, 'content-type': contentType },
    })
  }
}

function ownPageOf(pages: Readonly<Record<string, string>> = {}, url: string): string | undefined {
  const path = isOwnPage(url) ? new URL(url).pathname : ''
  return Object.hasOwn(pages, path) ? pages[path] : undefined
}

/** A file in a folder; null where there is none, or a link leads out of the folder. */
async function readWithin(folder: string, name: string): Promise<Buffer | null> {
  try {
    const [root, file] = await Promise.all([realpath(folder), realpath(path.join(folder, name))])
    return file.startsWith(root + path.sep) ? await readFile(file) : null
  } catch {
    return null
  }
}
