/** What the packaged client consists of, besides Electron: bundles and the renderer, no sources, no modules, no maps, nothing twice. */
const PARTS = ['/package.json', '/dist/electron', '/dist/preload', '/dist/renderer']

/**
 * Whether a file or folder of the repository belongs into the package.
 *
 * @param file from the root, with a slash before it, as Electron Packager names it; '' is the root
 */
export function isPackaged(file: string): boolean {
  if (file === '' || file === '/dist') return true
  // The compressed texts are the server's to send.
  if (/\.(?:map|br|gz)$/.test(file) || /(?:^|\/)\.[^/]/.test(file)) return false
  return PARTS.some((part) => file === part || file.startsWith(`${part}/`))
}
